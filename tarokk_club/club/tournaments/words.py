"""How a tournament is played and counted, in whole sentences, as they stand below its table."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from tarokk_club.club.tournaments.draw_kinds import DrawKind
from tarokk_club.club.tournaments.table_points import Fifth, Reckoning

COUNTING: Mapping[str, str] = MappingProxyType(
    {
        Reckoning.TABLE: _(
            "The table points decide, then the points of the games, then the tables won; who is"
            " equal in all of it shares the place."
        ),
        Reckoning.GAME: _(
            "The points of the games decide, then the table points, then the tables won; who is"
            " equal in all of it shares the place."
        ),
    }
)
# So many places of a table have points of their own.
LAST_PAID = 4
FOUR = _("A table gives 10, 8, 6 and 4 table points.")
FIFTHS: Mapping[int, str] = MappingProxyType(
    {
        Fifth.FOUR: _("A table gives 10, 8, 6 and 4 table points, and 4 to a fifth."),
        Fifth.TWO: _("A table gives 10, 8, 6 and 4 table points, and 2 to a fifth."),
    }
)
XXI_TABLE = _(
    "For each XXI caught at any table the catcher gets 10 points of the XXI table, the catcher's"
    " partners 5, the loser's partners -5 and the loser -10."
)


def tournament_sentences(
    *, reckoning: str, fifth: int | None, turns: int, minutes: int, xxi_table: bool
) -> list[str]:
    """How it is played and counted, a sentence a rule; fifth: None where no table has five."""
    found = [_turns(turns) % {"number": turns}] if turns else []
    found += [_minutes(minutes) % {"number": minutes}] if minutes else []
    return [
        *found,
        gettext(FIFTHS[fifth] if fifth else FOUR),
        gettext("Players who are level at a table share the table points of these places evenly."),
        gettext(COUNTING[reckoning]),
        *([gettext(XXI_TABLE)] if xxi_table else []),
        gettext("Who sits out a round gets nothing for it; it goes round."),
    ]


SPREAD = _(
    "The lot decides; then players change tables as long as fewer of those meet again who"
    " have met before. A pair that has met twice weighs four times as much as one that"
    " has met once."
)
DRAWN: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        DrawKind.SCHEDULE: (
            _("If not everybody can sit, it goes round who sits out."),
            _(
                "All rounds are drawn before the first one. Where rounds are known in which nobody"
                " meets anybody twice, the lot says who is who in them; otherwise a search finds"
                " rounds in which as few pairs as it can meet again."
            ),
            _("How often each deals first and leads first goes by turns."),
            _(
                "When a player comes or goes, the rounds that are left are drawn anew; those that"
                " were begun stand."
            ),
            _("The same seed gives the same seats again: anybody can check it."),
        ),
        DrawKind.STANDINGS: (
            _(
                "If not everybody can sit, those sit out who have done so least often, the last of"
                " them first."
            ),
            _(
                "The lot draws the first round. From then on neighbours in the order sit together,"
                " but players change tables as long as fewer of those meet again who have met"
                " before."
            ),
            _("How often each deals first and leads first goes by turns."),
        ),
        DrawKind.LOT: (
            _("If not everybody can sit, those who have sat out least often sit out."),
            SPREAD,
            _("The same number of the draw gives the same seats again: anybody can check it."),
        ),
    }
)


def draw_sentences(kind: str) -> list[str]:
    """How the seats are drawn."""
    return [
        gettext("Tables have four seats where the number of players and the game allow."),
        *map(gettext, DRAWN[kind]),
    ]


def _turns(number: int) -> str:
    return ngettext(
        "In a round, everybody deals %(number)s time.",
        "In a round, everybody deals %(number)s times.",
        number,
    )


def _minutes(number: int) -> str:
    return ngettext("A round takes %(number)s minute.", "A round takes %(number)s minutes.", number)
