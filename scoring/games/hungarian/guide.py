"""The guide to a Hungarian table, built from the tables and options used for scoring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.core.guide import (
    Rule,
    Topic,
    build_agreed_topic,
    build_option_rule,
    build_pot_split_topic,
)
from scoring.core.own_figures import OWN_PREFIX
from scoring.core.posting import compute_kontra_factor
from scoring.games.hungarian.rules import TO_POT, HungarianRules
from scoring.games.hungarian.tables import (
    BIDS,
    CARD_POINTS,
    DOUBLE,
    FOUR_KINGS,
    HOLDINGS,
    PAGAT_ULTIMO,
    POT_LIMIT,
    SAS_ULTIMO,
    TALON_POINTS,
    TAROKK_POINTS,
    TO_DOUBLE,
    TO_WIN,
    TRIAL_TO_POT,
    TRULL,
    VOID_TO_POT,
    VOLAT,
    XXI_CATCH,
    Figure,
)

# Options that decide further rules about a figure, by figure.
_BESIDE: Mapping[str, tuple[str, ...]] = {
    DOUBLE: ("kontra_covers_silent", "silent_needs_kontra"),
    TRULL: ("silent_trull_with_volat",),
    FOUR_KINGS: ("silent_four_kings_with_double",),
}
# Codes of rules about a figure that no option changes, by figure.
_MORE: Mapping[str, tuple[str, ...]] = {
    VOLAT: ("hu.rule.volat_holds",),
    PAGAT_ULTIMO: ("hu.rule.ultimo_announced",),
    XXI_CATCH: ("hu.rule.hat",),
}


def build_guide(rules: HungarianRules, figures: Mapping[str, Figure]) -> tuple[Topic, ...]:
    """Return all rules of the table, in the order in which a new player needs them.

    figures: figures of the game.

    Source: scoring/RULEBOOK.md, sections 1, 2 and 6.
    """
    return (
        _build_hand_topic(rules),
        _build_auction_topic(rules),
        _build_game_topic(rules),
        _build_kontra_topic(rules),
        _build_announcing_topic(rules, figures),
        *(_build_figure_topic(rules, figure) for figure in figures.values()),
        _build_club_figures_topic(rules),
        _build_tarokks_topic(rules),
        _build_void_topic(rules),
        *_build_pot_topics(rules),
        _build_trial_topic(rules),
        _build_notice_topic(),
        _build_refused_topic(),
        _build_unchecked_topic(),
        build_agreed_topic(),
    )


def _build_hand_topic(rules: HungarianRules) -> Topic:
    drawn = (
        Rule("hu.rule.talon", {"card": f"card.{card}", "value": value}, "talon_honours_to_dealer")
        for card, value in TALON_POINTS.items()
        if rules.talon_honours_to_dealer
    )
    return Topic(
        "hand",
        "topic.hand",
        (
            Rule("hu.rule.table", {"points": CARD_POINTS}),
            Rule("hu.rule.partner"),
            Rule("hu.rule.pay"),
            build_option_rule(rules, "discarded_partner_skart"),
            build_option_rule(rules, "xx_discard"),
            build_option_rule(rules, "dealer_shares"),
            build_option_rule(rules, "talon_honours_to_dealer"),
            *drawn,
        ),
        ("dealer_share", "talon_honours"),
    )


def _build_auction_topic(rules: HungarianRules) -> Topic:
    convention_options = ("hold_rule", "solo_jump", "hold_jump", "invite_after_hold", "pais_xvii")
    codes = ("auction", "held_once", "cue", "cue_once", "yielded")
    rules_in_order = tuple(Rule(f"hu.rule.{code}") for code in codes)
    options = (*convention_options, "raise_lone_three")
    return Topic(
        "auction",
        "topic.auction",
        (*rules_in_order, *(build_option_rule(rules, name) for name in options)),
    )


def _build_game_topic(rules: HungarianRules) -> Topic:
    options = (
        "game_beside_silent_double",
        "game_beside_silent_volat",
        "opponents_need_48_after_kontra",
    )
    rule_list = (
        Rule("hu.rule.is_game", {"points": TO_WIN, "total": CARD_POINTS}),
        *(
            Rule("hu.rule.bid", {"bid": f"bid.{key}", "value": bid.value})
            for key, bid in BIDS.items()
        ),
        Rule("hu.rule.game_beside"),
        *(build_option_rule(rules, name) for name in options),
    )
    return Topic("game", "fig.game", rule_list, ("game",))


def _build_kontra_topic(rules: HungarianRules) -> Topic:
    name = "max_kontra"
    steps = tuple(
        Rule(
            "rule.kontra_step",
            {"step": f"kontra.{step}", "factor": compute_kontra_factor(step)},
            name,
        )
        for step in range(1, rules.max_kontra + 1)
    )
    rule_list = (Rule("rule.kontra"), *steps) if steps else (Rule("rule.no_kontra", option=name),)
    return Topic("kontra", "topic.kontra", rule_list)


def _build_announcing_topic(rules: HungarianRules, figures: Mapping[str, Figure]) -> Topic:
    codes = ["rule.announced", "rule.silent_beside", "hu.rule.order", "hu.rule.lone_silent"]
    if any(figure.apart for figure in figures.values()):
        codes += ["hu.rule.one_trick", "hu.rule.replaced"]
    rule_list = tuple(Rule(code) for code in codes)
    options = ("opponents_bonus_needs_kontra", "double_and_volat_by_one")
    settings = tuple(build_option_rule(rules, name) for name in options)
    return Topic("announcing", "topic.announcing", rule_list + settings)


def _build_figure_topic(rules: HungarianRules, figure: Figure) -> Topic:
    rules_in_order = [_build_meaning_rule(figure), *_build_worth_rules(rules, figure)]
    rules_in_order += [Rule(code) for code in figure.says]
    if figure.refused_after_volat:
        rules_in_order.append(Rule("hu.rule.after_volat"))
    if figure.rule is not None:
        rules_in_order.append(build_option_rule(rules, figure.rule))
    if figure.key == VOLAT:
        rules_in_order += _build_volat_rules(rules)
    if figure.has_result and figure.card and not (figure.apart or figure.from_first):
        rules_in_order.append(Rule("hu.rule.one_card"))
    rules_in_order += [build_option_rule(rules, name) for name in _BESIDE.get(figure.key, ())]
    rules_in_order += [Rule(code) for code in _MORE.get(figure.key, ())]
    return Topic(figure.key, figure.term, tuple(rules_in_order), (figure.key,))


def _build_meaning_rule(figure: Figure) -> Rule:
    """Return the rule on how a side makes the figure."""
    if figure.fixed and figure.card is not None and figure.tricks > (1,):
        values = {"trick": figure.tricks[0], "card": f"card.{figure.card}"}
        return Rule("hu.rule.is_at_trick", values)
    values = {"points": TO_DOUBLE, "rest": CARD_POINTS - TO_DOUBLE} if figure.key == DOUBLE else {}
    return Rule(f"hu.rule.is_{figure.key}", values)


def _build_worth_rules(rules: HungarianRules, figure: Figure) -> Iterator[Rule]:
    """Yield the rules for the value of a figure under these house rules."""
    option = None if figure.fixed else figure.counts_as or figure.key
    worth: Any = figure.default if option is None else getattr(rules, option)
    times = "_times" if figure.times_game else ""
    if isinstance(worth, int) or figure.counts_as:
        worth = worth[1] if isinstance(worth, tuple) else worth
        yield Rule(f"hu.rule.only_announced{times}", {"announced": worth}, option)
        return
    values = {"silent": worth[0], "announced": worth[1]}
    yield Rule(f"rule.worth{times}", values, option)
    if figure.key in {PAGAT_ULTIMO, SAS_ULTIMO}:
        yield Rule("hu.rule.fails_silently", {"silent": worth[0]}, figure.key)


def _build_volat_rules(rules: HungarianRules) -> list[Rule]:
    name = "volat_fixed"
    if rules.volat_fixed is None:
        return [Rule("hu.rule.volat_not_fixed", option=name)]
    return [
        Rule(
            "hu.rule.volat_fixed",
            {"bid": f"bid.{bid}", "silent": pair[0], "announced": pair[1]},
            name,
        )
        for bid, pair in rules.volat_fixed.items()
    ]


def _build_tarokks_topic(rules: HungarianRules) -> Topic:
    counts = (
        Rule("hu.rule.tarokks", {"count": count, "value": value})
        for count, value in TAROKK_POINTS.items()
    )
    rules_in_order = (*counts, build_option_rule(rules, "tarokk_counts"), Rule("hu.rule.claimed"))
    return Topic("tarokks", "topic.tarokks", rules_in_order, ("tarokks",))


def _build_void_topic(rules: HungarianRules) -> Topic:
    holdings = [Rule("hu.rule.holding", {"kind": HOLDINGS[key]}, "annul") for key in rules.annul]
    if not holdings:
        holdings = [Rule("hu.rule.no_annul", option="annul")]
    rule_list = (
        Rule("hu.rule.void"),
        build_option_rule(rules, "void_hands"),
        build_option_rule(rules, "void_redeal"),
        *holdings,
        build_option_rule(rules, "annul_after_discard"),
    )
    return Topic("void", "topic.void", rule_list, ("passed_out", "annulled"))


def _build_pot_topics(rules: HungarianRules) -> tuple[Topic, ...]:
    if rules.void_hands != "pot":
        return ()
    caps = (
        Rule("hu.rule.pot_cap", {"players": players, "most": most})
        for players, most in POT_LIMIT.items()
    )
    rules_in_order = (
        Rule("hu.rule.pot", {"value": VOID_TO_POT}, "void_hands"),
        Rule("hu.rule.pot_won", option="void_hands"),
        *caps,
        Rule("hu.rule.pot_plain"),
    )
    return (Topic("pot", "pot.ultimo", rules_in_order, ("pot",)), build_pot_split_topic())


def _build_trial_topic(rules: HungarianRules) -> Topic:
    paid = build_option_rule(rules, "trial_three")
    if rules.trial_three in TO_POT:
        paid = Rule(paid.code, {"value": TRIAL_TO_POT}, paid.option)
    rules_in_order = (Rule("hu.rule.trial"), paid, build_option_rule(rules, "concede_trull_three"))
    return Topic("trial", "topic.trial", rules_in_order, ("trial_three", "conceded"))


def _build_refused_topic() -> Topic:
    codes = ("points", "tricks", "partner", "twice", "catch", "tarokks", "trial")
    rules = tuple(Rule(f"hu.rule.refused_{code}", _REFUSED.get(code, {})) for code in codes)
    return Topic("refused", "topic.refused", rules)


def _build_club_figures_topic(rules: HungarianRules) -> Topic:
    """Return the topic of the club's own figures, under the names that the club typed."""
    name = "own_figures"
    rows = []
    for figure in rules.own_figures:
        worth = {"silent": figure.silent, "announced": figure.announced}
        worths = [key for key, value in worth.items() if value is not None]
        code = "hu.rule.own" if len(worths) == 2 else f"hu.rule.own_{(*worths, 'nothing')[0]}"
        rows.append(Rule(code, {"own": figure.name, **{key: worth[key] for key in worths}}, name))
    rule_list = (Rule("hu.rule.is_own"), *rows) if rows else (Rule("hu.rule.no_own", option=name),)
    return Topic(
        "own",
        "topic.own",
        rule_list,
        tuple(OWN_PREFIX + figure.key for figure in rules.own_figures),
    )


def _build_notice_topic() -> Topic:
    return Topic("notice", "topic.notice", (Rule("hu.rule.notice"), Rule("hu.rule.notice_void")))


def _build_unchecked_topic() -> Topic:
    """Return the topic of rules that the program does not check."""
    codes = (
        *("honour", "called_which", "called_discard", "official_kontra", "count_exact"),
        *("count_alone", "which_side", "trull_holder", "pagat_alone", "partner_speaks", "one_turn"),
    )
    return Topic("unchecked", "topic.unchecked", tuple(Rule(f"hu.rule.{code}") for code in codes))


_REFUSED: Mapping[str, Mapping[str, Any]] = {"points": {"total": CARD_POINTS}}
