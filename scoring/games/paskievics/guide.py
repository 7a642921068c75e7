"""The rules of a Hungarian table, written from the tables and options that score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.core.guide import Rule, Topic, agreed, split_at_end, told
from scoring.games.paskievics.rules import PaskievicsRules
from scoring.games.paskievics.tables import (
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

# What else to say about a figure, by the option that decides it.
_BESIDE: Mapping[str, tuple[str, ...]] = {
    DOUBLE: ("kontra_covers_silent", "silent_needs_kontra"),
    TRULL: ("silent_trull_with_volat",),
    FOUR_KINGS: ("silent_four_kings_with_double",),
}
_MORE: Mapping[str, tuple[str, ...]] = {
    VOLAT: ("hu.rule.volat_holds",),
    PAGAT_ULTIMO: ("hu.rule.ultimo_announced",),
    XXI_CATCH: ("hu.rule.hat",),
}


def guide_hungarian(rules: PaskievicsRules, figures: Mapping[str, Figure]) -> tuple[Topic, ...]:
    """All rules of the table, in the order in which a newcomer asks; figures: those of the game.

    Source: scoring/RULEBOOK.md, sections 1, 2 and 6.
    """
    return (
        _hand(rules),
        _auction(rules),
        _game(rules),
        _kontra(rules),
        _announcing(),
        *(_figure(rules, figure) for figure in figures.values()),
        _tarokks(rules),
        _void(rules),
        *_pot(rules),
        _trial(rules),
        _refused(),
        agreed(),
    )


def _hand(rules: PaskievicsRules) -> Topic:
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
            told(rules, "discarded_partner_skart"),
            told(rules, "dealer_shares"),
            told(rules, "talon_honours_to_dealer"),
            *drawn,
        ),
        ("dealer_share", "talon_honours"),
    )


def _auction(rules: PaskievicsRules) -> Topic:
    options = ("hold_rule", "solo_jump", "pais_xvii")
    said = (Rule("hu.rule.auction"), Rule("hu.rule.cue"), Rule("hu.rule.yielded"))
    return Topic("auction", "topic.auction", (*said, *(told(rules, name) for name in options)))


def _game(rules: PaskievicsRules) -> Topic:
    options = (
        "game_beside_silent_double",
        "game_beside_silent_volat",
        "opponents_need_48_after_kontra",
    )
    said = (
        Rule("hu.rule.is_game", {"points": TO_WIN, "total": CARD_POINTS}),
        *(
            Rule("hu.rule.bid", {"bid": f"bid.{key}", "value": one.value})
            for key, one in BIDS.items()
        ),
        Rule("hu.rule.game_beside"),
        *(told(rules, name) for name in options),
    )
    return Topic("game", "fig.game", said, ("game",))


def _kontra(rules: PaskievicsRules) -> Topic:
    name = "max_kontra"
    steps = tuple(
        Rule("rule.kontra_step", {"step": f"kontra.{step}", "factor": 1 << step}, name)
        for step in range(1, rules.max_kontra + 1)
    )
    said = (Rule("rule.kontra"), *steps) if steps else (Rule("rule.no_kontra", option=name),)
    return Topic("kontra", "topic.kontra", said)


def _announcing() -> Topic:
    codes = ("rule.announced", "rule.silent_beside", "hu.rule.order", "hu.rule.lone_silent")
    return Topic("announcing", "topic.announcing", tuple(Rule(code) for code in codes))


def _figure(rules: PaskievicsRules, figure: Figure) -> Topic:
    values = {"points": TO_DOUBLE, "rest": CARD_POINTS - TO_DOUBLE} if figure.key == DOUBLE else {}
    said = [Rule(f"hu.rule.is_{figure.key}", values), *_worth(rules, figure)]
    if figure.rule is not None:
        said.append(told(rules, figure.rule))
    if figure.key == VOLAT:
        said += _volat(rules)
    if figure.told and figure.card:
        said.append(Rule("hu.rule.one_card"))
    said += [told(rules, name) for name in _BESIDE.get(figure.key, ())]
    said += [Rule(code) for code in _MORE.get(figure.key, ())]
    return Topic(figure.key, figure.term, tuple(said), (figure.key,))


def _worth(rules: PaskievicsRules, figure: Figure) -> Iterator[Rule]:
    """What a figure pays under these rules."""
    worth: Any = getattr(rules, figure.key)
    if isinstance(worth, int):
        yield Rule("hu.rule.only_announced", {"announced": worth}, figure.key)
        return
    values = {"silent": worth[0], "announced": worth[1]}
    times = "_times" if figure.times_game else ""
    yield Rule(f"rule.worth{times}", values, figure.key)
    if figure.key in {PAGAT_ULTIMO, SAS_ULTIMO}:
        yield Rule("hu.rule.fails_silently", {"silent": worth[0]}, figure.key)


def _volat(rules: PaskievicsRules) -> list[Rule]:
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


def _tarokks(rules: PaskievicsRules) -> Topic:
    counts = (
        Rule("hu.rule.tarokks", {"count": count, "value": value})
        for count, value in TAROKK_POINTS.items()
    )
    said = (*counts, told(rules, "tarokk_counts"), Rule("hu.rule.claimed"))
    return Topic("tarokks", "topic.tarokks", said, ("tarokks",))


def _void(rules: PaskievicsRules) -> Topic:
    holdings = (Rule("hu.rule.holding", {"kind": term}) for term in HOLDINGS.values())
    said = (
        Rule("hu.rule.void"),
        told(rules, "void_hands"),
        told(rules, "void_redeal"),
        *holdings,
        Rule("hu.rule.annul_barred"),
    )
    return Topic("void", "topic.void", said, ("passed_out", "annulled"))


def _pot(rules: PaskievicsRules) -> tuple[Topic, ...]:
    if rules.void_hands != "pot":
        return ()
    caps = (
        Rule("hu.rule.pot_cap", {"players": players, "most": most})
        for players, most in POT_LIMIT.items()
    )
    said = (
        Rule("hu.rule.pot", {"value": VOID_TO_POT}, "void_hands"),
        Rule("hu.rule.pot_won", option="void_hands"),
        *caps,
        Rule("hu.rule.pot_plain"),
    )
    return (Topic("pot", "pot.ultimo", said, ("pot",)), split_at_end())


def _trial(rules: PaskievicsRules) -> Topic:
    paid = told(rules, "trial_three")
    if rules.trial_three == "pot":
        paid = Rule(paid.code, {"value": TRIAL_TO_POT}, paid.option)
    said = (Rule("hu.rule.trial"), paid, told(rules, "concede_trull_three"))
    return Topic("trial", "topic.trial", said, ("trial_three", "conceded"))


def _refused() -> Topic:
    codes = ("points", "tricks", "partner", "twice", "catch")
    said = tuple(Rule(f"hu.rule.refused_{code}", _REFUSED.get(code, {})) for code in codes)
    return Topic("refused", "topic.refused", said)


_REFUSED: Mapping[str, Mapping[str, Any]] = {"points": {"total": CARD_POINTS}}
