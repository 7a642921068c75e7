"""The session document: reading its head, and renaming the players of its events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from scoring.core.accounts import POT_PREFIX
from scoring.core.game import AnyGame
from scoring.core.game_info_types import People
from scoring.core.options import HouseRules, read_rules
from scoring.core.problem import Problem, RefusedError
from scoring.core.reader import RECORD_SCHEMA, Reader
from scoring.games import GAMES
from scoring.ledger.currency import read_currency
from scoring.ledger.money import read_amount

FORMAT, VERSION = "tarokk-session", 1
HEAD_KEYS = (
    "format",
    "version",
    "schema",
    "game",
    "rules",
    "players",
    "dealer",
    "title",
    "date",
    "stake",
    "events",
)
_KNOWN_KEYS = frozenset(HEAD_KEYS)
_STAKE_KEYS = frozenset({"currency", "per_point"})
# The keys of an event that hold players: first those that all games share, then each game's own.
_PEOPLE = (
    People(keys=frozenset({"player", "after", "skiz"}), maps=frozenset({"points"})),
    *(game.info.people for game in GAMES.values()),
)
# The number of players that any game allows at a table.
_SIZES = (min(game.fewest for game in GAMES.values()), max(game.most for game in GAMES.values()))
_PLAYER_KEYS = frozenset(key for people in _PEOPLE for key in people.keys)
_PLAYER_MAPS = frozenset(key for people in _PEOPLE for key in people.maps)
_PLAYER_PAIRS = frozenset(key for people in _PEOPLE for key in people.pairs)
_SIDE_KEYS = frozenset(key for people in _PEOPLE for key in people.sides)


@dataclass(frozen=True, slots=True)
class Stake:
    """The money per point.

    currency: ISO currency code.
    per_point: decimal string in the currency's major unit.

    Source: docs/reference/format.md.
    """

    currency: str
    per_point: str


@dataclass(frozen=True, slots=True)
class Head:
    """A session document with its head read and its events still raw.

    rules: house rules of the session.
    preset: preset on which the rules are based, or None.
    players: names in playing order.
    day: date of the session, or None.

    Source: docs/reference/format.md.
    """

    game: AnyGame
    rules: HouseRules
    preset: str | None
    players: tuple[str, ...]
    dealer: str
    title: str | None
    day: date | None
    stake: Stake | None
    events: list[Any]
    schema: int = RECORD_SCHEMA


def read_head(raw: Any) -> Head:
    """Return the head of the document `raw` (a parsed JSON value), with its events not yet read.

    Raise RefusedError with every fault of the head.

    Source: docs/reference/format.md.
    """
    problems: list[Problem] = []
    if not isinstance(raw, dict):
        raise RefusedError([Problem("not_object", "")])
    reader = Reader(raw, problems)
    if reader.get("format") != FORMAT:
        reader.note_fault("wrong_format", "format")
    schema = _read_schema(reader)
    version = reader.get("version")
    if type(version) is not int or version != VERSION:
        reader.note_fault("wrong_version", "version")
    key = reader.get("game")
    game = GAMES.get(key) if isinstance(key, str) else None
    if game is None:
        reader.note_fault("unknown_game", "game", allowed=", ".join(GAMES))
    rules, preset = _read_rules(reader, game)
    players = _read_players(reader, game)
    dealer = _read_dealer(reader, players)
    title, day, stake = reader.read_text("title"), _read_day(reader), _read_stake(reader)
    events = _read_events(reader)
    reader.note_unknown_keys(_KNOWN_KEYS)
    if problems or game is None or rules is None:
        raise RefusedError(problems)
    return Head(game, rules, preset, players, dealer, title, day, stake, events, schema)


def _read_schema(reader: Reader) -> int:
    """Return the schema version of the events: the current version unless an older one is named."""
    schema = reader.get("schema")
    if schema is None:
        return RECORD_SCHEMA
    if type(schema) is int and 1 <= schema <= RECORD_SCHEMA:
        return schema
    reader.note_fault("wrong_schema", "schema", highest=RECORD_SCHEMA)
    return RECORD_SCHEMA


def _read_rules(reader: Reader, game: AnyGame | None) -> tuple[HouseRules | None, str | None]:
    options = reader.read_object("rules")
    raw = options.raw if options else {}
    if game is None:
        return None, None
    count = len(reader.problems)
    rules = read_rules(game.rules, game.presets, raw, reader.problems)
    if len(reader.problems) == count:
        reader.problems.extend(game.check_rules(rules))
    return rules, raw.get("preset")


def _read_players(reader: Reader, game: AnyGame | None) -> tuple[str, ...]:
    value = reader.get("players")
    fewest, most = (game.fewest, game.most) if game else _SIZES
    if not isinstance(value, list) or not fewest <= len(value) <= most:
        reader.note_fault("players_wrong", "players", fewest=fewest, most=most)
        return ()
    for place, name in enumerate(value):
        if not isinstance(name, str) or not name.strip() or name.startswith(POT_PREFIX):
            reader.note_fault("name_wrong", f"players.{place}")
            return ()
    if len(set(value)) != len(value):
        reader.note_fault("players_wrong", "players", fewest=fewest, most=most)
    return tuple(value)


def _read_dealer(reader: Reader, players: tuple[str, ...]) -> str:
    dealer = reader.read_text("dealer", required=True)
    if players and dealer is not None and dealer not in players:
        reader.note_fault("dealer_not_player", "dealer")
    return dealer or ""


def _read_events(reader: Reader) -> list[Any]:
    events = reader.get("events")
    if isinstance(events, list):
        return events
    reader.note_fault("missing" if events is None else "not_list", "events")
    return []


def _read_day(reader: Reader) -> date | None:
    text = reader.read_text("date")
    if text is None:
        return None
    try:
        day: date | None = date.fromisoformat(text)
    except ValueError:
        day = None
    # Python also reads other forms of ISO 8601, such as "20261118" and "2026-W47-3".
    if day is not None and day.isoformat() == text:
        return day
    reader.note_fault("date_wrong", "date")
    return None


def _read_stake(reader: Reader) -> Stake | None:
    stake = reader.read_object("stake")
    if stake is None:
        return None
    currency = stake.read_text("currency", required=True)
    amount = stake.read_text("per_point", required=True)
    stake.note_unknown_keys(_STAKE_KEYS)
    if currency is None or amount is None:
        return None
    try:
        read_amount(
            amount, read_currency(currency, field="stake.currency"), field="stake.per_point"
        )
    except RefusedError as refused:
        reader.problems.extend(refused.problems)
        return None
    return Stake(currency, amount)


def rename_players(raw: Mapping[str, Any], name: Callable[[str], str]) -> dict[str, Any]:
    """Return a copy of the event `raw` with every player replaced by `name(player)`.

    >>> rename_players({"type": "leave", "player": "A"}, {"A": "Anna"}.__getitem__)
    {'type': 'leave', 'player': 'Anna'}

    Raise whatever `name` raises for a player it does not know.

    Source: docs/adr/0003-records-hold-ids.md.
    """
    return {key: _rename_value(key, value, name) for key, value in raw.items()}


def _rename_value(key: str, value: Any, name: Callable[[str], str]) -> Any:
    if key in _SIDE_KEYS:
        return value
    if key in _PLAYER_KEYS:
        return name(value) if isinstance(value, str) else value
    if isinstance(value, dict):
        if key in _PLAYER_MAPS:
            return {name(player): amount for player, amount in value.items()}
        return rename_players(value, name)
    if isinstance(value, list):
        if key in _PLAYER_PAIRS:
            return [[name(player), word] for player, word in value]
        return [rename_players(item, name) if isinstance(item, dict) else item for item in value]
    return value
