"""Magas tarokk: every figure of its table, what rules what out, its silent figures, its options."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.core.options import list_options
from scoring.games.illustrated import ILLUSTRATED
from scoring.games.magas import MAGAS
from scoring.games.zebi import ZEBI
from support.strategies.hungarian import announced, faults, hand, score, table_of, value

TABLE = table_of(game=MAGAS)
VALUES = {
    "centrum": 10,
    "kismadar": 10,
    "nagymadar": 10,
    "king_ultimo": 15,
    "pagat_uhu": 20,
    "sas_uhu": 20,
    "king_uhu": 20,
    "pagat_nagymadar": 30,
    "sas_nagymadar": 30,
    "king_nagymadar": 30,
    "pagat_kismadar": 40,
    "sas_kismadar": 40,
    "king_kismadar": 40,
    "facan_pagat": 50,
    "facan_sas": 50,
    "paros_facan": 60,
    "zaroparos": 40,
    "harom_kiralyok": 100,
    "nagy_szincsalad": 100,
}
SUITED = ("king_ultimo", "king_uhu", "king_nagymadar", "king_kismadar", "nagy_szincsalad")


def announced_made(
    figure: str, by: str = "Anna", *, kontra: int = 0, **more: Any
) -> dict[str, Any]:
    """An announcement, made unless told otherwise; a suit where one is needed."""
    suit = {"suit": "hearts"} if figure in SUITED else {}
    return {**announced(figure, by, kontra), "made": True, **suit, **more}


def plain(figure: str, by: str = "Anna") -> dict[str, Any]:
    """An announcement whose result follows from the facts."""
    return announced(figure, by)


def lost_by_the_others(item: dict[str, Any]) -> dict[str, Any]:
    """The same announcement by a player of the other side, failed."""
    by = "Béla" if item["by"] == "Anna" else "Anna"
    return {**item, "by": by} | ({"made": False} if "made" in item else {})


def codes(*items: dict[str, Any], game: Any = MAGAS, **facts: Any) -> list[tuple[str, str]]:
    raw = hand(announced=list(items), **facts)
    return [(fault.code, fault.field) for fault in faults(raw, table_of(game=game), game)]


@pytest.mark.parametrize("figure", VALUES)
def test_an_announced_figure_pays_its_value(figure: str) -> None:
    # The three itself is worth 1; Béla does not lead to the first trick.
    worth = VALUES[figure]
    assert (
        value(hand(announced=[announced_made(figure, "Béla", kontra=1)]), TABLE, MAGAS)
        == 1 - 2 * worth
    )
    lost = hand(announced=[announced_made(figure, "Béla", made=False)])
    assert value(lost, TABLE, MAGAS) == 1 + worth
    if figure != "paros_facan":
        assert value(hand(announced=[announced_made(figure)]), TABLE, MAGAS) == 1 + worth
        assert (
            value(hand(announced=[announced_made(figure, made=False)]), TABLE, MAGAS) == 1 - worth
        )


def test_only_the_side_that_does_not_lead_announces_a_pair_pheasant() -> None:
    assert codes(announced_made("paros_facan")) == [("hu.waits", "announced.0.by")]
    assert codes(announced_made("paros_facan", "Dóra")) == []


def test_the_ultimos_of_pagat_and_sas_are_worth_ten_and_five() -> None:
    for figure in ("pagat_ultimo", "sas_ultimo"):
        fact = {figure: {"by": "Anna", "made": True}}
        assert value(hand(announced=[plain(figure)], **fact), TABLE, MAGAS) == 1 + 10
        assert value(hand(**fact), TABLE, MAGAS) == 1 + 5


def test_the_xxi_catch_is_worth_thirty_and_sixty() -> None:
    fact = {"xxi_catch": {"by": "Anna", "from": "Béla"}}
    assert value(hand(**fact), TABLE, MAGAS) == 1 + 30
    assert value(hand(announced=[plain("xxi_catch")], **fact), TABLE, MAGAS) == 1 + 60


def test_a_silent_pheasant_is_worth_five_and_lost_it_costs_five() -> None:
    def facan(card: str, by: str, *, made: bool) -> dict[str, Any]:
        return hand(facan=[{"card": card, "by": by, "made": made}])

    assert value(facan("pagat", "Anna", made=True), TABLE, MAGAS) == 1 + 5
    assert value(facan("sas", "Anna", made=False), TABLE, MAGAS) == 1 - 5
    assert value(facan("sas", "Béla", made=False), TABLE, MAGAS) == 1 + 5


def test_a_silent_pair_pheasant_is_worth_thirty_either_way() -> None:
    for side, sign in (("declarer", 1), ("opponents", -1)):
        for made in (True, False):
            raw = hand(paros_facan={"by": side, "made": made})
            assert value(raw, TABLE, MAGAS) == 1 + sign * (30 if made else -30)


def test_an_announced_pheasant_is_not_silent_too() -> None:
    silent = {"facan": [{"card": "pagat", "by": "Anna", "made": False}]}
    announced_too = announced_made("facan_pagat", made=False)
    assert codes(announced_too, **silent) == [("hu.silent_too", "facan.0.card")]
    assert value(hand(announced=[announced_too]), TABLE, MAGAS) == -49


def test_beside_a_closing_pair_no_last_trick_of_that_side_is_silent() -> None:
    ultimo = {"pagat_ultimo": {"by": "Anna", "made": True}}
    assert value(hand(announced=[announced_made("zaroparos")], **ultimo), TABLE, MAGAS) == 1 + 40
    # That of the other side is.
    lost = announced_made("zaroparos", "Béla", made=False)
    assert value(hand(announced=[lost], **ultimo), TABLE, MAGAS) == 1 + 40 + 5


def test_a_pheasant_counts_beside_a_closing_pair() -> None:
    beaten = {"facan": [{"card": "sas", "by": "Anna", "made": False}]}
    lost = announced_made("zaroparos", made=False)
    assert value(hand(announced=[lost], **beaten), TABLE, MAGAS) == 1 - 40 - 5
    closed, pheasant = announced_made("zaroparos", made=False), announced_made("facan_sas")
    assert value(hand(announced=[closed, pheasant]), TABLE, MAGAS) == 1 - 40 + 50


def test_a_long_double_is_an_announced_double() -> None:
    raw = hand(bid="two", declarer_points=71, announced=[plain("hosszu_dupla")])
    assert value(raw, TABLE, MAGAS) == 4 * 2
    lost = hand(bid="two", declarer_points=70, announced=[plain("hosszu_dupla")])
    # Lost 8, and the game itself is not paid, whose winner announced double.
    assert value(lost, TABLE, MAGAS) == -8
    assert codes(plain("hosszu_dupla"), plain("double", "Csaba")) == [
        ("hu.one_of_these", "announced.1.figure")
    ]
    assert codes(plain("hosszu_dupla"), plain("double", "Béla")) == []


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        (announced_made("pagat_uhu"), plain("pagat_ultimo")),
        (announced_made("pagat_kismadar"), announced_made("pagat_nagymadar")),
        (announced_made("sas_nagymadar"), announced_made("sas_uhu")),
        (announced_made("king_kismadar"), announced_made("king_ultimo")),
        (announced_made("facan_pagat"), plain("pagat_ultimo")),
        (announced_made("harom_kiralyok"), announced_made("king_nagymadar")),
        (announced_made("zaroparos"), announced_made("sas_kismadar")),
        (announced_made("zaroparos"), plain("pagat_ultimo")),
    ],
)
def test_a_higher_announcement_replaces_the_lower_one(
    higher: dict[str, Any], lower: dict[str, Any]
) -> None:
    same = [("hu.same_card", "announced.1.figure")]
    assert codes(higher, lower) == codes(lower, higher) == same
    assert codes(higher, lost_by_the_others(lower)) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (plain("pagat_ultimo"), plain("sas_ultimo")),
        (plain("pagat_ultimo"), announced_made("king_ultimo")),
        (announced_made("king_ultimo"), announced_made("king_ultimo", suit="spades")),
        (announced_made("nagymadar"), announced_made("pagat_nagymadar")),
        (announced_made("kismadar"), announced_made("king_kismadar")),
        (announced_made("facan_pagat"), announced_made("facan_sas")),
        (announced_made("paros_facan", "Béla"), announced_made("facan_sas", "Béla")),
        (announced_made("harom_kiralyok"), announced_made("nagy_szincsalad")),
        (announced_made("nagy_szincsalad"), announced_made("nagy_szincsalad", suit="clubs")),
        (announced_made("zaroparos"), announced_made("king_uhu")),
    ],
)
def test_two_figures_of_one_trick_that_exclude_each_other_are_refused(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    assert codes(one, other) == [("hu.same_trick", "announced.1.figure")]
    assert codes(one, lost_by_the_others(other)) == []


def test_figures_of_different_tricks_may_be_announced_together() -> None:
    beside = [
        announced_made("centrum"),
        announced_made("king_kismadar"),
        announced_made("pagat_nagymadar"),
        announced_made("sas_uhu"),
    ]
    assert codes(*beside, announced_made("king_ultimo", suit="clubs", made=False)) == []
    assert codes(announced_made("centrum", "Béla"), announced_made("paros_facan", "Béla")) == []


def test_a_family_replaces_the_kings_of_its_suit_inside_it() -> None:
    family = announced_made("nagy_szincsalad", made=False)
    for figure in ("king_ultimo", "king_uhu", "king_nagymadar"):
        assert codes(family, announced_made(figure)) == [("hu.not_beside", "announced.1.figure")]
        assert codes(announced_made(figure), family) == [("hu.not_beside", "announced.1.figure")]
    assert codes(family, announced_made("king_kismadar")) == []


@pytest.mark.parametrize(
    "beside", ["pagat_ultimo", "sas_uhu", "pagat_kismadar", "zaroparos", "kismadar"]
)
def test_a_pair_pheasant_is_announced_beside_no_later_pagat_sas_or_xxi(beside: str) -> None:
    pair = announced_made("paros_facan", "Béla", made=False)
    other = plain(beside, "Béla") if beside == "pagat_ultimo" else announced_made(beside, "Béla")
    assert codes(pair, other) == codes(other, pair) == [("hu.not_beside", "announced.1.figure")]
    assert codes(pair, {**other, "by": "Anna"}) == []


def test_after_its_volat_a_side_announces_no_double() -> None:
    for double in ("double", "hosszu_dupla"):
        assert codes(plain("volat"), plain(double)) == [("hu.after_volat", "announced.1.figure")]
        assert codes(plain(double), plain("volat")) == []
        assert codes(plain("volat"), plain(double, "Béla")) == []


def test_a_side_without_tricks_won_no_first_trick() -> None:
    facts: dict[str, Any] = {"declarer_points": 94, "tricks": "all"}
    raw = hand(facan=[{"card": "sas", "by": "Béla", "made": True}], **facts)
    assert [one.field for one in faults(raw, TABLE, MAGAS)] == ["facan.0.made"]
    raw = hand(paros_facan={"by": "opponents", "made": True}, **facts)
    assert [one.field for one in faults(raw, TABLE, MAGAS)] == ["paros_facan.made"]


def test_one_card_is_played_once_to_the_first_trick() -> None:
    twice = [{"card": "sas", "by": name, "made": False} for name in ("Anna", "Béla")]
    assert [one.code for one in faults(hand(facan=twice), TABLE, MAGAS)] == ["hu.facan_twice"]


def test_the_side_of_a_pair_pheasant_names_no_player() -> None:
    raw = hand(paros_facan={"by": "Anna", "made": True})
    assert [one.field for one in faults(raw, TABLE, MAGAS)] == ["paros_facan.by"]


def test_only_the_presets_and_options_of_the_rules_are_there() -> None:
    names = {item.name for item in list_options(MAGAS.rules)}
    assert names == {item.name for item in list_options(ILLUSTRATED.rules)} - {"sas"}
    assert names == {item.name for item in list_options(ZEBI.rules)}
    assert set(MAGAS.presets) == set(ZEBI.presets) == {"pagat"}
    assert (
        value(hand(announced=[announced_made("king_uhu")]), table_of(game=MAGAS, king_uhu=7), MAGAS)
        == 8
    )


def test_a_failed_announced_ultimo_doubles_the_pot_as_everywhere() -> None:
    passed = {"type": "hand", "outcome": "passed_out"}
    filled = score(passed, table_of(game=MAGAS, void_hands="pot"), MAGAS).after
    failed, bird = (
        hand(announced=[plain("pagat_ultimo")]),
        hand(announced=[announced_made("pagat_kismadar")]),
    )
    assert score(failed, filled, MAGAS).after.pots == {"ultimo": 16}
    assert score(bird, filled, MAGAS).after.pots == {"ultimo": 8}
