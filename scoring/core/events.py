"""Events of a session as frozen records, with their JSON reader and writer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from scoring.core.game import Game, Record, cast_record
from scoring.core.game_info_types import HandRecord
from scoring.core.options import Rules
from scoring.core.problem import Problem, RefusedError
from scoring.core.reader import LARGEST, RECORD_SCHEMA, Reader

SEVERITIES = ("minor", "major", "irrecoverable")


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that was dealt.

    record: frozen record of the game.
    schema: schema version of the record.

    Source: docs/reference/format.md, "Hands".
    """

    record: HandRecord
    note: str | None = None
    schema: int = RECORD_SCHEMA


@dataclass(frozen=True, slots=True)
class Join:
    """The arrival of a player at the table.

    after: player who sits directly before the new player in playing order.

    Source: docs/reference/format.md.
    """

    player: str
    after: str
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """The departure of a player, whose balance remains.

    Source: docs/reference/format.md.
    """

    player: str
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Fine:
    """A fine paid into the pots.

    severity: one of SEVERITIES.

    Source: scoring/RULEBOOK.md, section 3.
    """

    player: str
    severity: str
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Adjust:
    """Points agreed by the players, with a note.

    points: points by player, + receives; they add up to 0.

    Source: docs/reference/format.md.
    """

    points: Mapping[str, int]
    note: str


@dataclass(frozen=True, slots=True)
class MovePot:
    """Points that players put into (+) or take out of (-) a pot, with a note.

    Source: docs/reference/format.md, "Events".
    """

    pot: str
    points: Mapping[str, int]
    note: str


@dataclass(frozen=True, slots=True)
class GiveNotice:
    """A notice to end the session.

    skiz: player who was dealt the skíz in the next hand, or None.
    schema: schema version of the event.

    Source: docs/reference/format.md.
    """

    player: str
    skiz: str | None = None
    note: str | None = None
    schema: int = RECORD_SCHEMA


@dataclass(frozen=True, slots=True)
class ChangeDealer:
    """A change of the next dealer, out of turn.

    player: dealer of the next hand.
    note: reason for the change.

    Source: docs/reference/format.md, "Events".
    """

    player: str
    note: str


@dataclass(frozen=True, slots=True)
class End:
    """The end of the session, when the pots are split. Source: docs/reference/format.md."""

    note: str | None = None


Event = Hand | Join | Leave | ChangeDealer | Fine | Adjust | MovePot | GiveNotice | End

# The class of an event to its "type" in JSON.
TYPE_NAMES: Mapping[type, str] = MappingProxyType(
    {
        Hand: "hand",
        Join: "join",
        Leave: "leave",
        ChangeDealer: "dealer",
        Fine: "fine",
        Adjust: "adjust",
        MovePot: "pot",
        GiveNotice: "notice",
        End: "end",
    }
)
EVENT_TYPES = tuple(TYPE_NAMES.values())
_KEYS = {
    "join": frozenset({"type", "note", "player", "after"}),
    "leave": frozenset({"type", "note", "player"}),
    "dealer": frozenset({"type", "note", "player"}),
    "fine": frozenset({"type", "note", "player", "severity"}),
    "adjust": frozenset({"type", "note", "points"}),
    "pot": frozenset({"type", "note", "pot", "points"}),
    "notice": frozenset({"type", "note", "player", "skiz"}),
    "end": frozenset({"type", "note"}),
}


def read_event(game: Game[Rules, Record], raw: object, *, schema: int = RECORD_SCHEMA) -> Event:
    """Return the event in `raw`, a JSON object.

    schema: schema version of the event.
    Raise RefusedError with every fault of the event's shape; `replay` checks the event against
        the table.

    Source: docs/reference/format.md, "Events".
    """
    problems: list[Problem] = []
    if not isinstance(raw, dict):
        raise RefusedError([Problem("not_object", "")])
    reader = Reader(raw, problems)
    kind = reader.read_choice("type", EVENT_TYPES, required=True)
    note = reader.read_note(blank_allowed=schema < 3)
    event: Event | None = None
    if kind == "hand":
        record = game.read(reader)
        event = None if record is None else Hand(record, note, schema)
    elif kind is not None:
        event = _read_table_event(game, kind, reader, note, schema=schema)
        reader.note_unknown_keys(_KEYS[kind])
    if problems or event is None:
        raise RefusedError(problems)
    return event


def _read_table_event(
    game: Game[Rules, Record], kind: str, reader: Reader, note: str | None, *, schema: int
) -> Event | None:
    if kind == "end":
        return End(note)
    if kind in ("adjust", "pot"):
        return _read_points(kind, reader, note)
    player = reader.read_text("player", required=True) or ""
    if kind == "join":
        return Join(player, reader.read_text("after", required=True) or "", note)
    if kind == "leave":
        return Leave(player, note)
    if kind == "notice":
        return GiveNotice(player, reader.read_text("skiz"), note, schema)
    if kind == "dealer":
        if not note:
            reader.note_fault("missing", "note")
        return ChangeDealer(player, note or "")
    severity = reader.read_choice("severity", SEVERITIES, required=True) or ""
    if game.fine is None:
        reader.note_fault("no_fines", "type")
    return Fine(player, severity, note)


def _read_points(kind: str, reader: Reader, note: str | None) -> Event | None:
    pot = reader.read_text("pot", required=True) if kind == "pot" else None
    points = reader.read_points("points", -LARGEST, LARGEST)
    if points is None:
        if not reader.problems:
            reader.note_fault("missing", "points")
        return None
    if not note:
        if not reader.problems:
            reader.note_fault("missing", "note")
        return None
    if kind == "pot":
        if not any(points.values()):
            reader.note_fault("missing", "points")
        return MovePot(pot or "", points, note)
    if sum(points.values()):
        reader.note_fault("not_zero", "points", total=sum(points.values()))
    return Adjust(points, note)


def serialize_event(game: Game[Rules, Record], event: Event) -> dict[str, Any]:
    """Return the canonical JSON object of `event`, which `read_event` reads back as an equal event.

    Source: docs/reference/format.md, "Events".
    """
    raw: dict[str, Any] = {"type": TYPE_NAMES[type(event)]}
    match event:
        case Hand(record=record):
            raw |= game.serialize(cast_record(game, record))
        case Join(player=player, after=after):
            raw |= {"player": player, "after": after}
        case Leave(player=player) | ChangeDealer(player=player):
            raw |= {"player": player}
        case Fine(player=player, severity=severity):
            raw |= {"player": player, "severity": severity}
        case Adjust(points=points):
            raw |= {"points": dict(points)}
        case MovePot(pot=pot, points=points):
            raw |= {"pot": pot, "points": dict(points)}
        case GiveNotice(player=player, skiz=skiz):
            raw |= {"player": player} | ({"skiz": skiz} if skiz else {})
    if event.note:
        raw["note"] = event.note
    return raw


def find_event_kind(event: Event) -> str:
    """Return the outcome of a hand, or the type of any other event.

    Source: docs/reference/format.md, "Events".
    """
    return event.record.outcome if isinstance(event, Hand) else TYPE_NAMES[type(event)]
