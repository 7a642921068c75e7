"""Write docs/reference/session.schema.json, the shape of a session document, from the games.

The scorer reads documents by code of its own, so that a fault names its field; this schema is for
programs of others. A test holds that both accept and refuse alike.
"""

from __future__ import annotations

import json
from pathlib import Path

from scoring.core.events import EVENT_TYPES, SEVERITIES
from scoring.core.game import AnyGame
from scoring.document import FORMAT, HEAD_KEYS, VERSION
from scoring.games import GAMES
from scoring.ledger.currency import CURRENCIES
from tools.dev.hand_shapes import definitions, hand_of, options_shape
from tools.dev.shapes import (
    LARGEST,
    TEXT,
    Schema,
    by_player,
    closed,
    event,
    one_of,
    or_null,
    ref,
    whole,
)

TARGET = Path("docs") / "reference" / "session.schema.json"
DRAFT = "https://json-schema.org/draft/2020-12/schema"
NAME: Schema = {"type": "string", "pattern": r"\S", "not": {"pattern": "^pot:"}}
WRITTEN: Schema = {"type": "string", "minLength": 1}


def schema() -> Schema:
    """The whole schema, its definitions in the order of the games."""
    defs: dict[str, Schema] = {"stake": _stake()}
    for game in GAMES.values():
        defs |= {f"{game.key}_rules": options_shape(game), **definitions(game)}
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
    """The schema as it lies in the repository."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def _head() -> dict[str, Schema]:
    shapes: dict[str, Schema] = {
        "format": {"const": FORMAT},
        "version": {"const": VERSION},
        "game": one_of(list(GAMES)),
        "rules": {"type": ["object", "null"]},
        "players": {"type": "array", "items": NAME, "uniqueItems": True},
        "dealer": TEXT,
        "title": or_null(TEXT),
        "date": {"type": ["string", "null"], "pattern": r"^\d{4}-\d{2}-\d{2}$"},
        "stake": {"anyOf": [ref("stake"), {"type": "null"}]},
        "events": {"type": "array"},
    }
    return {key: shapes[key] for key in HEAD_KEYS}


def _stake() -> Schema:
    amount: Schema = {"type": "string", "pattern": r"^(0|[1-9][0-9]{0,8})(\.[0-9]{1,4})?$"}
    return closed({"currency": one_of(sorted(CURRENCIES)), "per_point": amount})


def _of(game: AnyGame) -> Schema:
    """What the head of a document of this game must be."""
    seats = {"minItems": game.fewest, "maxItems": game.most}
    return {
        "if": {"properties": {"game": {"const": game.key}}, "required": ["game"]},
        "then": {
            "properties": {
                "players": seats,
                "rules": {"anyOf": [ref(f"{game.key}_rules"), {"type": "null"}]},
                "events": {"items": ref(f"{game.key}_event")},
            }
        },
    }


def _event(game: AnyGame) -> Schema:
    shapes = {
        "join": event("join", {"player": TEXT, "after": TEXT}, {}),
        "leave": event("leave", {"player": TEXT}, {}),
        "dealer": closed({"type": {"const": "dealer"}, "player": TEXT, "note": WRITTEN}),
        "fine": event("fine", {"player": TEXT, "severity": one_of(SEVERITIES)}, {}),
        "adjust": _adjust(),
        "notice": event("notice", {"player": TEXT}, {"skiz": TEXT}),
        "end": event("end", {}, {}),
    }
    known = [kind for kind in EVENT_TYPES if kind in shapes]
    if game.fine is None:
        known.remove("fine")
    return {"oneOf": [hand_of(game), *(shapes[kind] for kind in known)]}


def _adjust() -> Schema:
    points = by_player(whole(-LARGEST, LARGEST))
    return closed({"type": {"const": "adjust"}, "points": points, "note": WRITTEN})


def main(root: Path) -> Path:
    """Write the schema below `root`; the path written."""
    path = root / TARGET
    path.write_text(text(), encoding="utf-8")
    return path
