"""Hungarian games at their edges: the nearest hand on either side of each limit, name by name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring.core.doubled_rounds import MOST_ROUNDS, Doubling
from scoring.core.events import read_event, serialize_event
from scoring.core.game import Game, Preview
from scoring.core.posting import Line
from scoring.core.table import Table
from scoring.games.hungarian.figure_cards import exclude_each_other, find_winning_cards, replaces
from scoring.games.hungarian.tables import COMMON
from scoring.games.illustrated import ILLUSTRATED
from scoring.games.magas import MAGAS
from scoring.games.paskievics import PASKIEVICS
from scoring.games.zebi import ZEBI
from scoring.games.zebi.tables import FIGURES
from support.strategies.hungarian import announced, faults, hand, score, table_of

PLAIN = table_of()
FIVE = table_of(players=5, dealer="Emil", dealer_shares=True)
SAS = table_of(game=ILLUSTRATED, sas=True)
FIRST = table_of(game=MAGAS)
NO_TRICK = {"declarer_points": 6, "tricks": "none"}
EVERY_TRICK = {"declarer_points": 90, "tricks": "all"}
PAGAT, PAIR = frozenset({"pagat"}), frozenset({"pagat", "sas"})
ANY_KING = frozenset({"hearts.king", "diamonds.king", "clubs.king", "spades.king"})


def list_faults(raw: dict[str, Any], table: Table = PLAIN, game: Any = PASKIEVICS) -> list[Any]:
    """Every fault with its field and all that its sentence names."""
    return [(fault.code, fault.field, dict(fault.values)) for fault in faults(raw, table, game)]


def codes(raw: dict[str, Any], table: Table = PLAIN, game: Any = PASKIEVICS) -> list[Any]:
    return [(fault.code, fault.field) for fault in faults(raw, table, game)]


def lines(raw: dict[str, Any], table: Table, game: Any = PASKIEVICS) -> dict[str, Line]:
    return {line.item: line for line in score(raw, table, game).lines}


def preview(game: Game[Any, Any], table: Table, **raw: Any) -> Preview:
    return game.preview(raw, table)


def announcement(
    figure: str, by: str = "Anna", *, made: bool = True, **more: Any
) -> dict[str, Any]:
    return {"figure": figure, "by": by, "made": made, **more}


# --- who and how many


def test_trial_must_be_played_by_the_last_speaker() -> None:
    table = table_of(dealer="Béla", trial_three="two_each")
    raw = {"type": "hand", "outcome": "failed_trial", "bid": "three"}
    for player in ("Anna", "Csaba", "Dóra"):
        assert list_faults({**raw, "declarer": player}, table) == [
            ("hu.trial_not_last", "declarer", {"player": "Béla"})
        ]
    assert list_faults({**raw, "declarer": "Béla"}, table) == []


def tarokks(*counts: int) -> dict[str, Any]:
    names = ("Dóra", "Csaba", "Béla", "Anna")
    held = [{"player": name, "count": one} for name, one in zip(names, counts, strict=False)]
    return hand(tarokks=held)


@pytest.mark.parametrize(("counts", "all_of"), [((8, 8, 8), 24), ((9, 9, 9), 27), ((8,) * 4, 24)])
def test_reports_a_third_player_with_eight_tarokks_once(
    counts: tuple[int, ...], all_of: int
) -> None:
    values = {"count": all_of, "highest": 22}
    assert list_faults(tarokks(*counts)) == [("hu.too_many_tarokks", "tarokks.2.count", values)]
    assert list_faults(tarokks(9, 9)) == []


def test_refuses_a_flag_that_is_no_boolean() -> None:
    held = [{"player": "Anna", "count": 8, "declared": "yes"}]
    assert [field for _code, field in codes(hand(tarokks=held))] == ["tarokks.0.declared"]
    table = table_of(players=5, dealer="Emil", talon_honours_to_dealer=True)
    drawn = [{"player": "Anna", "card": "XXI", "late": "yes"}]
    assert [field for _code, field in codes(hand(talon_honours=drawn), table)] == [
        "talon_honours.0.late"
    ]


def test_the_first_trick_is_no_key_of_a_game_without_it() -> None:
    assert codes(hand(facan=[{}])) == [("unknown_key", "facan")]


def test_refuses_a_doubled_round_beyond_the_limit() -> None:
    passed = {"type": "hand", "outcome": "passed_out"}
    for many, refused in ((MOST_ROUNDS - 1, []), (MOST_ROUNDS, 1), (MOST_ROUNDS + 1, 1)):
        table = replace(table_of(void_hands="overlap"), doubling=Doubling(((2, 1),) * many))
        assert codes(passed, table) == ([("hu.too_many_rounds", "outcome")] if refused else [])


# --- what a side without tricks cannot have, and the other can


def test_discards_are_limited_even_if_opponents_have_most_points() -> None:
    raw = hand(declarer_points=40, tricks="all")
    assert list_faults(raw) == [
        ("hu.discards_too_rich", "declarer_points", {"points": 54, "highest": 12})
    ]


def test_no_point_is_too_few_for_the_trull_and_for_the_kings() -> None:
    assert list_faults(hand(declarer_points=0, trull="declarer")) == [
        ("hu.too_few_points", "trull", {"points": 0, "lowest": 15})
    ]
    assert list_faults(hand(declarer_points=0, four_kings="declarer")) == [
        ("hu.too_few_points", "four_kings", {"points": 0, "lowest": 20})
    ]


@pytest.mark.parametrize(("facts", "with_tricks"), [(NO_TRICK, "Béla"), (EVERY_TRICK, "Csaba")])
def test_side_without_tricks_makes_no_figure(facts: dict[str, Any], with_tricks: str) -> None:
    other = {"Béla": "Csaba", "Csaba": "Béla"}[with_tricks]
    side = "opponents" if with_tricks == "Béla" else "declarer"
    no_side = "declarer" if side == "opponents" else "opponents"

    def first(by: str, *, made: bool) -> dict[str, Any]:
        return {"facan": [{"card": "pagat", "by": by, "made": made}]}

    def pair(side: str, *, made: bool) -> dict[str, Any]:
        return {"paros_facan": {"by": side, "made": made}}

    centrum = [announcement("centrum", with_tricks)]
    assert codes(hand(announced=centrum, **facts), FIRST, MAGAS) == []
    assert codes(hand(announced=[announcement("centrum", other)], **facts), FIRST, MAGAS) == [
        ("hu.told_without_tricks", "announced.0.made")
    ]
    for raw in (first(with_tricks, made=True), pair(side, made=True)):
        assert codes(hand(**facts, **raw), FIRST, MAGAS) == []
    for raw in (first(other, made=False), pair(no_side, made=False)):
        assert codes(hand(**facts, **raw), FIRST, MAGAS) == []
    both = {**first(other, made=True), **pair(no_side, made=True)}
    assert codes(hand(**facts, **both), FIRST, MAGAS) == [
        ("hu.first_without_tricks", "facan.0.made"),
        ("hu.first_without_tricks", "paros_facan.made"),
    ]


# --- which figures rule each other out


def test_a_figure_is_won_with_its_cards_or_with_none() -> None:
    assert find_winning_cards(FIGURES["zaroparos"], None, None) == PAIR
    assert find_winning_cards(FIGURES["pagat_ultimo"], None, None) == PAGAT
    assert find_winning_cards(FIGURES["kiraly_ultimo"], None, None) == ANY_KING
    assert find_winning_cards(COMMON["trull"], None, None) == frozenset()


def test_a_figure_with_more_tricks_replaces_the_smaller_one() -> None:
    one, two = FIGURES["kiraly_ultimo"], FIGURES["ket_kiralyok"]
    assert replaces(two, one, ANY_KING, ANY_KING)
    assert not replaces(one, two, ANY_KING, ANY_KING)


def test_same_card_in_two_tricks_excludes_no_announcement() -> None:
    assert not exclude_each_other(FIGURES["pagat_ultimo"], FIGURES["pagat_uhu"], PAGAT, PAGAT)
    assert exclude_each_other(
        FIGURES["pagat_ultimo"], FIGURES["sas_ultimo"], PAGAT, frozenset({"sas"})
    )


def test_refuses_barred_figures_only_after_the_volat() -> None:
    table = table_of(game=ZEBI)
    volat, free = announced("volat"), announced("xxi_catch")
    for game, at in ((ZEBI, table), (PASKIEVICS, PLAIN), (ILLUSTRATED, SAS), (MAGAS, FIRST)):
        for barred in map(announced, ("double", "trull", "four_kings")):
            assert codes(hand(announced=[volat, barred]), at, game) == [
                ("hu.after_volat", "announced.1.figure")
            ]
            assert codes(hand(announced=[barred, volat]), at, game) == []
            assert codes(hand(announced=[volat, {**barred, "by": "Béla"}]), at, game) == []
        assert codes(hand(announced=[volat, free]), at, game) == []


OWN = table_of(
    own_figures=[
        {"key": "mole", "name": "Vakond", "silent": 3, "announced": 6},
        {"key": "hat", "name": "Kalap", "silent": None, "announced": 7},
    ]
)


def test_one_unknown_figure_hides_no_other_fault() -> None:
    unknown, trull = announcement("own:stork"), announced("trull")
    assert codes(hand(announced=[unknown, trull, trull]), OWN) == [
        ("hu.announced_twice", "announced.2.figure"),
        ("hu.own_unknown", "announced.0.figure"),
    ]
    assert codes(hand(announced=[trull, unknown]), OWN) == [
        ("hu.own_unknown", "announced.1.figure")
    ]


def test_club_figure_is_made_by_one_side_only() -> None:
    both = [announced("trull"), announcement("own:mole"), announcement("own:mole", "Béla")]
    assert codes(hand(announced=both), OWN) == [("hu.own_both", "announced.2.made")]
    own = {"own:stork": "declarer", "own:mole": "opponents"}
    assert codes(hand(announced=[announcement("own:mole")], own=own), OWN) == [
        ("hu.own_both", "own.own:mole"),
        ("hu.own_unknown", "own.own:stork"),
    ]


# --- what a line says


def test_a_silent_figure_belongs_only_to_its_recorded_player() -> None:
    raw = hand(trull="declarer", sas_ultimo={"by": "Csaba", "made": True})
    found = lines(raw, SAS, ILLUSTRATED)
    assert (found["sas_ultimo"].by, found["sas_ultimo"].code) == ("Csaba", "hu.silent_by_made_from")
    assert (found["trull"].by, found["trull"].code) == (None, "hu.silent_made_from")


def test_each_card_of_the_first_trick_is_of_its_own_player() -> None:
    first = [
        {"card": "pagat", "by": "Béla", "made": False},
        {"card": "sas", "by": "Anna", "made": True},
    ]
    found = lines(hand(trull="declarer", facan=first), FIRST, MAGAS)
    told = {item: (line.by, line.code) for item, line in found.items() if item != "game"}
    assert told == {
        "trull": (None, "hu.silent_made_from"),
        "facan_pagat": ("Béla", "hu.silent_by_failed_from"),
        "facan_sas": ("Anna", "hu.silent_by_made_from"),
    }


def test_kings_of_the_declarer_count_beside_the_silent_double_of_the_opponents() -> None:
    table = table_of(silent_four_kings_with_double=False, silent_needs_kontra=False)
    raw = hand(declarer_points=20, four_kings="declarer")
    assert {"double", "four_kings"} <= lines(raw, table).keys()


def shared(raw: dict[str, Any]) -> tuple[str, Any, dict[str, int]] | None:
    line = lines(raw, FIVE).get("dealer_share")
    return None if line is None else (line.code, line.values["amount"], dict(line.points))


def test_sitting_dealer_shares_a_single_point_and_nothing_of_an_even_hand() -> None:
    assert shared(hand()) == ("hu.dealer_pays", 1, {"Anna": 1, "Csaba": 0, "Emil": -1})
    assert shared(hand(declarer_points=40)) == (
        "hu.dealer_receives",
        1,
        {"Anna": -1, "Csaba": 0, "Emil": 1},
    )
    assert shared(hand(bid="two", declarer_points=40)) == (
        "hu.dealer_receives",
        2,
        {"Anna": -1, "Csaba": -1, "Emil": 2},
    )
    # One for the game, and one for the silent kings of the others.
    assert shared(hand(four_kings="opponents")) is None


def test_a_conceded_three_is_worth_the_round_it_is_conceded_in() -> None:
    table = replace(table_of(concede_trull_three=True), doubling=Doubling(((2, 1),)))
    raw = {"type": "hand", "outcome": "conceded", "declarer": "Anna", "partner": "Csaba"}
    assert score(raw, table).net == {"Anna": 6, "Csaba": 6, "Béla": -6, "Dóra": -6}


def test_a_drawn_honour_costs_twice_if_declared_late() -> None:
    table = table_of(players=5, dealer="Emil", talon_honours_to_dealer=True)
    for late, code, amount in ((False, "hu.talon", 2), (True, "hu.talon_late", 4)):
        drawn = [{"player": "Anna", "card": "XXI", "late": late}]
        line = lines(hand(talon_honours=drawn), table)["talon_honours"]
        assert (line.code, line.points) == (code, {"Anna": -amount, "Emil": amount})


def test_pot_is_paid_regardless_of_announcements_before_the_ultimo() -> None:
    table = table_of(void_hands="pot")
    filled = score({"type": "hand", "outcome": "passed_out"}, table).after
    both = [announced("trull"), announced("pagat_ultimo")]
    raw = hand(announced=both, pagat_ultimo={"by": "Anna", "made": True})
    assert lines(raw, filled)["pot"].code == "hu.pot_won"


# --- what is written, and what a draft shows


def written(game: Any, raw: dict[str, Any]) -> dict[str, Any]:
    return serialize_event(game, read_event(game, raw))


def test_a_hand_is_written_in_the_order_of_the_form() -> None:
    raw = hand(trull="declarer", **EVERY_TRICK)
    assert list(written(PASKIEVICS, raw)) == [
        *("type", "declarer", "bid", "partner", "declarer_points", "tricks", "trull")
    ]


def test_an_announcement_that_does_not_count_stays_so_when_written() -> None:
    raw = hand(announced=[{"figure": "xxi_ultimo", "by": "Anna", "void": True}])
    assert written(ZEBI, raw)["announced"] == raw["announced"]


def test_a_draft_of_a_conceded_three_reports_faults_but_no_missing_fields() -> None:
    table = table_of(concede_trull_three=True)
    found = preview(PASKIEVICS, table, outcome="conceded", colour="red")
    assert [one.code for one in found.problems] == ["unknown_key"]
    assert not found.complete
    found = preview(PASKIEVICS, table, outcome="conceded", declarer="Zoli", partner="Anna")
    assert [one.code for one in found.problems] == ["not_at_table"]
    assert not found.complete


def test_a_draft_with_empty_places_is_at_stake_like_one_without_them() -> None:
    raw = {"declarer": "Anna", "bid": "two", "partner": None}
    empty = dict.fromkeys(("result", "declarer_points", "trull"))
    found = preview(PASKIEVICS, PLAIN, **raw, **empty)
    assert found.stakes
    assert found == preview(PASKIEVICS, PLAIN, **raw)


def test_reports_announcements_a_side_cannot_make_once_the_partner_is_entered() -> None:
    raw = {"declarer": "Anna", "bid": "two", "announced": [announced("trull")] * 2}
    found = preview(PASKIEVICS, PLAIN, **raw, partner=None)
    assert [one.code for one in found.problems] == ["hu.announced_twice"]
    assert preview(PASKIEVICS, PLAIN, **raw).problems == ()


def test_void_figure_is_no_fault_of_a_draft() -> None:
    raw = {"declarer": "Anna", "bid": "two", "partner": "Csaba"}
    void = [{"figure": "xxi_ultimo", "by": "Anna", "void": True}]
    found = preview(ZEBI, table_of(game=ZEBI), **raw, announced=void)
    assert found.problems == ()
    assert found.stakes
