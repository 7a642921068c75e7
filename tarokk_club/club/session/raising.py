"""House rules of older programmes, brought to what they mean today; not one point moves.

One table for the step that updates the book and for archives of older programmes. What stands here
is never changed: a later schema gets a step of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# Since 2 these pay by the bid; what 0.1.0 meant by them is told by names of its own.
_TRIAL_THREE = {"pot": "pot_flat", "two_each": "two_flat"}


def raised_rules(game: str, rules: Mapping[str, Any], *, version: int) -> dict[str, Any]:
    """The rules of a session, tournament or remembered choice as schema 2 writes them."""
    raised = dict(rules)
    if version >= 2:
        return raised
    if game == "danish":
        raised.setdefault("misdeal_pays", True)
    word = raised.get("trial_three")
    if isinstance(word, str) and word in _TRIAL_THREE:
        raised["trial_three"] = _TRIAL_THREE[word]
    return raised


def raised_facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    """What the history tells of a session, with its rules as schema 2 writes them.

    The history itself stays as it was written, and so does its chain.
    """
    raised = dict(facts)
    version, rules = facts.get("rules_version", 1), facts.get("rules")
    if isinstance(rules, dict) and version < 2:
        raised["rules"] = raised_rules(str(facts.get("game")), rules, version=version)
        raised["rules_version"] = 2
    return raised
