"""A whole schedule at once: no repeated meeting where none is known to be possible."""

from collections import Counter
from hashlib import sha256
from itertools import combinations

import pytest

from tarokk_club.club.tournaments.draw.known_schedules import (
    BASES,
    build_repeat_free_rounds,
)
from tarokk_club.club.tournaments.draw.round_draw import Tables
from tarokk_club.club.tournaments.draw.schedule_draw import (
    DrawTask,
    Schedule,
    draw_from_task,
    draw_schedule,
)
from tools.lab.bench.draws import count_repeat_free_rounds


def players(count: int) -> list[str]:
    return [f"player {number:03}" for number in range(count)]


def drawn(count: int, rounds: int, *, past: tuple[Tables, ...] = (), seed: str = "x") -> Schedule:
    return draw_schedule(players(count), past, rounds=rounds, sizes=(4, 5), seed=seed)


def met(rounds: list[Tables]) -> Counter[tuple[str, str]]:
    return Counter(
        pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2)
    )


def spread(counts: Counter[str], count: int) -> int:
    each = [counts[player] for player in players(count)]
    return max(each) - min(each)


@pytest.mark.parametrize("count", sorted([32, *BASES]))
def test_predefined_rounds_seat_everybody_without_repeated_meetings(count: int) -> None:
    rounds = build_repeat_free_rounds(count)

    assert len(rounds) >= count_repeat_free_rounds(count)
    for tables in rounds:
        assert sorted(one for table in tables for one in table) == list(range(count))
    pairs = [pair for tables in rounds for t in tables for pair in combinations(sorted(t), 2)]
    assert len(pairs) == len(set(pairs))


@pytest.mark.parametrize("seed", ["a", "b"])
@pytest.mark.parametrize(("count", "rounds"), [(16, 5), (28, 9), (32, 10), (40, 12), (44, 12)])
def test_perfect_schedule_repeats_no_meeting(count: int, rounds: int, seed: str) -> None:
    schedule = drawn(count, rounds, seed=seed)

    assert schedule.repeat_meetings == 0
    assert set(met([one.tables for one in schedule.rounds]).values()) == {1}


def test_longer_schedule_repeats_as_few_meetings_as_possible() -> None:
    schedule = drawn(16, 7)

    counts = met([one.tables for one in schedule.rounds])
    assert schedule.repeat_meetings == schedule.bound == sum(counts.values()) - 120
    assert set(counts.values()) == {1, 2}


@pytest.mark.parametrize(
    ("count", "rounds"),
    [
        *((6, 3), (9, 2), (16, 5)),
        *(
            pytest.param(*one, marks=pytest.mark.ci)
            for one in ((6, 7), (9, 5), (11, 6), (13, 4), (18, 3))
        ),
    ],
)
def test_seats_byes_and_odd_tables_go_round(count: int, rounds: int) -> None:
    schedule = drawn(count, rounds)

    tables = [table for one in schedule.rounds for table in one.tables]
    out = Counter(player for one in schedule.rounds for player in one.out)
    odd = Counter(player for table in tables if len(table) != 4 for player in table)
    assert spread(Counter(table[-1] for table in tables), count) <= 1
    assert spread(Counter(table[0] for table in tables), count) <= 1
    assert spread(out, count) <= 1
    assert spread(odd, count) <= 1
    for one in schedule.rounds:
        assert sorted([*one.out, *(p for t in one.tables for p in t)]) == players(count)


@pytest.mark.parametrize(
    ("count", "rounds", "most"),
    [
        (13, 2, 2),
        *(
            pytest.param(*one, marks=pytest.mark.ci)
            for one in (
                (13, 5, 2),
                (17, 5, 2),
                (18, 5, 2),
                (13, 8, 4),
                (9, 5, 4),
                (18, 12, 4),
                (22, 8, 2),
            )
        ),
    ],
)
def test_no_pair_meets_often_while_others_have_not_met(count: int, rounds: int, most: int) -> None:
    schedule = drawn(count, rounds)

    counts = met([one.tables for one in schedule.rounds])
    assert max(counts.values()) == schedule.most <= most
    pairs = count * (count - 1) // 2
    assert schedule.most_bound == -(-sum(counts.values()) // pairs) <= schedule.most
    assert schedule.most <= schedule.most_bound + 1


# What 0.2.0 drew, as the first sixteen digits of the sum over its tables.
SHOWN = {(13, 4): "07b1adf9795cfb45", (18, 3): "7d99a584ecee767d", (9, 5): "cd23e921980b76f2"}


@pytest.mark.parametrize(
    ("count", "rounds"), [(9, 5), *(pytest.param(*one, marks=pytest.mark.ci) for one in SHOWN)]
)
def test_seed_of_an_earlier_version_reproduces_its_tables(count: int, rounds: int) -> None:
    names = [f"p{number:02}" for number in range(count)]
    again = draw_from_task(DrawTask(names, rounds, (4, 5), "x", weights_version=1), [])

    told = repr([(one.tables, one.out) for one in again.rounds])
    assert sha256(told.encode()).hexdigest()[:16] == SHOWN[count, rounds]


def test_remaining_rounds_are_drawn_considering_past_ones() -> None:
    whole = drawn(16, 5)
    past = tuple(one.tables for one in whole.rounds[:2])
    gone = players(16)[:15]

    left = draw_schedule(gone, past, rounds=2, sizes=(4, 5), seed="x")

    before = met(list(past))
    again = sum(
        before[pair] + count - (not before[pair])
        for pair, count in met([one.tables for one in left.rounds]).items()
    )
    assert left.repeat_meetings <= again
    assert left.repeat_meetings < 35
    assert {p for one in left.rounds for t in one.tables for p in t} == set(gone)
    dealt = Counter(t[-1] for one in [*past, *(r.tables for r in left.rounds)] for t in one)
    assert max(dealt.values()) <= 2


@pytest.mark.ci
def test_draw_depends_only_on_the_seed() -> None:
    assert drawn(13, 3) == drawn(13, 3)
    assert drawn(13, 3) != drawn(13, 3, seed="another")
    assert drawn(16, 5) != drawn(16, 5, seed="another")


def test_too_few_players_all_sit_out() -> None:
    schedule = drawn(3, 2)

    assert [one.tables for one in schedule.rounds] == [(), ()]
    assert [len(one.out) for one in schedule.rounds] == [3, 3]
