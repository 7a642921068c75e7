"""Who is before whom of those who have the same, and by what."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from support.club_factories import House
from support.tournament_tables import a_tournament, a_tournament_plan, begun, close_with_points
from tarokk_club.club.formatting.numbers_and_dates import MINUS, format_integer
from tarokk_club.club.models import Tournament
from tarokk_club.club.templatetags.tournaments import format_table_points
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.tournaments.usecases.tournaments import require_valid_tournament_plan
from tarokk_club.club.values.table_points import Reckoning
from tarokk_club.club.values.tournament_ties import Score, rank_players

LEVEL = Score(Fraction(18), Fraction(5), wins=1, best=9, xxi=5, penalties=1, lot="5")


def by(breaks: str, scores: dict[str, Score], met: Sequence[dict[str, int]] = ()) -> list[str]:
    """The order, each with its place and what decided it."""
    found = rank_players(scores, reckoning=Reckoning.TABLE, breaks=breaks.split(), tables=met)
    return [f"{one.place} {player} {one.by}".strip() for player, one in found.items()]


def test_each_tie_break_compares_only_its_own_figure() -> None:
    better = {
        "game": replace(LEVEL, points=Fraction(6)),
        "wins": replace(LEVEL, wins=2),
        "best": replace(LEVEL, best=10),
        "xxi": replace(LEVEL, xxi=6),
        "penalties": replace(LEVEL, penalties=0),
        "lot": replace(LEVEL, lot="6"),
    }
    for kind, one in better.items():
        assert by(kind, {"a": LEVEL, "b": one}) == [f"1 b {kind}", f"2 a {kind}"]
        others = " ".join(set(better) - {kind})
        assert by(others, {"a": LEVEL, "b": one}) == ["1 a", "1 b"], kind


def test_next_tie_break_applies_only_to_equal_players() -> None:
    scores = {
        "a": replace(LEVEL, points=Fraction(9)),
        "b": replace(LEVEL, wins=0),
        "c": LEVEL,
        "d": replace(LEVEL, worth=Fraction(20), points=Fraction(-9)),
    }

    assert by("game wins", scores) == ["1 d", "2 a game", "3 c wins", "4 b wins"]
    assert by("wins", scores) == ["1 d", "2 a wins", "2 c wins", "4 b wins"]


def test_a_direct_meeting_counts_only_where_all_of_them_met() -> None:
    both = [{"a": 3, "b": 5, "x": -8}, {"b": 1, "c": 2}]
    all_of_them = [*both, {"a": 1, "c": 0}, {"c": 4, "a": 4}]

    two, three = dict.fromkeys("ab", LEVEL), dict.fromkeys("abc", LEVEL)
    assert by("direct", two, [{"a": 3, "b": 5}]) == ["1 b direct", "2 a direct"]
    assert by("direct", three, both) == ["1 a", "1 b", "1 c"]
    assert by("direct", three, all_of_them) == ["1 a", "1 b", "1 c"]
    more = [*all_of_them, {"a": 2, "b": 0}, {"a": 2, "c": 0}]
    assert by("direct", three, more)[0] == "1 a direct"


def test_an_option_ranks_by_the_sum_of_both_scores() -> None:
    scores = {"a": Score(Fraction(10), Fraction(-3)), "b": Score(Fraction(4), Fraction(4))}

    found = rank_players(scores, reckoning=Reckoning.BOTH, breaks=("table",))

    assert [(player, one.place) for player, one in found.items()] == [("b", 1), ("a", 2)]


def test_omits_tie_breaks_that_cannot_separate_players(house: House) -> None:
    def normalise_ties(*ties: str, **more: object) -> tuple[str, ...]:
        return require_valid_tournament_plan(a_tournament_plan(house, ties=ties, **more)).ties

    assert normalise_ties("wins", "table", "wins", "xxi", "lot", "best") == ("wins", "lot")
    assert normalise_ties("xxi", xxi_table=True) == ("xxi",)
    assert normalise_ties("game", "wins") == normalise_ties("table", "wins") == ()


def test_standing_rows_name_the_deciding_tie_break(house: House) -> None:
    tournament = a_tournament(house, 8, ties=("lot",))
    for session in begun(house, tournament):
        close_with_points(house, session, 9, 3, -4, -8)

    rows = load_standing(tournament).results

    assert [row.place for row in rows] == list(range(1, 9))
    assert {row.by for row in rows} == {"lot"}
    assert rows[0].tie_break_label == "Lot"
    again = load_standing(Tournament.objects.get()).results
    assert [row.player_id for row in again] == [row.player_id for row in rows]


def test_default_tie_breaks_are_game_points_and_wins(house: House) -> None:
    tournament = a_tournament(house, 8)
    for session, points in zip(begun(house, tournament), (9, 12), strict=True):
        close_with_points(house, session, points, 3, -3, -points)

    rows = load_standing(tournament).results

    assert tournament.tie_breaks == ("game", "wins")
    assert [(row.place, row.by) for row in rows] == [
        *((1, "game"), (2, "game"), (3, ""), (3, ""), (5, ""), (5, "")),
        *((7, "game"), (8, "game")),
    ]


def test_a_sum_of_both_is_grouped_as_the_points_beside_it() -> None:
    shown = [
        format_table_points(one) for one in (Fraction(100_009), Fraction(-99_992), Fraction(-1, 2))
    ]

    assert shown == [format_integer(100_009), format_integer(-99_992), f"{MINUS}0.5"]
