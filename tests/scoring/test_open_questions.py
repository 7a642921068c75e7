"""A draft reports its missing parts, and no amount that would rest on a guess."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.answer import ENGLISH
from scoring.core.game import Preview
from scoring.core.translation_marks import render
from scoring.games.danish import DANISH
from scoring.games.illustrated import ILLUSTRATED
from scoring.games.paskievics import PASKIEVICS
from scoring.games.romanian import ROMANIAN
from support.strategies.danish_table import running as danish_table
from support.strategies.hungarian import table_of
from support.strategies.romanian_table import table_of as romanian_table

WON: dict[str, Any] = {"declarer": "Anna", "bid": "three", "partner": "Csaba", "result": "won"}


def paskievics(**raw: Any) -> Preview:
    return PASKIEVICS.preview(WON | raw, table_of(concede_trull_three=True))


def stakes(found: Preview, player: str = "Anna") -> list[int]:
    return [stake.points[player] for stake in found.stakes]


def render_open_questions(found: Preview) -> list[str]:
    return [render(ENGLISH, one.code, one.values) for one in found.open]


def test_an_announced_figure_without_its_fate_has_two_ends_and_no_amount() -> None:
    said = [{"figure": "four_kings", "by": "Anna"}]
    assert paskievics(announced=said).complete
    found = paskievics(announced=said, open=["announced.0.made"])
    assert (found.complete, found.lines, found.problems) == (False, (), ())
    assert render_open_questions(found) == ["Four kings: made or failed?"]
    # The game is told and pays 1 either way; only the kings still go one way or the other.
    assert stakes(found) == [1 + 2, 1 - 2]


def test_recorded_figures_are_in_both_outcomes() -> None:
    said = [{"figure": "four_kings", "by": "Béla"}, {"figure": "trull", "by": "Anna"}]
    found = paskievics(announced=said, trull="declarer", open=["announced.0.made"])
    assert stakes(found) == [1 + 2 + 2, 1 + 2 - 2]


def test_a_player_is_not_named_while_the_announcer_is_open() -> None:
    said = [{"figure": "pagat_uhu", "by": "Béla", "made": True}]
    raw = WON | {"result": "all_tricks", "announced": said}
    table = table_of(game=ILLUSTRATED)
    assert "Béla" in str(ILLUSTRATED.preview(raw, table).problems)
    found = ILLUSTRATED.preview(raw | {"open": ["announced.0.by"]}, table)
    assert render_open_questions(found) == ["Pagát uhu: by whom?"]
    assert "Béla" not in str(found.problems) and not found.complete


def test_a_missing_outcome_names_the_suit_of_the_figure() -> None:
    said = [{"figure": "king_ultimo", "by": "Anna", "suit": "hearts", "made": False}]
    raw = WON | {"announced": said, "open": ["announced.0.made"]}
    found = ILLUSTRATED.preview(raw, table_of(game=ILLUSTRATED))
    assert render_open_questions(found) == ["King ultimó in Hearts: made or failed?"]


def test_a_missing_partner_does_not_mean_playing_alone() -> None:
    raw = {key: value for key, value in WON.items() if key != "partner"}
    found = PASKIEVICS.preview(raw, table_of())
    assert (found.complete, found.lines) == (False, ())
    assert render_open_questions(found) == ["Choose the partner, or that the declarer plays alone."]
    assert [dict(one.points) for one in found.stakes] == [{"Anna": 1}, {"Anna": 1}]
    assert PASKIEVICS.preview(raw | {"partner": None}, table_of()).complete


def test_conceded_three_without_a_recorded_partner_has_only_stakes() -> None:
    raw = {"outcome": "conceded", "declarer": "Anna"}
    table = table_of(concede_trull_three=True)
    found = PASKIEVICS.preview(raw, table)
    assert (found.complete, found.lines, stakes(found)) == (False, (), [9, 3])
    assert PASKIEVICS.preview(raw | {"partner": "Béla"}, table).complete


ROMANIAN_WON: dict[str, Any] = {
    "declarer": "Ana",
    "contract": "doi",
    "called": "hearts",
    "partner": "Carmen",
    "declarer_points": 40,
}


def test_romanian_figures_and_partners_are_reported_as_missing_too() -> None:
    table = romanian_table()
    assert ROMANIAN.preview(ROMANIAN_WON, table).complete
    said = {"announced": [{"figure": "trula", "by": "Ana"}], "open": ["announced.0.made"]}
    found = ROMANIAN.preview(ROMANIAN_WON | said, table)
    assert not found.complete and render_open_questions(found) == ["Trull: made or failed?"]
    assert stakes(found, "Ana") == [2 + 2, 2 - 2]
    alone = {key: value for key, value in ROMANIAN_WON.items() if key != "partner"}
    assert not ROMANIAN.preview(alone, table).complete


def test_a_fault_that_depends_on_the_missing_partner_waits_for_the_partner() -> None:
    table = romanian_table()
    catcher = next(seat for seat in table.seats if seat not in ("Ana", "Carmen"))
    raw = ROMANIAN_WON | {"luna_prinsa": {"by": catcher, "from": "Carmen"}}
    open_partner = {key: value for key, value in raw.items() if key != "partner"}
    assert ROMANIAN.preview(raw, table).complete
    found = ROMANIAN.preview(open_partner, table)
    assert not found.complete and not found.problems
    alone = ROMANIAN.preview(raw | {"partner": None}, table)
    assert [problem.code for problem in alone.problems] == ["ro.luna_own_side"]

    certain = ROMANIAN.preview(open_partner | {"declarer_points": 70}, table)
    assert [problem.code for problem in certain.problems] == ["ro.exclude_points"]


def test_an_announced_tout_without_its_fate_moves_no_pot() -> None:
    table = danish_table()
    trick = {"winner": table.dealer, "with": "other"}
    points = dict.fromkeys(table.seats, 26)
    raw = {"announced_tout": True, "last_trick": trick, "card_points": points}
    assert DANISH.preview(raw, table).complete
    found = DANISH.preview(raw | {"open": ["announced_tout.made"]}, table)
    assert not found.complete and render_open_questions(found) == ["Tout: made or failed?"]
    assert "tout" not in [line.item for line in found.lines]


@pytest.mark.parametrize("junk", [7, "announced", [7, "x", "announced.9.by", "..", "partner.by"]])
def test_junk_in_the_list_of_open_questions_asks_nothing(junk: Any) -> None:
    assert paskievics(open=junk).complete
