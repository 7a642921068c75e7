"""House rules of older programs, brought to what they mean today; not one point moves.

One table for the step that updates the book and for archives of older programs: each game tells
what its own options meant (`Lore.raised`). What stands there is never changed: a later schema gets
a step of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.games import GAMES

_SCHEMA = 2


def raised_rules(game: str, rules: Mapping[str, Any], *, version: int) -> dict[str, Any]:
    """The rules of a session, tournament or remembered choice as schema 2 writes them."""
    raised = dict(rules)
    if game not in GAMES:
        return raised
    for change in GAMES[game].lore.raised:
        if not version < change.since <= _SCHEMA:
            continue
        if change.missing is not None:
            raised.setdefault(change.option, change.missing)
        word = raised.get(change.option)
        if isinstance(word, str):
            raised[change.option] = change.words.get(word, word)
    return raised


def raised_facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    """What the history tells of a session, with its rules as schema 2 writes them.

    The history itself stays as it was written, and so does its chain.
    """
    raised = dict(facts)
    version, rules = facts.get("rules_version", 1), facts.get("rules")
    if isinstance(rules, dict) and version < _SCHEMA:
        raised["rules"] = raised_rules(str(facts.get("game")), rules, version=version)
        raised["rules_version"] = _SCHEMA
    return raised
