"""Paskievics with the ultimo pot: who fills it, wins it, doubles it, and by how much at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring.core.doubled_rounds import Doubling
from scoring.core.table import Table
from scoring.games.paskievics import PASKIEVICS
from support.strategies.hungarian import announced, hand, score, table_of

PASSED = {"type": "hand", "outcome": "passed_out"}


PAGAT = [announced("pagat_ultimo")]
MADE = {"announced": PAGAT, "pagat_ultimo": {"by": "Anna", "made": True}}


def pot_of(content: int, **changes: Any) -> Table:
    return replace(table_of(void_hands="pot", **changes), pots={"ultimo": content})


def test_everybody_at_the_table_fills_the_pot_after_a_void_hand() -> None:
    result = score(PASSED, table_of(players=5, dealer="Emil", void_hands="pot"))
    assert result.net["Emil"] == -2
    assert result.after.pots == {"ultimo": 10}
    assert result.after.multiplier == 1


def test_an_announced_pagat_ultimo_takes_the_pot_announcer_first() -> None:
    raw = hand(
        announced=[announced("pagat_ultimo", by="Csaba")], pagat_ultimo={"by": "Anna", "made": True}
    )
    result = score(raw, pot_of(9))
    assert result.lines[-1].points == {"Csaba": 5, "Anna": 4, "pot:ultimo": -9}
    assert result.after.pots == {"ultimo": 0}


def test_a_failed_one_doubles_the_pot() -> None:
    result = score(hand(announced=PAGAT), pot_of(9))
    assert result.lines[-1].points == {"Anna": -5, "Csaba": -4, "pot:ultimo": 9}
    assert result.after.pots == {"ultimo": 18}


@pytest.mark.parametrize(("players", "limit"), [(4, 48), (5, 50)])
def test_the_pot_moves_by_a_limit_at_once(players: int, limit: int) -> None:
    table = pot_of(100, players=players)
    assert score(hand(**MADE), table).after.pots == {"ultimo": 100 - limit}
    assert score(hand(announced=PAGAT), table).after.pots == {"ultimo": 100 + limit}


def test_three_opponents_share_the_pot_from_the_announcer_on() -> None:
    raw = hand(
        partner=None,
        announced=[announced("pagat_ultimo", by="Dóra")],
        pagat_ultimo={"by": "Béla", "made": True},
    )
    assert score(raw, pot_of(8)).lines[-1].points == {
        "Dóra": 3,
        "Béla": 3,
        "Csaba": 2,
        "pot:ultimo": -8,
    }


def test_kontra_and_doubled_rounds_do_not_multiply_the_pot() -> None:
    table = replace(pot_of(10), doubling=Doubling(((2, 2),)))
    raw = hand(announced=[announced("pagat_ultimo", kontra=2)])
    assert score(raw, table).after.pots == {"ultimo": 20}


def test_the_pot_line_names_the_announcement_that_moved_it() -> None:
    said = [announced("pagat_ultimo", kontra=2)]
    line = score(hand(announced=said), pot_of(9)).lines[-1]
    assert (line.item, line.figure, line.announced) == ("pot", "pagat_ultimo", True)
    assert (line.kontra, line.side, line.by) == (2, "declarer", "Anna")


def test_two_announcements_are_settled_one_after_the_other() -> None:
    fails, makes = announced("pagat_ultimo", by="Béla"), announced("pagat_ultimo")
    fact = {"pagat_ultimo": {"by": "Anna", "made": True}}
    first_doubled = score(hand(announced=[fails, makes], **fact), pot_of(10))
    assert [line.points["pot:ultimo"] for line in first_doubled.lines[-2:]] == [10, -20]
    first_won = score(hand(announced=[makes, fails], **fact), pot_of(10))
    assert first_won.lines[-1].points["pot:ultimo"] == -10
    assert first_won.after.pots == {"ultimo": 0}


def test_a_silent_pagat_ultimo_never_touches_the_pot() -> None:
    raw = hand(pagat_ultimo={"by": "Anna", "made": True})
    assert score(raw, pot_of(10)).after.pots == {"ultimo": 10}


def test_without_the_rule_there_is_no_pot() -> None:
    assert PASKIEVICS.pots(table_of().rules) == ()
    assert PASKIEVICS.pots(table_of(preset="standard").rules) == ("ultimo",)
