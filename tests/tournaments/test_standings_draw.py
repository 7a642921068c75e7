"""Rounds by the standings: who sits together, who sits out, and that it can be drawn again."""

from collections import Counter
from random import Random

import pytest

from tarokk_club.club.tournaments.draw.round_draw import (
    DrawnSeats,
    Tables,
    count_repeat_meetings,
    summarize_past_rounds,
)
from tarokk_club.club.tournaments.draw.standings_draw import draw_by_standings


def field(count: int) -> list[str]:
    return [f"p{number:03}" for number in range(count)]


def played(count: int, rounds: int, sizes: tuple[int, int] = (4, 5)) -> list[DrawnSeats]:
    """Rounds after each of which the order is another one."""
    players, random, found = field(count), Random(7), list[DrawnSeats]()
    for number in range(rounds):
        past: list[Tables] = [one.tables for one in found]
        order = random.sample(players, count)
        past_now = summarize_past_rounds(past, players)
        found.append(draw_by_standings(order, past_now, past, sizes=sizes, seed=f"x {number}"))
    return found


@pytest.mark.parametrize(("count", "rounds"), [(16, 3), (44, 6), (45, 5), (64, 8)])
def test_draw_repeats_no_meeting_in_a_large_field(count: int, rounds: int) -> None:
    found = [one.tables for one in played(count, rounds)]

    for number, tables in enumerate(found):
        assert (
            count_repeat_meetings(tables, summarize_past_rounds(found[:number], field(count))) == 0
        )
        assert sum(map(len, tables)) == count


def test_first_draw_seats_neighbours_together() -> None:
    order = field(16)
    drawn = draw_by_standings(order, summarize_past_rounds([], order), [], sizes=(4, 5), seed="x")

    assert [sorted(table) for table in drawn.tables] == [order[at : at + 4] for at in (0, 4, 8, 12)]


def test_avoiding_a_repeat_moves_a_player_by_one_table_at_most() -> None:
    order = field(16)
    past: list[Tables] = [(("p000", "p001", "p010", "p014"),)]
    drawn = draw_by_standings(
        order, summarize_past_rounds(past, order), past, sizes=(4, 5), seed="x"
    )

    assert count_repeat_meetings(drawn.tables, summarize_past_rounds(past, order)) == 0
    (first,) = (table for table in drawn.tables if "p000" in table)
    assert set(first) <= set(order[:8])


def test_lowest_ranked_player_who_sat_out_least_sits_out() -> None:
    order = field(11)
    first = draw_by_standings(order, summarize_past_rounds([], order), [], sizes=(4, 5), seed="x")
    assert first.out == ("p010",)

    past = [first.tables]
    second = draw_by_standings(
        order, summarize_past_rounds(past, order), past, sizes=(4, 5), seed="x"
    )
    assert second.out == ("p009",)


@pytest.mark.parametrize(("count", "sizes"), [(11, (4, 5)), (7, (4, 5)), (10, (4, 4))])
def test_no_player_sits_out_twice_before_all_did_once(count: int, sizes: tuple[int, int]) -> None:
    found = played(count, count, sizes)

    for number in range(1, count + 1):
        out = Counter(player for one in found[:number] for player in one.out)
        assert max(out.values()) - min(out[player] for player in field(count)) <= 1


def test_the_odd_table_goes_round_where_it_can() -> None:
    found = played(45, 5)

    odd = Counter(
        player for one in found for table in one.tables if len(table) != 4 for player in table
    )
    assert set(odd.values()) == {1}


def test_the_same_order_gives_the_same_seats() -> None:
    assert played(22, 4) == played(22, 4)


def test_too_few_players_all_sit_out() -> None:
    drawn = draw_by_standings("ab", summarize_past_rounds([], "ab"), [], sizes=(4, 5), seed="x")

    assert (drawn.tables, sorted(drawn.out)) == ((), ["a", "b"])
