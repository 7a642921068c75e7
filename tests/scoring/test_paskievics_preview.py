"""Paskievics: the preview of an incomplete hand."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.core.game import Preview
from scoring.core.table import Table
from scoring.games.paskievics import PASKIEVICS
from support.strategies.hungarian import hand, score, table_of

PLAIN = table_of()
CONTRACT: dict[str, Any] = {"declarer": "Anna", "bid": "three", "partner": "Csaba"}


def preview(table: Table = PLAIN, **raw: Any) -> Preview:
    return PASKIEVICS.preview(raw, table)


def stakes(found: Preview) -> dict[str, dict[str, int]]:
    return {stake.code: dict(stake.points) for stake in found.stakes}


def four(amount: int) -> dict[str, int]:
    return {"Anna": amount, "Csaba": amount, "Béla": -amount, "Dóra": -amount}


def test_a_complete_hand_shows_its_lines() -> None:
    found = preview(**hand(trull="declarer"))
    assert found.complete
    assert found.lines == score(hand(trull="declarer"), PLAIN).lines


def test_an_empty_draft_has_an_empty_preview() -> None:
    assert preview() == Preview((), (), complete=False)
    assert preview(declarer="Anna", bid=None, announced=None) == Preview((), (), complete=False)


def test_stake_names_only_the_declarer_before_the_partner_is_entered() -> None:
    found = preview(declarer="Anna", bid="two", kontra_game=1)
    assert not found.complete
    assert stakes(found) == {"stake_best": {"Anna": 4}, "stake_worst": {"Anna": -4}}


def test_with_the_partner_the_stake_names_everybody() -> None:
    raw: dict[str, Any] = {"declarer": "Anna", "bid": "two", "partner": "Csaba"}
    assert stakes(preview(**raw)) == {"stake_best": four(2), "stake_worst": four(-2)}
    alone = preview(declarer="Anna", bid="two", partner=None)
    assert stakes(alone)["stake_best"] == {"Anna": 6, "Béla": -2, "Csaba": -2, "Dóra": -2}


def test_announcements_of_both_sides_are_at_stake() -> None:
    said = [
        {"figure": "trull", "by": "Csaba", "kontra": 1},
        {"figure": "pagat_ultimo", "by": "Dóra"},
    ]
    raw: dict[str, Any] = {
        "declarer": "Anna",
        "bid": "three",
        "partner": "Csaba",
        "announced": said,
    }
    everything = 1 + 4 + 10
    assert stakes(preview(**raw)) == {
        "stake_best": four(everything),
        "stake_worst": four(-everything),
    }


def test_an_announced_double_replaces_the_game_at_its_best() -> None:
    said = [{"figure": "double", "by": "Anna"}]
    raw: dict[str, Any] = {
        "declarer": "Anna",
        "bid": "three",
        "partner": "Csaba",
        "announced": said,
    }
    assert stakes(preview(**raw)) == {"stake_best": four(4), "stake_worst": four(-5)}


def test_the_stake_is_multiplied_and_shared_like_the_hand() -> None:
    table = table_of(players=5, dealer="Emil", dealer_shares=True)
    raw: dict[str, Any] = {"declarer": "Anna", "bid": "three", "partner": "Csaba"}
    best = stakes(preview(table, **raw))["stake_best"]
    assert best == {"Anna": 2, "Csaba": 1, "Béla": -1, "Dóra": -1, "Emil": -1}


def test_the_same_figure_by_two_unknown_sides_is_no_fault_yet() -> None:
    said = [{"figure": "trull", "by": "Béla"}, {"figure": "trull", "by": "Csaba"}]
    raw: dict[str, Any] = {"declarer": "Anna", "bid": "three", "announced": said}
    found = preview(**raw)
    assert found.problems == ()
    assert stakes(found)["stake_best"] == {"Anna": 1 + 2 + 2}
    twice = preview(**raw, partner="Dóra")
    assert [fault.code for fault in twice.problems] == ["hu.announced_twice"]
    assert twice.stakes == ()


def test_faults_show_before_the_hand_is_complete() -> None:
    found = preview(declarer="Anna", partner="Anna", bid="two", kontra_game=9)
    assert [fault.field for fault in found.problems] == ["kontra_game"]
    seat = preview(declarer="Anna", partner="Anna", bid="two")
    assert [fault.code for fault in seat.problems] == ["hu.own_partner"]
    assert seat.stakes == ()


def test_a_complete_hand_with_a_fault_keeps_its_stake() -> None:
    found = preview(**hand(declarer_points=10, trull="declarer"))
    assert not found.complete
    assert [fault.field for fault in found.problems] == ["trull"]
    assert stakes(found)["stake_best"] == four(1)


@pytest.mark.parametrize(
    "raw", [{"outcome": "failed_trial", "declarer": "Anna"}, {"outcome": "passed_in"}]
)
def test_a_hand_that_was_not_played_has_nothing_at_stake(raw: dict[str, Any]) -> None:
    found = preview(**raw)
    assert (found.complete, found.stakes) == (False, ())
