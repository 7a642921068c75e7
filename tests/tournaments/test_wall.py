"""The projector of a tournament: find one's table, and the prizes one by one."""

from dataclasses import replace
from uuid import uuid4

import pytest

from tarokk_club.club.tournaments.queries.my_table import find_seats_by_name
from tarokk_club.club.tournaments.queries.results import Result
from tarokk_club.club.tournaments.queries.standing import (
    Round,
    TableState,
    TournamentSeat,
    TournamentStanding,
    TournamentTableRow,
)
from tarokk_club.club.tournaments.queries.wall import (
    NAMES_AT_ONCE,
    ROWS_AT_ONCE,
    TABLES_AT_ONCE,
    WallContent,
    WallQuery,
    build_prize_giving,
    build_seat_list,
    build_wall_page,
    paginate_if_crowded,
    read_wall_query,
)
from tarokk_club.club.values.table_points import sum_tables

NOTHING = sum_tables([])


def standing(
    players: int, *, final: bool = False, places: tuple[int, ...] = ()
) -> TournamentStanding:
    names = [f"{chr(ord('Z') - number % 26)}{number:03}" for number in range(players)]
    tables = tuple(
        TournamentTableRow(
            session_id=uuid4(),
            number=at // 4 + 1,
            title="",
            seats=tuple(
                TournamentSeat(name, name, 0, None, seat)
                for seat, name in enumerate(names[at : at + 4], start=1)
            ),
            hands=0,
            deals=0,
            state=TableState.WAITING,
        )
        for at in range(0, players, 4)
    )
    results = tuple(
        Result(place, name, name, NOTHING, 0, (), NOTHING.worth)
        for place, name in zip(places, names, strict=False)
    )
    return TournamentStanding((Round(1, tables, ("Out",), None),), results, tuple(names), final)


@pytest.mark.parametrize("players", [4, 44, 64, 128])
def test_wall_lists_everybody_by_name_once(players: int) -> None:
    whole = standing(players)
    parts = build_seat_list(whole, 1).parts

    rows = [one for part in range(1, parts + 1) for one in build_seat_list(whole, part).rows]

    assert [one.name for one in rows] == sorted([*whole.entrants, "Out"])
    assert all(
        len(build_seat_list(whole, part).rows) <= NAMES_AT_ONCE for part in range(1, parts + 1)
    )
    seated = {one.name: (one.table, one.seat) for one in rows}
    assert seated["Out"] == (None, None)
    assert seated[whole.entrants[0]] == (1, 1)


def test_list_pages_through_and_starts_again() -> None:
    whole = standing(128)

    assert [build_seat_list(whole, part).next_part for part in (1, 2, 3)] == [2, 3, 1]
    assert build_seat_list(whole, 99).part == 3
    assert build_seat_list(standing(8), 1).next_part == 1


def test_places_are_called_from_the_last_one_on() -> None:
    whole = standing(4, final=True, places=(1, 2, 2, 4))

    def called(given: int) -> tuple[list[int], int | None]:
        found = build_prize_giving(whole, given)
        assert found
        return [place for place, _rows in found.called], found.following

    assert called(0) == ([], 4)
    assert called(1) == ([4], 2)
    assert called(2) == ([2, 4], 1)
    assert called(3) == called(9) == ([1, 2, 4], None)
    found = build_prize_giving(whole, 2)
    assert found and len(found.called[0][1]) == 2


def test_nothing_is_called_while_it_is_played() -> None:
    assert build_prize_giving(standing(4, places=(1, 2, 3, 4)), 1) is None


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ({}, WallQuery()),
        ({"show": "seats", "part": "2"}, WallQuery(WallContent.SEATS, 2)),
        ({"show": "prizes", "given": "3"}, WallQuery(WallContent.PRIZES, 1, 3)),
        ({"show": "else", "part": "-1", "given": "x"}, WallQuery()),
        ({"part": "0", "given": "99999999999999999999"}, WallQuery()),
        ({"part": "²"}, WallQuery()),
        (
            {"show": "pages", "part": "3", "still": "1"},
            WallQuery(WallContent.PAGES, 3, still=True),
        ),
    ],
)
def test_reads_the_wall_settings_from_the_address(query: dict[str, str], asked: WallQuery) -> None:
    assert read_wall_query(query) == asked


@pytest.mark.parametrize("players", [44, 128, 133])
def test_a_wall_shows_every_table_and_place_on_some_page(players: int) -> None:
    whole = standing(players, places=tuple(range(1, players + 1)))
    assert paginate_if_crowded(whole, WallQuery()).show == WallContent.PAGES
    parts = build_wall_page(whole, 1).parts
    pages = [build_wall_page(whole, part) for part in range(1, parts + 1)]

    assert [one.number for page in pages for one in page.tables] == [
        table.number for table in whole.rounds[0].tables
    ]
    assert [row.place for page in pages for row in page.rows] == list(range(1, players + 1))
    assert [page.out for page in pages if page.out] == [("Out",)]
    assert all(
        len(page.tables) <= TABLES_AT_ONCE and len(page.rows) <= ROWS_AT_ONCE for page in pages
    )
    assert [page.next_part for page in pages] == [*range(2, parts + 1), 1]


def test_a_small_tournament_stays_on_one_page_and_a_large_one_on_request() -> None:
    assert paginate_if_crowded(standing(8), WallQuery()).show == WallContent.ALL
    assert (
        paginate_if_crowded(standing(128), WallQuery(WallContent.WHOLE)).show == WallContent.WHOLE
    )


def test_finished_tournament_pages_only_through_the_ranking() -> None:
    whole = standing(64, final=True, places=tuple(range(1, 65)))

    assert [build_wall_page(whole, part).tables for part in (1, 2)] == [(), ()]
    assert build_wall_page(whole, 9).part == build_wall_page(whole, 9).parts == 2
    assert build_wall_page(standing(4), 1).rows == ()


def test_distinguishes_players_with_the_same_initials() -> None:
    """By team and club where there are any, else by the others at the table."""
    seats = [TournamentSeat(name, name, 0, None, 1) for name in ("K. B.", "Z. A.", "T. Ö.")]
    table = replace(standing(4).rounds[0].tables[0], seats=tuple(seats))
    now = Round(1, (table,), (), None)
    names = ("K. B.", "K. B. 2", "Kovács Béla")
    whole = TournamentStanding((now,), (), names, final=False, sides={"K. B. 2": "Sasok · Zugló"})

    found = find_seats_by_name(whole, "Kovács B")

    assert [(row.name, row.side, row.beside) for row in found] == [
        ("K. B.", "", ("Z. A.", "T. Ö.")),
        ("K. B. 2", "Sasok · Zugló", ()),
        ("Kovács Béla", "", ()),
    ]
    assert find_seats_by_name(replace(whole, entrants=("K. B.",)), "kb")[0].beside == ()
