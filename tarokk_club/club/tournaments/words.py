"""Sentences that explain how a tournament is played and counted, shown below its table."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType

from babel import Locale
from babel.numbers import format_decimal
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_noop as _

from tarokk_club.club.models import Tournament
from tarokk_club.club.values.draws import Carry, DrawKind
from tarokk_club.club.values.table_points import Reckoning
from tarokk_club.club.values.tie_breaks import TieBreak

COUNTING: Mapping[str, str] = MappingProxyType(
    {
        Reckoning.TABLE: _("The table points decide."),
        Reckoning.GAME: _("The points of the games decide."),
        Reckoning.BOTH: _(
            "Table points and points of the games are added up, and the sum decides."
        ),
    }
)
# The words for each tie-break within the sentence about them.
BREAKS: Mapping[str, str] = MappingProxyType(
    {
        TieBreak.TABLE: _("the table points"),
        TieBreak.GAME: _("the points of the games"),
        TieBreak.WINS: _("the tables won"),
        TieBreak.DIRECT: _("the direct meeting, if all of the equal ones have met"),
        TieBreak.XXI: _("the points of the XXI table"),
        TieBreak.BEST: _("the most points at one table"),
        TieBreak.PENALTIES: _("who has fewer penalties"),
        TieBreak.LOT: _("the lot, drawn from the number of the tournament"),
    }
)
DEALT_AGAIN = _("A hand that the same player deals again is none of them.")
XXI_TABLE = _(
    "For each XXI caught at any table the catcher gets 10 points of the XXI table, the catcher's"
    " partners 5, the loser's partners −5 and the loser −10."
)
CARRY: Mapping[str, str] = MappingProxyType(
    {
        Carry.ALL: _("All table points and points of the rounds before count in the final."),
        Carry.HALF: _("Half of the table points and points of the rounds before count in it."),
        Carry.NONE: _("Nothing of the rounds before counts in it."),
    }
)


def tournament_sentences(tournament: Tournament, *, sides: bool) -> list[str]:
    """Return a sentence for each rule of playing and counting.

    sides: whether to explain teams and clubs.
    """
    turns, minutes = tournament.turns, tournament.minutes
    found = [_turns(turns) % {"number": turns}, gettext(DEALT_AGAIN)] if turns else []
    found += [_minutes(minutes) % {"number": minutes}] if minutes else []
    return [
        *found,
        *_scales(tournament),
        gettext("Players who are level at a table share the table points of these places evenly."),
        f"{gettext(COUNTING[tournament.reckoning])} {_breaks(tournament)}",
        *([gettext(XXI_TABLE)] if tournament.xxi_table else []),
        *(_final(tournament) if tournament.final_rounds else []),
        *(_sides(tournament) if sides else []),
        gettext("Who sits out a round gets nothing for it; it goes round."),
    ]


def _scales(tournament: Tournament) -> list[str]:
    """Return the scale of a table of four, and of the game's other table sizes if they differ."""
    scale, game = tournament.table_scale, tournament.played_game
    found = [gettext("A table gives %(points)s table points.") % {"points": _listed(scale.four)}]
    if game.most > len(scale.four):
        text = gettext("A table of five gives %(points)s.")
        found.append(text % {"points": _listed(scale.five)})
    if game.fewest < len(scale.four):
        text = gettext("A table of three gives %(points)s.")
        found.append(text % {"points": _listed(scale.three)})
    return [" ".join(found)]


def _listed(places: Sequence[Fraction]) -> str:
    """Return the numbers separated by dashes, because a comma may be a decimal mark."""
    locale = Locale.parse(get_language() or "en", sep="-")
    numbers = (Decimal(one.numerator) / one.denominator for one in places)
    return " – ".join(str(format_decimal(one, locale=locale)) for one in numbers)


def _breaks(tournament: Tournament) -> str:
    """Return a sentence that lists the tie-breaks in their order."""
    kinds = [gettext(BREAKS[kind]) for kind in tournament.tie_breaks]
    values = {"breaks": gettext(", then ").join(kinds)}
    if TieBreak.LOT in tournament.tie_breaks:
        return gettext("Between equals: %(breaks)s.") % values
    text = gettext("Between equals: %(breaks)s; who is equal in all of it shares the place.")
    return text % values


def _final(tournament: Tournament) -> list[str]:
    number = tournament.final_rounds
    rounds = ngettext(
        "After these rounds comes a final by rank of %(number)s round.",
        "After these rounds comes a final by rank of %(number)s rounds.",
        number,
    )
    return [rounds % {"number": number}, *final_sentences(), gettext(CARRY[tournament.carry])]


def final_sentences() -> list[str]:
    """Return the sentences about the tables of a final."""
    return [
        gettext(
            "In the final, places 1 to 4 sit at the first table, 5 to 8 at the second, and so on;"
            " a table of three or five is the last one."
        ),
        gettext(
            "Each table plays for its own places. Who is equal there too keeps the order of before."
        ),
    ]


def _sides(tournament: Tournament) -> list[str]:
    """Return the sentences about counting teams and clubs."""
    return [
        _best_of_team(tournament.team_best) % {"number": tournament.team_best},
        _best_of_club(tournament.club_best) % {"number": tournament.club_best},
    ]


def _best_of_team(number: int) -> str:
    if not number:
        return gettext("A team has what all its players have, over all rounds.")
    return ngettext(
        "A team has what its best player has, over all rounds.",
        "A team has what its best %(number)s players have, over all rounds.",
        number,
    )


def _best_of_club(number: int) -> str:
    if not number:
        return gettext("A club has what all its players have, over all rounds.")
    return ngettext(
        "A club has what its best player has, over all rounds.",
        "A club has what its best %(number)s players have, over all rounds.",
        number,
    )


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
                "When a player comes or goes, the rounds that are left are drawn again; those that"
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
    """Return the sentences about the draw of the seats."""
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
