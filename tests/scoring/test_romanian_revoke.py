"""A revoke: the offender's side cannot win, and the offender pays for the partner."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.answer import ENGLISH
from scoring.core.posting import sum_points
from scoring.core.translation_marks import render
from scoring.games.taper import TAPER
from support.strategies.romanian_table import (
    DOI,
    LOST,
    MADE,
    PAGAT,
    WON,
    announcement,
    net_between,
    play,
    table_of,
)

POOL = 5  # four founded it, the dealer put in one more


def revoke(raw: dict[str, Any], player: str) -> dict[str, int]:
    return {
        name: points for name, points in net_between({**raw, "revoke": player}).items() if points
    }


def test_a_revoking_side_wins_nothing_and_the_line_explains_it() -> None:
    assert revoke({**DOI, **WON}, "Carmen") == {}
    assert revoke({**DOI, **LOST}, "Dan") == {}
    lines = play({**DOI, **WON, "revoke": "Ana"}).lines
    line = next(one for one in lines if one.item == "revoke")
    # Doi won is 2 a head: taken back from both winners.
    assert dict(line.points) == {"Ana": -2, "Carmen": -2, "Bogdan": 2, "Dan": 2}
    assert (line.by, line.side) == ("Ana", "declarer")
    assert "nobody pays" in render(ENGLISH, line.code, line.values)


def test_an_offender_pays_the_loss_of_the_partner_too() -> None:
    assert revoke({**DOI, **LOST}, "Carmen") == {"Carmen": -4, "Bogdan": 2, "Dan": 2}
    assert revoke({**DOI, **WON}, "Bogdan") == {"Bogdan": -4, "Ana": 2, "Carmen": 2}


def test_an_opponent_of_a_lone_declarer_pays_for_both_partners() -> None:
    alone = {**DOI, **WON, "partner": None}
    assert revoke(alone, "Dan") == {"Dan": -6, "Ana": 6}
    assert revoke({**alone, **LOST}, "Dan") == {}
    assert revoke({**alone, **LOST}, "Ana") == {"Ana": -6, "Bogdan": 2, "Carmen": 2, "Dan": 2}


def test_revoke_payment_includes_taroace_and_the_radler() -> None:
    declared = [{"player": "Dan", "count": 10}]
    # Lost 2 and taroace 3: 5 a head.
    raw = {**DOI, **LOST, "declarations": declared}
    assert revoke(raw, "Ana") == {"Ana": -10, "Bogdan": 5, "Dan": 5}
    radler = play({"outcome": "michi", "tricks_taken": {"Ana": 12}}).after
    assert net_between({**raw, "revoke": "Ana"}, radler)["Ana"] == -20


def test_revoke_in_an_even_hand_pays_nothing_and_queues_no_hep_hep() -> None:
    # Doi won 2, and trula announced and lost 2: nothing.
    even = {**DOI, **WON, "announced": [announcement("trula", "Ana")]}
    at = table_of(hep_hep=True)
    assert play(even, at).after.multiplier == 2
    step = play({**even, "revoke": "Dan"}, at)
    assert step.after.multiplier == 1
    assert [dict(line.points) for line in step.lines if line.item == "revoke"] == [{}]
    won = play({**DOI, **WON, "revoke": "Ana"}, at)
    assert won.after.multiplier == 1


@pytest.mark.parametrize(
    ("made", "kontra", "offender", "net", "content"),
    [
        # Made by the offender's side: no pool moves.
        (True, 0, "Carmen", {}, POOL),
        (True, 1, "Ana", {}, POOL),
        # Made, and an opponent offended: taken as usual, after kontra the offender fills it alone.
        (True, 0, "Dan", {"Ana": 3 - 1, "Carmen": 2 - 1, "Bogdan": -1, "Dan": -1}, 4),
        (True, 1, "Dan", {"Ana": 3, "Carmen": 2, "Dan": -10}, 10),
        # Failed: the offender pays in for the partner.
        (False, 0, "Carmen", {"Carmen": -5}, 10),
        (False, 0, "Dan", {"Ana": -3, "Carmen": -2}, 10),
        (False, 1, "Carmen", {"Bogdan": 3, "Dan": 2, "Carmen": -10}, 10),
        # Failed after kontra, an opponent offended: that side takes nothing out.
        (False, 1, "Dan", {"Ana": -5, "Carmen": -5}, 15),
    ],
)
def test_revoke_settles_the_pool_against_the_offender(
    made: bool, kontra: int, offender: str, net: dict[str, int], content: int
) -> None:
    ultimo = {"pagat_ultimo": {"by": "Ana", "made": made}} if made else {}
    raw = {**PAGAT, **(MADE if made else {}), **ultimo, "revoke": offender}
    raw["announced"] = [announcement("pagat_ultimo", "Ana", kontra)]
    step = play(raw)
    founded = [line for line in step.lines[2:] if line.item in ("pool", "foundation")]
    found = sum_points(founded)
    assert {name: one for name, one in found.items() if name != "pot:pool" and one} == net
    assert step.after.pots == {"pool": content}


def test_revoking_opponent_in_taper_pays_for_the_other_too() -> None:
    raw = {"declarer": "Ana", "contract": "doi", "declarer_points": 40, "revoke": "Bogdan"}
    net = net_between(raw, table_of(TAPER), TAPER)
    assert net == {"Ana": 4, "Bogdan": -4, "Carmen": 0}
