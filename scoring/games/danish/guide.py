"""The guide to a Danish table, built from the numbers and options that the scorer uses."""

from __future__ import annotations

from scoring.core.guide import (
    Rule,
    Topic,
    build_agreed_topic,
    build_option_rule,
    build_pot_split_topic,
)
from scoring.games.danish.rules import DanishRules
from scoring.games.danish.tables import (
    AVERAGE,
    CARD_MORE,
    COUNT_STEP,
    COUNTED,
    DEAL,
    FINES,
    FOUNDATION,
    IN_PLAY,
    LAST_TRICK,
    LEVELS,
    NOLO,
    POINTS_IN_DECK,
    TOUT,
    ULTIMO,
)

_IRREGULARITIES = ("fine_none", "minor_such_as", "major_such_as", "irrecoverable_such_as")


def build_guide(rules: DanishRules) -> tuple[Topic, ...]:
    """Return all rules of the table by topic, in the order of payment.

    Source: scoring/RULEBOOK.md, sections 3 and 6.
    """
    return (
        _build_pots_topic(),
        *_build_declaration_topics(),
        *_build_in_play_topics(rules),
        *_build_tout_and_nolo_topics(),
        *_build_last_trick_topics(),
        _build_count_topic(rules),
        _build_fines_topic(rules),
        build_pot_split_topic(),
        _build_refused_topic(),
        _build_unchecked_topic(),
        build_agreed_topic(),
    )


def _build_pots_topic() -> Topic:
    rules = (
        Rule("da.rule.table"),
        Rule("da.rule.foundation", {"amount": FOUNDATION}),
        Rule("da.rule.deal", {"amount": DEAL}),
        Rule("da.rule.join"),
    )
    return Topic("pots", "topic.pots", rules, ("foundation", "deal", "join"))


def _build_declaration_topics() -> tuple[Topic, ...]:
    counted = (
        Topic(
            kind,
            f"da.{kind}",
            (
                Rule(f"da.rule.{kind}", {"count": fewest, "amount": amount, "more": CARD_MORE}),
                Rule("da.rule.each_other"),
            ),
            (kind,),
        )
        for kind, (fewest, _most, amount) in COUNTED.items()
    )
    graded = (
        Topic(
            kind,
            f"da.{kind}",
            (
                *(
                    Rule(f"da.rule.{kind}_{level}", {"amount": amount})
                    for level, amount in LEVELS.items()
                ),
                Rule("da.rule.each_other"),
            ),
            (kind,),
        )
        for kind in ("kings", "cavallerie")
    )
    return (*counted, *graded)


def _build_in_play_topics(rules: DanishRules) -> tuple[Topic, ...]:
    amount = {"amount": IN_PLAY}
    won = build_option_rule(rules, "pagat_won_pays")
    return (
        Topic("king_lost", "da.king_lost", (Rule("da.rule.king_lost", amount),), ("king_lost",)),
        Topic(
            "pagat_lost", "da.pagat_lost", (Rule("da.rule.pagat_lost", amount),), ("pagat_lost",)
        ),
        Topic("pagat_won", "da.pagat_won", (won,), ("pagat_won",)),
    )


def _build_tout_and_nolo_topics() -> tuple[Topic, ...]:
    amount = {"amount": TOUT}
    tout = (Rule("da.rule.tout", amount), Rule("da.rule.tout_failed", amount))
    return (
        Topic("tout", "da.tout", tout, ("tout",)),
        Topic("nolo", "da.nolo", (Rule("da.rule.nolo", {"amount": NOLO}),), ("nolo",)),
    )


def _build_last_trick_topics() -> tuple[Topic, ...]:
    plain = Rule("da.rule.last_trick", {"amount": LAST_TRICK})
    topics = [Topic("last_trick", "da.last_trick", (plain,), ("last_trick",))]
    for card, amount in ULTIMO.items():
        won, lost = f"{card}_ultimo", f"{card}_bagud"
        values = {"amount": amount}
        topics.append(Topic(won, f"da.{won}", (Rule(f"da.rule.{won}", values),), (won,)))
        beaten = (Rule(f"da.rule.{lost}", values), Rule("da.rule.bagud_order"))
        topics.append(Topic(lost, f"da.{lost}", beaten, (lost,)))
    return tuple(topics)


def _build_count_topic(rules: DanishRules) -> Topic:
    counted = build_option_rule(rules, "count")
    values = {"points": POINTS_IN_DECK, "average": AVERAGE, "nearest": COUNT_STEP}
    rule_list = (counted, Rule("da.rule.count", values)) if rules.count else (counted,)
    return Topic("count", "da.count", rule_list, ("count",))


def _build_fines_topic(rules: DanishRules) -> Topic:
    fined = (Rule(f"da.rule.fine_{grave}", {"amount": amount}) for grave, amount in FINES.items())
    examples = (Rule(f"da.rule.{code}") for code in _IRREGULARITIES)
    rules_in_order = (
        Rule("da.rule.misdeal"),
        build_option_rule(rules, "misdeal_pays"),
        *fined,
        *examples,
    )
    return Topic("fines", "topic.fines", rules_in_order, ("fine", "misdeal"))


def _build_refused_topic() -> Topic:
    points = Rule("da.rule.refused_points", {"points": POINTS_IN_DECK})
    codes = ("cards", "nolo", "declared", "pagat", "held", "tricks")
    rules = (points, *(Rule(f"da.rule.refused_{code}") for code in codes))
    return Topic("refused", "topic.refused", rules)


def _build_unchecked_topic() -> Topic:
    """Return the topic of rules that the program does not check."""
    return Topic("unchecked", "topic.unchecked", (Rule("da.rule.no_trumps"), Rule("da.rule.fool")))
