"""Conversion of old house rules to their present form, without changing points.

Each game lists the conversions of its options in `GameInfo.raised`. Both the database migration and
the import of older archives use them; entries are never changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.games import GAMES

_SCHEMA = 2


def upgrade_rules(game: str, rules: Mapping[str, Any], *, version: int) -> dict[str, Any]:
    """Return the rules of a session, tournament or stored choice in the form of schema 2.

    version: the schema of `rules`.
    """
    raised = dict(rules)
    if game not in GAMES:
        return raised
    for change in GAMES[game].info.raised:
        if not version < change.since <= _SCHEMA:
            continue
        if change.missing is not None:
            raised.setdefault(change.option, change.missing)
        word = raised.get(change.option)
        if isinstance(word, str):
            raised[change.option] = change.words.get(word, word)
    return raised


def upgrade_facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the session facts of a history line, with the rules in the form of schema 2.

    Neither the stored history nor its hash chain changes.
    """
    raised = dict(facts)
    version, rules = facts.get("rules_version", 1), facts.get("rules")
    if isinstance(rules, dict) and version < _SCHEMA:
        raised["rules"] = upgrade_rules(str(facts.get("game")), rules, version=version)
        raised["rules_version"] = _SCHEMA
    return raised
