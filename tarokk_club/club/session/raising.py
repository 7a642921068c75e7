"""Convert house rules of older programs to their present form, without changing any points.

One table serves both the migration of the database and archives of older programs: each game
defines what its options meant (`Lore.raised`). Entries are never changed; a later schema gets a
step of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.games import GAMES

_SCHEMA = 2


def raised_rules(game: str, rules: Mapping[str, Any], *, version: int) -> dict[str, Any]:
    """Return the rules of a session, tournament or stored choice in the form of schema 2."""
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


def raise_facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the history records about a session, with its rules in the form of schema 2.

    The history itself does not change, and neither does its hash chain.
    """
    raised = dict(facts)
    version, rules = facts.get("rules_version", 1), facts.get("rules")
    if isinstance(rules, dict) and version < _SCHEMA:
        raised["rules"] = raised_rules(str(facts.get("game")), rules, version=version)
        raised["rules_version"] = _SCHEMA
    return raised
