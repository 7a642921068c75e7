"""The shapes of what programmes are told: the OpenAPI document is made from them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from uuid import UUID

from ninja import Schema
from pydantic import Field


class FieldProblem(Schema):
    """One thing that is wrong: at which field, by which code, in words; merged_into: with the code
    player_merged only, the id of the player to name instead.
    """

    field: str
    code: str
    detail: str
    merged_into: UUID | None = None


class Problem(Schema):
    """Why a request was refused (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: list[FieldProblem]


class ScoredLine(Schema):
    """One explained item; points by account, pots as `pot:name`."""

    item: str
    points: dict[str, int]
    why: str


class ScoredHand(Schema):
    """One hand; event: its place among the events, from 1."""

    number: int
    event: int
    dealer: str
    outcome: str
    multiplier: int
    net: dict[str, int]
    pots: dict[str, int]
    lines: list[ScoredLine]


class ScoredEvent(Schema):
    """What another event moved."""

    event: int
    type: str
    net: dict[str, int]
    pots: dict[str, int]
    lines: list[ScoredLine]


class Coming(Schema):
    """What comes next."""

    dealer: str
    multiplier: int


class Scored(Schema):
    """A scored document, as `manage.py score --json` answers it."""

    balances: dict[str, int]
    pots: dict[str, int]
    hands: list[ScoredHand]
    events: list[ScoredEvent]
    next: Coming
    mayor: str | None


class DocumentStake(Schema):
    """Money per point: ISO currency and a decimal number as text."""

    currency: str
    per_point: str


class Document(Schema):
    """A session document. docs/reference/format.md explains it.

    docs/reference/session.schema.json has every detail.
    """

    format: str = Field(pattern="^tarokk-session$")
    version: int = Field(ge=1, le=1)
    game: str
    players: list[str]
    dealer: str
    events: list[dict[str, Any]]
    rules: dict[str, Any] | None = None
    title: str | None = None
    date: str | None = None
    stake: DocumentStake | None = None


class ClubTold(Schema):
    """A club."""

    id: UUID
    slug: str
    name: str
    currency: str
    time_zone: str
    language: str


class KeyTold(Schema):
    """The key that was sent: whose, for what, until when, and the club it is for."""

    name: str
    person: str
    scopes: list[str]
    rights: list[str]
    ends_at: datetime
    club: ClubTold


class ListAsked(Schema):
    """Which part of a list is asked for; cursor: what `next` said of the part before."""

    cursor: str | None = None
    limit: int = Field(50, ge=1, le=100)


class SessionsAsked(ListAsked):
    """Sessions of a season, or between two dates."""

    season: UUID | None = None
    first: date | None = None
    last: date | None = None


class PlayerTold(Schema):
    """A player; archived: takes no seat any more."""

    id: UUID
    name: str
    short_name: str
    archived: bool


class PlayerPage(Schema):
    """Some of the players, the oldest first; next: the cursor to go on with."""

    items: list[PlayerTold]
    next: str | None


class SeasonTold(Schema):
    """A season; sessions: how many count."""

    id: UUID
    name: str
    starts: date
    ends: date | None
    closed: bool
    sessions: int


class SeasonList(Schema):
    """All seasons, the youngest first."""

    items: list[SeasonTold]


class SessionTold(Schema):
    """A session in a list; totals: points by player id, + receives."""

    id: UUID
    date: date
    title: str
    game: str
    season: UUID | None
    closed: bool
    binned: bool
    hands: int
    version: int
    totals: dict[str, int]


class SessionPage(Schema):
    """Some of the sessions, the youngest first; next: the cursor to go on with."""

    items: list[SessionTold]
    next: str | None


class SessionWhole(SessionTold):
    """A session as it stands; names: of everybody who ever sat, by id; seats: who sits now, in
    playing order; dealer, multiplier: of the next hand; version: what If-Match names.
    """

    preset: str
    rules: dict[str, Any]
    names: dict[str, str]
    seats: list[str]
    dealer: str
    multiplier: int
    next_number: int
    pots: dict[str, int]
    stake: DocumentStake | None


class EntryTold(Schema):
    """A hand or another event; number: of a hand; net: by player id and `pot:name`."""

    id: UUID
    number: int | None
    kind: str
    dealer: str
    multiplier: int
    net: dict[str, int]
    pots: dict[str, int]
    note: str
    record: dict[str, Any]
    lines: list[ScoredLine]


class EntryPage(Schema):
    """Some of the entries, in order; next: the cursor to go on with."""

    items: list[EntryTold]
    next: str | None


class WriteAsked(Schema):
    """dry_run: it is scored and checked, and nothing is booked."""

    dry_run: bool = False


class HandAsked(WriteAsked):
    """again: it is another hand than the one of the same content from a moment ago."""

    again: bool = False


class Written(Schema):
    """What was booked, or in a dry run would be. totals: everybody's points afterwards, + receives,
    by player id, and of a document by name; net: what the entry itself moved; version: what
    If-Match names next.
    """

    dry_run: bool
    session: UUID | None
    entry: UUID | None
    version: int | None
    net: dict[str, int]
    totals: dict[str, int]


class Record(Schema):
    """A hand or another event as in a session document, with player ids for names.

    docs/reference/format.md lists the keys of each game.
    """

    type: str
