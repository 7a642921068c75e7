"""Sentences that explain how a tournament is played and counted, displayed below its table."""

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
from tarokk_club.club.values.tournament_ties import TieBreak

COUNTING: Mapping[str, str] = MappingProxyType(
    {
        Reckoning.TABLE: _("The table points decide."),
        Reckoning.GAME: _("The points of the games decide."),
        Reckoning.BOTH: _(
            "Table points and points of the games are added up, and the sum decides."
        ),
    }
)
# The words for each tie-break, used in the sentence that lists them.
BREAKS: Mapping[str, str] = MappingProxyType(
    {
        TieBreak.TABLE: _("the table points"),
        TieBreak.GAME: _("the points of the games"),
        TieBreak.WINS: _("the tables won"),
        TieBreak.DIRECT: _("the direct meeting, if all tied players have met"),
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


def explain_tournament(tournament: Tournament, *, sides: bool) -> list[str]:
    """Return the sentences that explain how the tournament is played and counted.

    sides: whether to explain how teams and clubs count.
    """
    turns, minutes = tournament.turns, tournament.minutes
    length = [_explain_turns(turns) % {"number": turns}, gettext(DEALT_AGAIN)] if turns else []
    length += [_explain_minutes(minutes) % {"number": minutes}] if minutes else []
    return [
        *length,
        _explain_scales(tournament),
        gettext("Players who are tied at a table share the table points of these places evenly."),
        f"{gettext(COUNTING[tournament.reckoning])} {_explain_tie_breaks(tournament)}",
        *([gettext(XXI_TABLE)] if tournament.xxi_table else []),
        *(_explain_final(tournament) if tournament.final_rounds else []),
        *(_explain_sides(tournament) if sides else []),
        gettext("Who sits out a round gets nothing for it; it goes round."),
    ]


def _explain_scales(tournament: Tournament) -> str:
    """Return the sentences about the scale of each table size that the game allows."""
    scale, game = tournament.table_scale, tournament.played_game
    texts = [
        gettext("A table gives %(points)s table points.")
        % {"points": _join_with_dashes(scale.four)}
    ]
    if game.most > len(scale.four):
        text = gettext("A table of five gives %(points)s.")
        texts.append(text % {"points": _join_with_dashes(scale.five)})
    if game.fewest < len(scale.four):
        text = gettext("A table of three gives %(points)s.")
        texts.append(text % {"points": _join_with_dashes(scale.three)})
    return " ".join(texts)


def _join_with_dashes(places: Sequence[Fraction]) -> str:
    """Return the numbers joined by dashes, because a comma may be a decimal separator."""
    locale = Locale.parse(get_language() or "en", sep="-")
    numbers = (Decimal(place.numerator) / place.denominator for place in places)
    return "\N{NO-BREAK SPACE}–\N{NO-BREAK SPACE}".join(
        str(format_decimal(number, locale=locale)) for number in numbers
    )


def _explain_tie_breaks(tournament: Tournament) -> str:
    """Return the sentence that lists the tie-breaks in order."""
    kinds = [gettext(BREAKS[kind]) for kind in tournament.tie_breaks]
    values = {"breaks": gettext(", then ").join(kinds)}
    if TieBreak.LOT in tournament.tie_breaks:
        return gettext("Ties: %(breaks)s.") % values
    text = gettext("Ties: %(breaks)s; players tied in all of it share the place.")
    return text % values


def _explain_final(tournament: Tournament) -> list[str]:
    number = tournament.final_rounds
    rounds = ngettext(
        "After these rounds comes a final by rank of %(number)s round.",
        "After these rounds comes a final by rank of %(number)s rounds.",
        number,
    )
    return [rounds % {"number": number}, *explain_final_tables(), gettext(CARRY[tournament.carry])]


def explain_final_tables() -> list[str]:
    """Return the sentences that explain the tables of a final."""
    return [
        gettext(
            "In the final, places 1 to 4 sit at the first table, 5 to 8 at the second, and so on;"
            " a table of three or five is the last one."
        ),
        gettext(
            "Each table plays for its own places. Players tied there too keep their earlier order."
        ),
    ]


def _explain_sides(tournament: Tournament) -> list[str]:
    """Return the sentences that explain how teams and clubs count."""
    return [
        _explain_team_sum(tournament.team_best) % {"number": tournament.team_best},
        _explain_club_sum(tournament.club_best) % {"number": tournament.club_best},
    ]


def _explain_team_sum(number: int) -> str:
    if not number:
        return gettext("A team has what all its players have, over all rounds.")
    return ngettext(
        "A team has what its best player has, over all rounds.",
        "A team has what its best %(number)s players have, over all rounds.",
        number,
    )


def _explain_club_sum(number: int) -> str:
    if not number:
        return gettext("A club has what all its players have, over all rounds.")
    return ngettext(
        "A club has what its best player has, over all rounds.",
        "A club has what its best %(number)s players have, over all rounds.",
        number,
    )


SPREAD = _(
    "Seats are drawn by lot; then players change tables as long as that means fewer repeat "
    "meetings. A pair that has met twice weighs four times as much as one that has met "
    "once."
)
DRAWN: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        DrawKind.SCHEDULE: (
            _("If not everybody can sit, players take turns sitting out."),
            _(
                "All rounds are drawn before the first one. Where rounds are known in "
                "which nobody meets anybody twice, players are assigned to them by lot; "
                "otherwise a search finds rounds with as few repeat meetings as it can."
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
                "The first round is drawn by lot. From then on neighbours in the order sit "
                "together, but players change tables as long as that means fewer repeat "
                "meetings."
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


def explain_draw(kind: str) -> list[str]:
    """Return the sentences that explain how the seats are drawn."""
    return [
        gettext("Tables have four seats where the number of players and the game allow."),
        *map(gettext, DRAWN[kind]),
    ]


def _explain_turns(number: int) -> str:
    return ngettext(
        "In a round, everybody deals %(number)s time.",
        "In a round, everybody deals %(number)s times.",
        number,
    )


def _explain_minutes(number: int) -> str:
    return ngettext("A round takes %(number)s minute.", "A round takes %(number)s minutes.", number)
