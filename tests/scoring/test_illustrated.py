"""Illustrated tarokk: every added figure, its options, presets, fine points and refusals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring.core.events import read_event, serialize_event
from scoring.core.game import Preview
from scoring.core.options import list_options, read_rules
from scoring.core.posting import sum_points
from scoring.core.problem import Problem, RefusedError
from scoring.core.replay import Step, apply_event, open_table
from scoring.core.sentences import TERMS as CORE_TERMS
from scoring.core.table import Table
from scoring.core.translation_marks import render
from scoring.games.illustrated import ILLUSTRATED
from scoring.games.illustrated.tables import ADDED, FIGURES
from scoring.games.paskievics import PASKIEVICS

SEATS = ("A", "B", "C", "D")
OWN = ["centrum", "kismadar", "nagymadar", "king_ultimo", "pagat_uhu", "king_uhu", "sas_uhu"]
SUITED = {"king_ultimo", "king_uhu"}
VALUES = [
    ("centrum", 10),
    ("kismadar", 10),
    ("nagymadar", 10),
    ("king_ultimo", 15),
    ("pagat_uhu", 20),
    ("king_uhu", 20),
    ("sas_uhu", 15),
]


def table(**rules: Any) -> Table:
    problems: list[Problem] = []
    read = read_rules(ILLUSTRATED.rules, ILLUSTRATED.presets, {"sas": True, **rules}, problems)
    assert problems == []
    assert ILLUSTRATED.check_rules(read) == []
    return open_table(ILLUSTRATED, read, SEATS, "D")


def say(figure: str, by: str = "A", **more: Any) -> dict[str, Any]:
    raw: dict[str, Any] = {"figure": figure, "by": by}
    if figure in OWN:
        raw["made"] = True
    if figure in SUITED:
        raw["suit"] = "hearts"
    return {**raw, **more}


def hand(*announced: dict[str, Any], **facts: Any) -> dict[str, Any]:
    """A three of A and B won with 60 points, with these announcements and facts."""
    raw = {"type": "hand", "declarer": "A", "bid": "three", "partner": "B", "declarer_points": 60}
    return {**raw, "announced": list(announced), **facts}


def play(raw: dict[str, Any], at: Table | None = None) -> Step:
    return apply_event(ILLUSTRATED, at or table(), read_event(ILLUSTRATED, raw))


def to_a(raw: dict[str, Any], at: Table | None = None) -> int:
    """What A, the declarer with a partner, receives beside the 1 for the game."""
    step = play(raw, at)
    assert step.problems == ()
    net = sum_points(step.lines)
    assert net["A"] == net["B"] == -net["C"] == -net["D"]
    return net["A"] - 1


def refused(raw: dict[str, Any], at: Table | None = None) -> list[tuple[str, str]]:
    try:
        problems = play(raw, at).problems
    except RefusedError as error:
        problems = tuple(error.problems)
    return [(problem.code, problem.field) for problem in problems]


@pytest.mark.parametrize(("figure", "value"), VALUES)
def test_a_figure_pays_its_value_to_the_side_that_it_favours(figure: str, value: int) -> None:
    assert to_a(hand(say(figure))) == value
    assert to_a(hand(say(figure, made=False))) == -value
    assert to_a(hand(say(figure, by="C"))) == -value
    assert to_a(hand(say(figure, by="D", made=False))) == value


@pytest.mark.parametrize(("figure", "value"), VALUES)
def test_kontra_doubles_a_figure_at_every_step(figure: str, value: int) -> None:
    for steps in range(6):
        assert to_a(hand(say(figure, kontra=steps))) == value * 2**steps


@pytest.mark.parametrize("figure", OWN)
def test_the_option_of_its_name_sets_the_value(figure: str) -> None:
    assert to_a(hand(say(figure)), table(**{figure: 7})) == 7


def test_both_sides_may_announce_the_same_figure() -> None:
    assert to_a(hand(say("centrum"), say("centrum", by="C", made=False))) == 20


def test_everything_is_multiplied_in_a_doubled_round() -> None:
    doubled = play({"type": "hand", "outcome": "passed_out"}).after
    net = sum_points(play(hand(say("nagymadar")), doubled).lines)
    assert net == {"A": 22, "B": 22, "C": -22, "D": -22}


def test_sas_ultimo_counts_announced_or_silent_and_fails_silently() -> None:
    assert to_a(hand(sas_ultimo={"by": "A", "made": True})) == 5
    assert to_a(hand(sas_ultimo={"by": "B", "made": False})) == -5
    assert to_a(hand(sas_ultimo={"by": "C", "made": True})) == -5
    assert to_a(hand(sas_ultimo={"by": "C", "made": False})) == 5
    assert to_a(hand(say("sas_ultimo"), sas_ultimo={"by": "B", "made": True})) == 10
    assert to_a(hand(say("sas_ultimo"))) == -10


def test_an_announced_sas_ultimo_beaten_in_the_last_trick_costs_its_value_once() -> None:
    assert to_a(hand(say("sas_ultimo"), sas_ultimo={"by": "A", "made": False})) == -10


def test_an_announced_sas_ultimo_that_the_other_side_makes_costs_both_values() -> None:
    assert to_a(hand(say("sas_ultimo"), sas_ultimo={"by": "C", "made": True})) == -15


def test_the_option_sets_both_values_of_the_sas_ultimo() -> None:
    at = table(sas_ultimo=[3, 8])
    assert to_a(hand(sas_ultimo={"by": "A", "made": True}), at) == 3
    assert to_a(hand(say("sas_ultimo")), at) == -8


def test_a_silent_ultimo_counts_beside_a_lost_uhu() -> None:
    lost = say("pagat_uhu", made=False)
    assert to_a(hand(lost, pagat_ultimo={"by": "A", "made": True})) == -20 + 5
    assert to_a(hand(lost, pagat_ultimo={"by": "A", "made": False})) == -20 - 5
    lost = say("sas_uhu", made=False)
    assert to_a(hand(lost, sas_ultimo={"by": "A", "made": True})) == -15 + 5
    assert to_a(hand(lost, sas_ultimo={"by": "A", "made": False})) == -15 - 5


def test_king_figures_of_two_suits_are_two_figures() -> None:
    two = hand(say("king_ultimo"), say("king_ultimo", suit="spades", made=False))
    assert to_a(two) == 0
    assert to_a(hand(say("king_ultimo"), say("king_uhu", suit="clubs"))) == 35


def test_the_figures_of_paskievics_count_as_there() -> None:
    raw = hand(say("trull"), say("pagat_ultimo"), trull="declarer", kontra_game=1)
    assert to_a(raw) == 1 + 2 - 10


def test_uhu_does_not_touch_the_ultimo_pot_and_an_ultimo_wins_it() -> None:
    filled = play({"type": "hand", "outcome": "annulled"}, table(void_hands="pot")).after
    assert filled.pots == {"ultimo": 8}
    assert play(hand(say("pagat_uhu")), filled).after.pots == {"ultimo": 8}
    for figure in ("king_ultimo", "sas_ultimo"):
        raw = hand(say(figure), sas_ultimo={"by": "A", "made": True})
        assert play(raw, filled).after.pots == {"ultimo": 8}
    won = hand(say("pagat_ultimo"), pagat_ultimo={"by": "A", "made": True})
    assert play(won, filled).after.pots == {"ultimo": 0}


def test_lines_distinguish_announced_figures() -> None:
    raw = hand(say("king_uhu", by="C", kontra=2, suit="clubs"), say("kismadar", made=False))
    lines = {line.item: line for line in play(raw).lines}
    king = lines["king_uhu"]
    assert (king.figure, king.announced, king.kontra) == ("king_uhu", True, 2)
    assert (king.side, king.by) == ("opponents", "C")
    assert king.values == {
        "figure": "fig.king_uhu",
        "suit": "suit.clubs",
        "by": "C",
        "step": "kontra.2",
        "sum": [20, 4, 1],
    }
    assert list(lines) == ["game", "kismadar", "king_uhu"]


class English:
    def sentence(self, code: str) -> str:
        return ILLUSTRATED.sentences[code]

    def term(self, key: str) -> str:
        return {**CORE_TERMS, **ILLUSTRATED.terms}[key]

    def name(self, player: str) -> str:
        return player


def test_every_line_reads_as_a_sentence() -> None:
    for made in (True, False):
        for by in ("A", "C"):
            for kontra in (0, 1):
                said = [say(figure, by, made=made, kontra=kontra) for figure in OWN[:5]]
                for line in play(hand(*said)).lines:
                    assert render(English(), line.code, line.values).endswith(".")
    line = play(hand(say("king_uhu", by="C", kontra=1, made=False, suit="clubs"))).lines[1]
    assert render(English(), line.code, line.values) == (
        "King uhu in Clubs, announced by C and failed after Kontra:"
        " each opponent of the declarer pays 20 × 2 = 40."
    )


def test_the_preset_pagat_is_the_defaults() -> None:
    rules = read_rules(ILLUSTRATED.rules, ILLUSTRATED.presets, {"preset": "pagat"}, [])
    assert rules == ILLUSTRATED.rules()
    assert (rules.pagat_uhu, rules.sas) == (20, False)
    assert (rules.void_hands, rules.max_kontra) == ("overlap", 5)


def test_the_preset_itvb_is_that_of_the_national_cups() -> None:
    rules = read_rules(ILLUSTRATED.rules, ILLUSTRATED.presets, {"preset": "itvb"}, [])
    plain = ILLUSTRATED.rules()
    assert rules == replace(
        plain, xxi_catch=(42, 84), pagat_uhu=15, sas=True, void_hands="none", max_kontra=4
    )
    assert sorted(ILLUSTRATED.presets) == ["itvb", "pagat"]


def test_every_option_of_paskievics_is_there_and_each_has_meaning_and_source() -> None:
    options = list_options(ILLUSTRATED.rules)
    names = [item.name for item in options]
    assert names[: len(list_options(PASKIEVICS.rules))] == [
        item.name for item in list_options(PASKIEVICS.rules)
    ]
    assert names[-9:] == [*OWN[:6], "sas_ultimo", "sas_uhu", "sas"]
    assert all(item.meaning.endswith(".") and item.source for item in options)


def test_the_trial_pot_needs_the_pot_here_too() -> None:
    rules = read_rules(ILLUSTRATED.rules, ILLUSTRATED.presets, {"trial_three": "pot"}, [])
    assert [problem.field for problem in ILLUSTRATED.check_rules(rules)] == ["rules.trial_three"]


@pytest.mark.parametrize("figure", OWN)
def test_requires_whether_a_figure_was_made(figure: str) -> None:
    raw = say(figure)
    del raw["made"]
    assert refused(hand(raw)) == [("missing", "announced.0.made")]
    assert refused(hand(say(figure, made=1))) == [("not_flag", "announced.0.made")]


@pytest.mark.parametrize("figure", ["sas_ultimo", "pagat_ultimo", "trull"])
def test_refuses_a_result_that_follows_from_other_fields(figure: str) -> None:
    assert refused(hand(say(figure, made=True))) == [("unknown_key", "announced.0.made")]


def test_the_suit_is_named_for_king_figures_and_only_there() -> None:
    for figure in ("king_ultimo", "king_uhu"):
        raw = say(figure)
        del raw["suit"]
        assert refused(hand(raw)) == [("missing", "announced.0.suit")]
        raw["suit"] = "cups"
        assert refused(hand(raw)) == [("not_one_of", "announced.0.suit")]
    raw = hand(say("centrum", suit="hearts"))
    assert refused(raw) == [("unknown_key", "announced.0.suit")]


def test_figures_of_the_sas_are_refused_where_the_rule_is_off() -> None:
    at = table(sas=False)
    for figure in ("sas_ultimo", "sas_uhu"):
        assert refused(hand(say(figure)), at) == [("hu.rule_off", "announced.0.figure")]
    raw = hand(sas_ultimo={"by": "A", "made": True})
    assert refused(raw, at) == [("hu.rule_off", "sas_ultimo")]


@pytest.mark.parametrize("figure", [*OWN, "sas_ultimo"])
def test_one_side_cannot_announce_a_figure_twice(figure: str) -> None:
    raw = hand(say(figure), say(figure, by="B"))
    assert refused(raw) == [("hu.announced_twice", "announced.1.figure")]


@pytest.mark.parametrize(
    ("ultimo", "uhu"),
    [("pagat_ultimo", "pagat_uhu"), ("king_ultimo", "king_uhu"), ("sas_ultimo", "sas_uhu")],
)
def test_one_side_cannot_announce_an_ultimo_and_an_uhu_with_one_card(ultimo: str, uhu: str) -> None:
    raw = hand(say(ultimo), say(uhu, by="B"))
    assert refused(raw) == [("hu.same_card", "announced.1.figure")]
    assert refused(hand(say(uhu), say(ultimo, by="B"))) == [("hu.same_card", "announced.1.figure")]
    lost = say(uhu, by="C") | {"made": False}
    assert refused(hand(say(ultimo), lost)) == []


def test_refuses_a_kontra_above_the_limit() -> None:
    at = table(preset="itvb")
    assert refused(hand(say("centrum", kontra=5)), at) == [
        ("hu.kontra_too_high", "announced.0.kontra")
    ]
    assert refused(hand(say("centrum", kontra=4)), at) == []


@pytest.mark.parametrize("figure", OWN)
def test_side_without_tricks_makes_no_figure(figure: str) -> None:
    facts = {"declarer_points": 94, "tricks": "all"}
    raw = hand(say(figure, by="C"), **facts)
    assert refused(raw) == [("hu.told_without_tricks", "announced.0.made")]
    assert refused(hand(say(figure, by="C", made=False), **facts)) == []
    assert refused(hand(say(figure), **facts)) == []


def test_side_without_tricks_makes_no_sas_ultimo() -> None:
    raw = hand(result="all_tricks", declarer_points=None, sas_ultimo={"by": "C", "made": True})
    assert refused(raw) == [("hu.ultimo_without_tricks", "sas_ultimo")]


def test_paskievics_knows_none_of_these_figures() -> None:
    for figure in ADDED:
        with pytest.raises(RefusedError) as refusal:
            read_event(PASKIEVICS, hand(say(figure)))
        assert "announced.0.figure" in [problem.field for problem in refusal.value.problems]
    with pytest.raises(RefusedError):
        read_event(PASKIEVICS, hand(sas_ultimo={"by": "A", "made": True}))


def test_a_record_is_written_as_it_was_read() -> None:
    raw = hand(
        say("king_uhu", by="C", kontra=2, suit="clubs"),
        say("sas_ultimo"),
        sas_ultimo={"by": "A", "made": True},
    )
    assert serialize_event(ILLUSTRATED, read_event(ILLUSTRATED, raw)) == raw


def preview(raw: dict[str, Any]) -> Preview:
    return ILLUSTRATED.preview({key: raw[key] for key in raw if key != "type"}, table())


def test_the_preview_of_a_whole_hand_is_the_hand() -> None:
    raw = hand(say("centrum", kontra=1))
    assert preview(raw).complete
    assert preview(raw).lines == tuple(play(raw).lines)


def test_preview_of_a_hand_in_play_shows_its_stakes() -> None:
    raw = hand(say("king_uhu", made=None), say("sas_ultimo", by="C"), declarer_points=None)
    best, worst = preview(raw).stakes
    assert preview(raw).problems == ()
    assert (best.code, worst.code) == ("stake_best", "stake_worst")
    assert best.points == {"A": 31, "B": 31, "C": -31, "D": -31}
    assert worst.points == {"A": -31, "B": -31, "C": 31, "D": 31}


def test_unfinished_figure_is_no_fault_beside_all_tricks() -> None:
    shown = preview(hand(say("centrum", by="C", made=None), declarer_points=94, tricks="all"))
    assert (shown.complete, shown.problems) == (False, ())


def test_the_figures_are_paid_in_the_order_of_the_rules() -> None:
    assert list(FIGURES)[-8:] == [*OWN[:6], "sas_ultimo", "sas_uhu"]
