"""The guide to a Romanian or Taper table, built from the numbers and options the scorer uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scoring.core.guide import (
    Rule,
    Topic,
    build_agreed_topic,
    build_option_rule,
    build_pot_split_topic,
)
from scoring.core.posting import compute_kontra_factor
from scoring.games.romanian.record import HIGHEST_KONTRA
from scoring.games.romanian.rules import SharedRules
from scoring.games.romanian.tables import (
    KING_ABANDONED,
    KING_CAPTURED,
    NO_HONOUR,
    PAGAT_ULTIMO,
    REGE_ULTIMO,
    TRICKS,
    VALAT,
    Figure,
    Tables,
)


def build_guide(rules: SharedRules, tables: Tables) -> tuple[Topic, ...]:
    """Return all rules of the table by topic.

    tables: numbers of Romanian tarok or of Taper.

    Source: scoring/RULEBOOK.md, sections 4, 5 and 6.
    """
    return (
        _build_hand_topic(tables),
        _build_game_topic(rules, tables),
        _build_kontra_topic(),
        _build_announcing_topic(tables),
        *(_build_figure_topic(figure) for figure in tables.figures),
        _build_taroace_topic(tables),
        *_build_pool_topics(rules),
        _build_unplayed_topic(rules, tables),
        *_build_surrender_topics(tables),
        Topic("revoke", "topic.revoke", (Rule("ro.rule.revoke"),), ("revoke",)),
        *((build_pot_split_topic(),) if rules.pool else ()),
        _build_refused_topic(tables),
        build_agreed_topic(),
    )


def _build_hand_topic(tables: Tables) -> Topic:
    values = {"count": tables.players, "points": tables.card_points, "tricks": TRICKS}
    codes = ("partner", "pay") if tables.called_king else ("alone",)
    rules = (Rule("ro.rule.table", values), *(Rule(f"ro.rule.{code}") for code in codes))
    return Topic("hand", "topic.hand", rules)


def _build_game_topic(rules: SharedRules, tables: Tables) -> Topic:
    rules_in_order = [Rule("ro.rule.won", {"points": tables.needed})]
    for key, contract in tables.contracts.items():
        if not getattr(rules, key, True):
            continue
        values: dict[str, Any] = {"contract": f"contract.{key}", "value": contract.value}
        code = "ro.rule.contract"
        if contract.levels > 1:
            code, values["levels"] = "ro.rule.contract_levels", contract.levels
        rules_in_order.append(Rule(code, values))
    rules_in_order += [Rule("ro.rule.lost"), build_option_rule(rules, "unu")]
    if tables.called_king:
        rules_in_order.append(build_option_rule(rules, "trei"))
    return Topic("game", "fig.game", tuple(rules_in_order), ("game",))


def _build_kontra_topic() -> Topic:
    steps = (
        Rule(
            "rule.kontra_step", {"step": f"kontra.ro.{step}", "factor": compute_kontra_factor(step)}
        )
        for step in range(1, HIGHEST_KONTRA + 1)
    )
    rules = (Rule("rule.kontra"), *steps, Rule("ro.rule.kontra_level"))
    return Topic("kontra", "topic.kontra", rules)


def _build_announcing_topic(tables: Tables) -> Topic:
    codes = ["rule.announced", "rule.silent_beside", "ro.rule.who_declarer"]
    if tables.called_king:
        codes.append("ro.rule.who_holder")
    return Topic("announcing", "topic.announcing", tuple(Rule(code) for code in codes))


def _build_figure_topic(figure: Figure) -> Topic:
    rules_in_order = (Rule(f"ro.rule.is_{figure.key}"), *_build_worth_rules(figure))
    return Topic(figure.key, figure.term, rules_in_order, (figure.key,))


def _build_worth_rules(figure: Figure) -> Iterator[Rule]:
    """Yield the rules about a figure's value, in solo and in other contracts."""
    silent, announced = figure.silent, figure.announced
    if figure.key == KING_ABANDONED.key:
        yield Rule("ro.rule.worth_abandoned", {"value": silent[0]})
    elif figure.key == KING_CAPTURED.key:
        yield Rule("ro.rule.worth_captured", {"value": silent[0], "solo": silent[1]})
    else:
        yield Rule("rule.worth", {"silent": silent[0], "announced": announced[0]})
        yield Rule("ro.rule.worth_solo", {"silent": silent[1], "announced": announced[1]})
    if figure.key in {PAGAT_ULTIMO.key, REGE_ULTIMO.key}:
        yield Rule("ro.rule.fails_silently")
    if figure.key == VALAT.key:
        yield Rule("ro.rule.instead")


def _build_taroace_topic(tables: Tables) -> Topic:
    counts = (
        Rule("ro.rule.taroace", {"count": count, "value": value})
        for count, value in tables.taroace.items()
    )
    duty = Rule("ro.rule.duty_taroace", {"count": min(tables.taroace)})
    rules = (*counts, Rule("ro.rule.highest"), duty, Rule("ro.rule.duty_equal"))
    return Topic("taroace", "fig.taroace", rules, ("taroace",))


def _build_pool_topics(rules: SharedRules) -> tuple[Topic, ...]:
    codes = ("founded", "dealer", "won", "failed", "kontra", "plain") if rules.pool else ()
    rules_in_order = (
        build_option_rule(rules, "pool"),
        *(Rule(f"ro.rule.pool_{code}") for code in codes),
    )
    return (Topic("pool", "pot.pool", rules_in_order, ("pool", "foundation", "dealer")),)


def _build_unplayed_topic(rules: Any, tables: Tables) -> Topic:
    hands = {"hands": tables.radler}
    if tables.called_king:
        passed = build_option_rule(rules, "all_pass")
        passed = Rule(passed.code, hands, passed.option)
    else:
        passed = Rule("rule.all_pass.radler", hands)
    hep = build_option_rule(rules, "hep_hep")
    rule_list = (
        passed,
        Rule("ro.rule.radler"),
        Rule("ro.rule.thrown_in"),
        Rule(hep.code, hands if rules.hep_hep else {}, hep.option),
    )
    return Topic(
        "radler", "topic.radler", rule_list, ("michi", "passed_out", "abandoned", "hep_hep")
    )


def _build_surrender_topics(tables: Tables) -> tuple[Topic, ...]:
    if "surrendered" not in tables.outcomes:
        return ()
    rules = (Rule("ro.rule.surrender"), Rule("ro.rule.no_honour", {"value": NO_HONOUR}))
    return (Topic("surrender", "topic.surrender", rules, ("surrender", "surrender_no_honour")),)


def _build_refused_topic(tables: Tables) -> Topic:
    rules = [
        Rule("ro.rule.refused_points", {"points": tables.card_points}),
        Rule("ro.rule.refused_tricks"),
        Rule("ro.rule.refused_announced"),
        Rule("ro.rule.refused_facts"),
    ]
    if tables.called_king:
        rules.append(Rule("ro.rule.refused_king", {"tricks": TRICKS}))
        rules.append(Rule("ro.rule.refused_where"))
    return Topic("refused", "topic.refused", tuple(rules))
