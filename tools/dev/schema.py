"""Write docs/reference/session.schema.json, the JSON Schema of a session document, from the games.

The schema is for other programs: the scorer reads documents with its own code, so that an error
names the field. A test ensures that both accept and refuse the same documents.
"""

from __future__ import annotations

import json
from pathlib import Path

from scoring.core.events import EVENT_TYPES, SEVERITIES
from scoring.core.game import AnyGame
from scoring.core.reader import RECORD_SCHEMA
from scoring.document import FORMAT, HEAD_KEYS, VERSION
from scoring.games import GAMES
from scoring.ledger.currency import CURRENCIES
from tools.dev.hand_shapes import build_hand_definitions, build_hand_schema, build_options_schema
from tools.dev.shapes import (
    LARGEST,
    NOTE,
    TEXT,
    Schema,
    allow_null,
    build_constant,
    build_enum,
    build_event,
    build_integer,
    build_object,
    build_player_map,
    build_reference,
)

TARGET = Path("docs") / "reference" / "session.schema.json"
# The newest draft in which 1.0 is no integer, as in the scorer; the keywords used here mean the
# same in later drafts.
DRAFT = "http://json-schema.org/draft-04/schema#"
NAME: Schema = {"type": "string", "pattern": r"\S", "not": {"pattern": "^pot:"}}
# A valid calendar day; leap years with their 29th of February are matched separately.
_MONTHS = "|".join(
    (
        r"(0[13578]|1[02])-(0[1-9]|[12]\d|3[01])",
        r"(0[469]|11)-(0[1-9]|[12]\d|30)",
        r"02-(0[1-9]|1\d|2[0-8])",
    )
)
_LEAP = r"\d\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00"
DAY = rf"^(?!0000)(\d{{4}}-({_MONTHS})|({_LEAP})-02-29)$"


def build_schema() -> Schema:
    """Return the complete schema, with definitions in the order of the games."""
    defs: dict[str, Schema] = {"stake": _build_stake_schema()}
    for game in GAMES.values():
        defs |= {f"{game.key}_rules": build_options_schema(game), **build_hand_definitions(game)}
        defs[f"{game.key}_event"] = _build_event_schema(game)
    return {
        "$schema": DRAFT,
        "title": "A session of tarokk: who sat, which rules, every hand as it was recorded",
        "description": "Explained in docs/reference/format.md; made by python3 manage.py papers.",
        "type": "object",
        "properties": _build_document_properties(),
        "required": ["format", "version", "game", "players", "dealer", "events"],
        "additionalProperties": False,
        "allOf": [_restrict_to_game(game) for game in GAMES.values()],
        "$defs": defs,
    }


def render_schema() -> str:
    """Return the text of the schema file."""
    return json.dumps(build_schema(), indent=1, ensure_ascii=False) + "\n"


def _build_document_properties() -> dict[str, Schema]:
    shapes: dict[str, Schema] = {
        "format": build_constant(FORMAT),
        "version": {"type": "integer", **build_constant(VERSION)},
        "schema": allow_null(build_integer(1, RECORD_SCHEMA)),
        "game": build_enum(list(GAMES)),
        "rules": {"type": ["object", "null"]},
        "players": {"type": "array", "items": NAME, "uniqueItems": True},
        "dealer": TEXT,
        "title": allow_null(TEXT),
        "date": {"type": ["string", "null"], "pattern": DAY},
        "stake": {"anyOf": [build_reference("stake"), {"type": "null"}]},
        "events": {"type": "array"},
    }
    return {key: shapes[key] for key in HEAD_KEYS}


def _build_stake_schema() -> Schema:
    """Return the schema of a stake, whose amount has at most the currency's decimal places."""
    shapes = []
    for digits in sorted({currency.digits for currency in CURRENCIES.values()}):
        currencies = sorted(
            code for code, currency in CURRENCIES.items() if currency.digits == digits
        )
        minor = rf"(\.[0-9]{{1,{digits}}})?" if digits else ""
        amount: Schema = {"type": "string", "pattern": rf"^(0|[1-9][0-9]{{0,8}}){minor}$"}
        shapes.append(build_object({"currency": build_enum(currencies), "per_point": amount}))
    return {"oneOf": shapes}


def _restrict_to_game(game: AnyGame) -> Schema:
    """Return a schema that restricts players, rules and events if the document is of this game."""
    seat_limits = {"minItems": game.fewest, "maxItems": game.most}
    is_game = {"properties": {"game": build_constant(game.key)}, "required": ["game"]}
    restriction = {
        "properties": {
            "players": seat_limits,
            "rules": {"anyOf": [build_reference(f"{game.key}_rules"), {"type": "null"}]},
            "events": {"items": build_reference(f"{game.key}_event")},
        }
    }
    return {"anyOf": [{"not": is_game}, restriction]}


def _build_event_schema(game: AnyGame) -> Schema:
    shapes = {
        "join": build_event("join", {"player": TEXT, "after": TEXT}, {}),
        "leave": build_event("leave", {"player": TEXT}, {}),
        "dealer": build_object({"type": build_constant("dealer"), "player": TEXT, "note": NOTE}),
        "fine": build_event("fine", {"player": TEXT, "severity": build_enum(SEVERITIES)}, {}),
        "adjust": _build_points_event("adjust", {}),
        "pot": _build_points_event("pot", {"pot": TEXT}),
        "notice": build_event("notice", {"player": TEXT}, {"skiz": TEXT}),
        "end": build_event("end", {}, {}),
    }
    kinds = [kind for kind in EVENT_TYPES if kind in shapes]
    if game.fine is None:
        kinds.remove("fine")
    return {"oneOf": [build_hand_schema(game), *(shapes[kind] for kind in kinds)]}


def _build_points_event(kind: str, needed: dict[str, Schema]) -> Schema:
    points = build_player_map(build_integer(-LARGEST, LARGEST))
    return build_object({"type": build_constant(kind), **needed, "points": points, "note": NOTE})


def main(root: Path) -> Path:
    """Write the schema below `root` and return its path."""
    path = root / TARGET
    path.write_text(render_schema(), encoding="utf-8")
    return path
