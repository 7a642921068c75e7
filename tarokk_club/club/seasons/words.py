"""The rules of a season in whole sentences, as they stand below its table."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from tarokk_club.club.seasons.ranking import Counted, Counting, Tie

COUNTING: Mapping[str, str] = MappingProxyType(
    {
        Counting.POINTS: _("The sum of all points counts, of every game as it was booked."),
        Counting.MONEY: _("The money counts that was won and lost in %(currency)s."),
        Counting.AVERAGE: _("The average counts: points divided by hands played."),
    }
)
TIES: Mapping[str, str] = MappingProxyType(
    {
        Tie.SHARED: _("Equals share the place."),
        Tie.BEST: _("Of equals, the one with the better best evening comes first."),
        Tie.HANDS: _("Of equals, the one who played more hands comes first."),
    }
)

DROPPED = _(
    "Worst evenings of each player that do not count: %(number)s; one evening always counts."
)


def rule_sentences(rules: Counted, currency: str) -> list[str]:
    """How the season counts, a sentence a rule."""
    found = [gettext(COUNTING[rules.counts]) % {"currency": currency}]
    for number, sentence in (
        (rules.min_hands, _hands(rules.min_hands)),
        (rules.min_evenings, _evenings(rules.min_evenings)),
        (rules.drop_worst, gettext(DROPPED)),
    ):
        if number:
            found.append(sentence % {"number": number})
    return [*found, gettext(TIES[rules.tie])]


def _hands(number: int) -> str:
    return ngettext(
        "A place is given from %(number)s hand on.",
        "A place is given from %(number)s hands on.",
        number,
    )


def _evenings(number: int) -> str:
    return ngettext(
        "A place is given from %(number)s evening on.",
        "A place is given from %(number)s evenings on.",
        number,
    )
