"""Write docs/reference/session.schema.json, the JSON Schema of a session document, from the games.

The scorer reads documents with code of its own, so that an error names its field; this schema is
for other programs. A test ensures that both accept and refuse the same documents.
"""

from __future__ import annotations

import json
from pathlib import Path

from scoring.core.events import EVENT_TYPES, SEVERITIES
from scoring.core.game import AnyGame
from scoring.core.schema import RECORD_SCHEMA
from scoring.document import FORMAT, HEAD_KEYS, VERSION
from scoring.games import GAMES
from scoring.ledger.currency import CURRENCIES
from tools.dev.hand_shapes import definitions, hand_schema, options_schema
from tools.dev.shapes import (
    LARGEST,
    NOTE,
    TEXT,
    Schema,
    by_player,
    closed,
    event,
    one_of,
    only,
    or_null,
    ref,
    whole,
)

TARGET = Path("docs") / "reference" / "session.schema.json"
# The youngest draft whose integer is written without a decimal point, as the scorer wants it; the
# keywords that are used mean the same in later ones.
DRAFT = "http://json-schema.org/draft-04/schema#"
NAME: Schema = {"type": "string", "pattern": r"\S", "not": {"pattern": "^pot:"}}
# A day that is in the calendar; the last four stand for the 29th of February.
_MONTHS = "|".join(
    (
        r"(0[13578]|1[02])-(0[1-9]|[12]\d|3[01])",
        r"(0[469]|11)-(0[1-9]|[12]\d|30)",
        r"02-(0[1-9]|1\d|2[0-8])",
    )
)
_LEAP = r"\d\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00"
DAY = rf"^(?!0000)(\d{{4}}-({_MONTHS})|({_LEAP})-02-29)$"


def schema() -> Schema:
    """Return the complete schema, with its definitions in the order of the games."""
    defs: dict[str, Schema] = {"stake": _stake()}
    for game in GAMES.values():
        defs |= {f"{game.key}_rules": options_schema(game), **definitions(game)}
        defs[f"{game.key}_event"] = _event(game)
    return {
        "$schema": DRAFT,
        "title": "A session of tarokk: who sat, which rules, every hand as it was recorded",
        "description": "Explained in docs/reference/format.md; made by python3 manage.py papers.",
        "type": "object",
        "properties": _head(),
        "required": ["format", "version", "game", "players", "dealer", "events"],
        "additionalProperties": False,
        "allOf": [_of(game) for game in GAMES.values()],
        "$defs": defs,
    }


def text() -> str:
    """Return the text of the schema file."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def _head() -> dict[str, Schema]:
    shapes: dict[str, Schema] = {
        "format": only(FORMAT),
        "version": {"type": "integer", **only(VERSION)},
        "schema": or_null(whole(1, RECORD_SCHEMA)),
        "game": one_of(list(GAMES)),
        "rules": {"type": ["object", "null"]},
        "players": {"type": "array", "items": NAME, "uniqueItems": True},
        "dealer": TEXT,
        "title": or_null(TEXT),
        "date": {"type": ["string", "null"], "pattern": DAY},
        "stake": {"anyOf": [ref("stake"), {"type": "null"}]},
        "events": {"type": "array"},
    }
    return {key: shapes[key] for key in HEAD_KEYS}


def _stake() -> Schema:
    """A currency, and an amount with no more digits than the currency has."""
    shapes = []
    for digits in sorted({currency.digits for currency in CURRENCIES.values()}):
        currencies = sorted(code for code, one in CURRENCIES.items() if one.digits == digits)
        minor = rf"(\.[0-9]{{1,{digits}}})?" if digits else ""
        amount: Schema = {"type": "string", "pattern": rf"^(0|[1-9][0-9]{{0,8}}){minor}$"}
        shapes.append(closed({"currency": one_of(currencies), "per_point": amount}))
    return {"oneOf": shapes}


def _of(game: AnyGame) -> Schema:
    """Return the conditional schema for the head of a document of this game."""
    seats = {"minItems": game.fewest, "maxItems": game.most}
    is_game = {"properties": {"game": only(game.key)}, "required": ["game"]}
    whole_head = {
        "properties": {
            "players": seats,
            "rules": {"anyOf": [ref(f"{game.key}_rules"), {"type": "null"}]},
            "events": {"items": ref(f"{game.key}_event")},
        }
    }
    return {"anyOf": [{"not": is_game}, whole_head]}


def _event(game: AnyGame) -> Schema:
    shapes = {
        "join": event("join", {"player": TEXT, "after": TEXT}, {}),
        "leave": event("leave", {"player": TEXT}, {}),
        "dealer": closed({"type": only("dealer"), "player": TEXT, "note": NOTE}),
        "fine": event("fine", {"player": TEXT, "severity": one_of(SEVERITIES)}, {}),
        "adjust": _points("adjust", {}),
        "pot": _points("pot", {"pot": TEXT}),
        "notice": event("notice", {"player": TEXT}, {"skiz": TEXT}),
        "end": event("end", {}, {}),
    }
    known = [kind for kind in EVENT_TYPES if kind in shapes]
    if game.fine is None:
        known.remove("fine")
    return {"oneOf": [hand_schema(game), *(shapes[kind] for kind in known)]}


def _points(kind: str, needed: dict[str, Schema]) -> Schema:
    points = by_player(whole(-LARGEST, LARGEST))
    return closed({"type": only(kind), **needed, "points": points, "note": NOTE})


def main(root: Path) -> Path:
    """Write the schema below `root` and return its path."""
    path = root / TARGET
    path.write_text(text(), encoding="utf-8")
    return path
