"""Conversion of old house rules to their present form, without changing points.

Each game lists the conversions of its options in `GameInfo.option_upgrades`. The database migration
and the import of older archives use them; entries are never changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.games import GAMES

_SCHEMA = 2


def upgrade_rules(game: str, rules: Mapping[str, Any], *, version: int) -> dict[str, Any]:
    """Return the rules of a session, tournament or stored choice in the form of schema 2.

    The rules of an unknown game stay as they are.

    version: the schema of `rules`.
    """
    upgraded = dict(rules)
    if game not in GAMES:
        return upgraded
    for change in GAMES[game].info.option_upgrades:
        if not version < change.since <= _SCHEMA:
            continue
        if change.missing is not None:
            upgraded.setdefault(change.option, change.missing)
        word = upgraded.get(change.option)
        if isinstance(word, str):
            upgraded[change.option] = change.words.get(word, word)
    return upgraded


def upgrade_settings(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return the session's settings in a history line, with the rules in the form of schema 2.

    Neither the stored history nor its hash chain changes.
    """
    upgraded = dict(stored)
    version, rules = stored.get("rules_version", 1), stored.get("rules")
    if isinstance(rules, dict) and version < _SCHEMA:
        upgraded["rules"] = upgrade_rules(str(stored.get("game")), rules, version=version)
        upgraded["rules_version"] = _SCHEMA
    return upgraded
