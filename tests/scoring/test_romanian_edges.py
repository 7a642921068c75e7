"""Romanian tarok at its edges: the nearest hand on either side of each limit, name by name."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.core.events import read_event
from scoring.core.game import Preview
from scoring.core.problem import RefusedError
from scoring.core.replay import apply_event
from scoring.core.table import Table
from scoring.games.romanian import ROMANIAN
from scoring.games.romanian.revoke import split_pool_payment
from scoring.games.romanian.sides import split_into_sides
from scoring.games.taper import TAPER
from support.strategies.romanian_table import (
    ALL,
    DOI,
    LOST,
    MICHI,
    NONE,
    PLAYERS,
    SURRENDER,
    WON,
    announcement,
    play,
    table_of,
    value,
)

BOGDAN: dict[str, Any] = {**DOI, "declarer": "Bogdan", "partner": "Dan"}


def list_faults(raw: dict[str, Any], at: Table | None = None) -> list[Any]:
    """Every fault with its field and all that its sentence names."""
    try:
        event = read_event(ROMANIAN, {"type": "hand", **raw})
        problems = apply_event(ROMANIAN, at or table_of(), event).problems
    except RefusedError as refused:
        problems = tuple(refused.problems)
    return [(one.code, one.field, dict(one.values)) for one in problems]


def codes(raw: dict[str, Any]) -> list[tuple[str, str]]:
    return [(code, field) for code, field, _values in list_faults(raw)]


def preview(raw: dict[str, Any], game: Any = ROMANIAN) -> Preview:
    found: Preview = game.preview(raw, table_of(game))
    return found


def stakes(found: Preview) -> dict[str, dict[str, int]]:
    return {stake.code: dict(stake.points) for stake in found.stakes}


# --- what cannot be


@pytest.mark.parametrize("by", ["Ana", "Carmen"])
def test_no_opponent_can_announce_the_king(by: str) -> None:
    raw = {**BOGDAN, **WON, "announced": [announcement("rege_ultimo", by)]}
    assert list_faults(raw) == [("ro.rege_not_holder", "announced.0.by", {"player": by})]


@pytest.mark.parametrize("by", ["Ana", "Carmen", "Dan"])
def test_only_the_declarer_announces_the_pagat(by: str) -> None:
    raw = {**BOGDAN, **WON, "announced": [announcement("pagat_ultimo", by)]}
    assert list_faults(raw) == [("ro.pagat_not_declarer", "announced.0.by", {"player": by})]


def test_partner_not_at_the_table_is_the_only_problem_reported() -> None:
    raw = {**DOI, **WON, "partner": "Emil", "luna_prinsa": {"by": "Bogdan", "from": "Dan"}}
    assert codes(raw) == [("not_at_table", "partner")]


@pytest.mark.parametrize(("contract", "lowest"), [("doi", 52), ("unu", 48)])
def test_all_tricks_leave_the_others_only_the_talon_points(contract: str, lowest: int) -> None:
    raw = {**DOI, "contract": contract, "tricks": "all"}
    for points in (35, lowest - 1):
        assert list_faults({**raw, "declarer_points": points}) == [
            ("ro.too_few_with_all_tricks", "declarer_points", {"lowest": lowest})
        ]
    assert list_faults({**raw, "declarer_points": lowest}) == []


def test_all_tricks_include_the_last_one() -> None:
    pagat = {by: {"pagat_ultimo": {"by": by, "made": True}} for by in ("Ana", "Dan")}
    assert codes({**DOI, **ALL, **pagat["Ana"]}) == []
    assert codes({**DOI, **NONE, **pagat["Dan"]}) == []
    empty = [("ro.nothing_without_tricks", "pagat_ultimo")]
    assert codes({**DOI, **ALL, **pagat["Dan"]}) == empty
    assert codes({**DOI, **NONE, **pagat["Ana"]}) == empty
    king: dict[bool, dict[str, Any]] = {
        True: {"rege_ultimo": {"made": True}},
        False: {"rege_ultimo": {"made": False}, "king_captured": True},
    }
    assert codes({**DOI, **ALL, **king[True]}) == []
    assert codes({**DOI, **NONE, **king[False]}) == []
    empty = [("ro.nothing_without_tricks", "rege_ultimo")]
    captured = [("ro.nothing_without_tricks", "king_captured")]
    assert codes({**DOI, **ALL, **king[False]}) == empty + captured
    assert codes({**DOI, **NONE, **king[True]}) == empty


def test_refuses_a_negative_number_of_tricks_in_a_michi_michi() -> None:
    raw = {"outcome": "michi", "tricks_taken": {"Ana": -1, "Bogdan": 12, "Dan": 1}}
    assert codes(raw) == [("out_of_range", "tricks_taken.Ana")]


# --- what is paid


def lines(raw: dict[str, Any], **rules: Any) -> dict[str, Any]:
    return {line.item: line for line in play(raw, table_of(**rules)).lines}


def test_only_its_announcer_can_make_an_announced_pagat() -> None:
    raw = {**BOGDAN, **WON, "announced": [announcement("pagat_ultimo", "Bogdan")]}
    won = {by: {"pagat_ultimo": {"by": by, "made": True}} for by in ("Bogdan", "Dan")}
    line = lines({**raw, **won["Bogdan"]})["pagat_ultimo"]
    assert line.code == "ro.announced_made_declarer"
    line = lines({**raw, **won["Dan"]})["pagat_ultimo"]
    assert line.code == "ro.announced_failed_declarer"
    # The partner's name may come first as well.
    raw = {**DOI, "declarer": "Carmen", "partner": "Ana", **WON}
    raw |= {"announced": [announcement("pagat_ultimo", "Carmen")]}
    line = lines({**raw, "pagat_ultimo": {"by": "Ana", "made": True}})["pagat_ultimo"]
    assert line.code == "ro.announced_failed_declarer"


def test_of_two_equal_declarations_of_a_side_the_first_counts() -> None:
    declared = [{"player": name, "count": 8} for name in ("Carmen", "Ana")]
    assert lines({**DOI, **WON, "declarations": declared})["taroace"].by == "Carmen"


def test_payments_of_a_michi_michi_go_into_the_pool() -> None:
    step = play(MICHI)
    # Four founded it, the dealer added one, and twelve tricks were paid.
    assert step.after.pots == {"pool": 4 + 1 + 12}
    assert play(MICHI, step.after).after.pots == {"pool": 17 + 1 + 12 * 2}


def test_only_a_hand_that_pays_nothing_is_followed_by_a_radler() -> None:
    assert "hep_hep" not in lines({**DOI, **LOST}, hep_hep=True)
    assert "hep_hep" not in lines({**DOI, **WON}, hep_hep=True)
    even = {**DOI, **WON, "trula": "opponents", "toti_regii": "opponents"}
    assert value({**even, "declarer_points": 40}) == 0
    assert "hep_hep" in lines({**even, "declarer_points": 40}, hep_hep=True)


def test_a_side_that_loses_a_single_point_pays_for_a_revoke_too() -> None:
    raw = {**DOI, **LOST, "trula": "declarer", "revoke": "Carmen"}
    line = lines(raw)["revoke"]
    assert (line.code, line.points) == ("ro.revoke_pays", {"Ana": 1, "Carmen": -1})


def test_revoking_player_pays_only_the_own_sides_pool_debt() -> None:
    sides = split_into_sides(PLAYERS, "Ana", partner="Carmen")

    def paid(amount: int, side: str, offender: str | None) -> dict[str, int]:
        return split_pool_payment(amount, sides, side=side, offender=offender)

    assert paid(-1, "declarer", "Carmen") == {"Carmen": -1}
    assert paid(0, "declarer", "Carmen") == {"Ana": 0, "Carmen": 0}
    assert paid(2, "declarer", "Carmen") == {"Ana": 1, "Carmen": 1}
    assert paid(-2, "opponents", "Carmen") == {"Bogdan": -1, "Dan": -1}
    assert paid(-2, "declarer", "Dan") == {"Ana": -1, "Carmen": -1}
    assert paid(-2, "declarer", None) == {"Ana": -1, "Carmen": -1}


# --- what a draft shows


def test_asks_for_a_partner_only_if_there_is_one() -> None:
    taper = preview({"declarer": "Ana", "contract": "doi"}, TAPER)
    assert [one.field for one in taper.open] == []
    assert [one.field for one in preview(SURRENDER).open] == []
    doi = preview({"declarer": "Ana", "contract": "doi", "called": "hearts"})
    assert [one.field for one in doi.open] == ["partner"]


@pytest.mark.parametrize(("points", "won"), [(35, -2), (36, 2), (37, 2)])
def test_once_the_points_are_recorded_the_game_is_no_longer_at_stake(points: int, won: int) -> None:
    raw = {"declarer": "Ana", "contract": "doi", "called": "hearts", "declarer_points": points}
    assert stakes(preview(raw)) == {"stake_best": {"Ana": won}, "stake_worst": {"Ana": won}}
    silent = won + 1
    assert stakes(preview({**raw, "trula": "declarer"})) == {
        "stake_best": {"Ana": silent},
        "stake_worst": {"Ana": silent},
    }
