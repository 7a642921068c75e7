"""Romanian tarok: payments of a hand between the sides.

Source: S2; scoring/RULEBOOK.md, section 4.
"""

from __future__ import annotations

import pytest

from scoring.core.posting import sum_points
from support.strategies.romanian_table import (
    BESIDE,
    DOI,
    LOST,
    OURS,
    THEIRS,
    WON,
    announcement,
    faults,
    net_between,
    play,
    table_of,
    value,
)


@pytest.mark.parametrize(
    ("contract", "level", "kontra", "won", "lost"),
    [
        ("doi", 1, 0, 2, -2),
        ("doi", 7, 0, 2, -14),
        ("doi", 3, 1, 12, -12),
        ("doi", 3, 5, 192, -192),
        ("unu", 1, 0, 3, -3),
        ("unu", 13, 0, 3, -39),
        ("unu", 2, 2, 24, -24),
        ("solo", 1, 0, 8, -8),
        ("solo", 1, 3, 64, -64),
    ],
)
def test_a_game_pays_its_value_and_lost_or_with_contra_its_level(
    contract: str, level: int, kontra: int, won: int, lost: int
) -> None:
    hand = {**DOI, "contract": contract, "level": level, "kontra_game": kontra}
    assert value({**hand, **WON}) == won
    assert value({**hand, **LOST}) == lost


@pytest.mark.parametrize(
    ("level", "kontra", "won", "lost"), [(1, 0, 1, -1), (5, 0, 1, -5), (2, 1, 4, -4)]
)
def test_by_the_option_trei_is_played_as_in_taper(
    level: int, kontra: int, won: int, lost: int
) -> None:
    at = table_of(trei=True)
    hand = {**DOI, "contract": "trei", "level": level, "kontra_game": kontra}
    assert value({**hand, **WON}, at) == won
    assert value({**hand, **LOST}, at) == lost
    assert value({**hand, **WON, "trula": "declarer"}, at) == won + 1
    assert faults({**hand, **WON, "level": 6}, at) == {"level": "out_of_range"}


def test_without_the_option_trei_is_refused() -> None:
    refused = {"contract": "ro.trei_not_played"}
    assert faults({**DOI, **WON, "contract": "trei"}) == refused
    given_up = {"outcome": "surrendered", "declarer": "Ana", "honour_held": True}
    assert faults({**given_up, "contract": "trei"}) == refused
    assert faults({**given_up, "contract": "trei"}, table_of(trei=True)) == {}


SILENT = [(figure, "doi", 1) for figure in OURS] + [(figure, "solo", 2) for figure in OURS]
ANNOUNCED = [
    *[(figure, "doi", 7 if figure == "pagat_ultimo" else 2) for figure in OURS],
    *[(figure, "unu", 7 if figure == "pagat_ultimo" else 2) for figure in OURS],
    *[(figure, "solo", 9 if figure == "pagat_ultimo" else 4) for figure in OURS],
]
# With a partner it is the partner who holds the called king.
SAYS = {"rege_ultimo": "Carmen"}
GAME = {"doi": 2, "unu": 3, "solo": 8}


@pytest.mark.parametrize(("figure", "contract", "worth"), SILENT)
def test_a_silent_figure_pays_its_silent_value(figure: str, contract: str, worth: int) -> None:
    hand = {**DOI, "contract": contract, **WON}
    assert value({**hand, **OURS[figure]}) == GAME[contract] + worth
    if figure in THEIRS:
        assert value({**hand, **THEIRS[figure]}) == GAME[contract] - worth


@pytest.mark.parametrize(("figure", "contract", "worth"), ANNOUNCED)
def test_announced_figure_pays_its_value_either_way(figure: str, contract: str, worth: int) -> None:
    hand = {
        **DOI,
        "contract": contract,
        **WON,
        "announced": [announcement(figure, SAYS.get(figure, "Ana"))],
    }
    assert value({**hand, **OURS[figure]}) == GAME[contract] + worth
    assert value(hand) == GAME[contract] - worth


@pytest.mark.parametrize("kontra", range(6))
def test_contra_doubles_the_announcement_and_never_the_silent_figure(kontra: int) -> None:
    hand = {**DOI, **WON, "announced": [announcement("trula", "Carmen", kontra)]}
    made = {**hand, "trula": "declarer", "toti_regii": "declarer"}
    assert value(made) == 2 + 2 * 2**kontra + 1
    assert value(hand) == 2 - 2 * 2**kontra


def test_opponents_announce_and_the_other_side_makes_it_silently() -> None:
    hand = {**DOI, **WON, "announced": [announcement("toti_regii", "Bogdan")]}
    assert value({**hand, "toti_regii": "opponents"}) == 2 - 2
    assert value({**hand, "toti_regii": "declarer"}) == 2 + 2 + 1


def test_both_sides_announce_the_same_figure() -> None:
    announced = [announcement("trula", "Ana", 1), announcement("trula", "Dan")]
    assert value({**DOI, **WON, "announced": announced, "trula": "declarer"}) == 2 + 4 + 2
    assert value({**DOI, **WON, "announced": announced}) == 2 - 4 + 2


def test_a_silent_ultimo_that_fails_costs_its_silent_value() -> None:
    assert value({**DOI, **WON, "pagat_ultimo": {"by": "Carmen", "made": False}}) == 2 - 1
    assert value({**DOI, **WON, "pagat_ultimo": {"by": "Bogdan", "made": False}}) == 2 + 1
    fell = {"rege_ultimo": {"made": False}, "king_captured": True}
    assert value({**DOI, **WON, **fell}) == 2 - 1 - 1


def test_announced_pagat_ultimo_needs_the_declarers_own_pagat() -> None:
    hand = {**DOI, **WON, "announced": [announcement("pagat_ultimo", "Ana")]}
    assert value({**hand, "pagat_ultimo": {"by": "Carmen", "made": True}}) == 2 - 7
    assert value({**hand, "pagat_ultimo": {"by": "Dan", "made": True}}) == 2 - 7 - 1
    assert value({**hand, "pagat_ultimo": {"by": "Ana", "made": False}}) == 2 - 7


def test_the_captured_king_pays_the_opponents_and_an_abandoned_one_two_instead() -> None:
    assert value({**DOI, **WON, "king_captured": True}) == 2 - 1
    assert value({**DOI, **WON, "contract": "solo", "king_captured": True}) == 8 - 2
    alone = {**DOI, **WON, "partner": None}
    for facts in ({"king_abandoned": True}, {"king_abandoned": True, "king_captured": True}):
        net = net_between({**alone, **facts})
        assert net == {"Ana": 0, "Bogdan": 0, "Carmen": 0, "Dan": 0}


@pytest.mark.parametrize(
    ("contract", "silent", "announced"), [("doi", 8, 16), ("unu", 8, 16), ("solo", 32, 64)]
)
def test_a_valat_is_paid_instead_of_the_game(contract: str, silent: int, announced: int) -> None:
    hand = {**DOI, "contract": contract, "kontra_game": 2}
    ours, theirs = (
        {"tricks": "all", "declarer_points": 70},
        {"tricks": "none", "declarer_points": 0},
    )
    assert value({**hand, **ours}) == silent
    assert value({**hand, **theirs}) == -silent
    calls = {"announced": [announcement("valat", "Carmen", 1)]}
    assert value({**hand, **ours, **calls}) == 2 * announced
    assert value({**hand, **theirs, **calls}) == -2 * announced - silent


def test_a_failed_valat_leaves_the_game() -> None:
    assert value({**DOI, **WON, "announced": [announcement("valat", "Ana")]}) == 2 - 16
    assert value({**DOI, **WON, "announced": [announcement("valat", "Dan")]}) == 2 + 16


def test_all_tricks_bring_trula_and_kings_only_where_recorded() -> None:
    hand = {**DOI, "tricks": "all", "announced": [announcement("trula", "Ana")]}
    assert value(hand) == 8 - 2
    assert value({**hand, "trula": "declarer", "toti_regii": "declarer"}) == 8 + 2 + 1


@pytest.mark.parametrize(("count", "worth"), [(8, 1), (9, 2), (10, 3), (11, 3), (12, 3)])
def test_declared_taroace_count_for_their_side(count: int, worth: int) -> None:
    assert (
        value({**DOI, **WON, "declarations": [{"player": "Carmen", "count": count}]}) == 2 + worth
    )
    assert value({**DOI, **LOST, "declarations": [{"player": "Dan", "count": count}]}) == -2 - worth


def test_of_each_sides_taroace_the_highest_only_counts() -> None:
    for declared, worth in (
        ((("Ana", 8), ("Carmen", 10)), 3),
        ((("Carmen", 10), ("Bogdan", 9)), 3 - 2),
        ((("Bogdan", 8), ("Dan", 9)), -2),
    ):
        declarations = [{"player": player, "count": count} for player, count in declared]
        assert value({**DOI, **WON, "declarations": declarations}) == 2 + worth


def test_alone_the_value_is_paid_with_each_of_three() -> None:
    net = sum_points(
        play({**DOI, **WON, "partner": None}, table_of(pool=False, all_pass="radler")).lines
    )
    assert net == {"Ana": 6, "Bogdan": -2, "Carmen": -2, "Dan": -2}


@pytest.mark.parametrize(("honour", "each"), [(True, 6), (False, 7)])
def test_a_surrender_pays_the_lost_game_at_its_level(honour: bool, each: int) -> None:
    hand = {"outcome": "surrendered", "declarer": "Ana", "contract": "doi", "level": 3}
    step = play({**hand, "honour_held": honour})
    net = sum_points([line for line in step.lines if line.item not in BESIDE])
    assert net == {"Ana": -3 * each, "Bogdan": each, "Carmen": each, "Dan": each}
    assert step.after.dealer == "Ana"
