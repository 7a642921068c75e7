"""Schemas of the API, from which the OpenAPI document is generated."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from uuid import UUID

from ninja import Schema
from pydantic import Field


class FieldProblem(Schema):
    """A single problem.

    field: the field it concerns.
    code: code of the problem; there are hundreds, and new ones come with new rules.
    detail: a sentence for people.
    merged_into: with the code player_merged only, the id of the player to name instead.
    """

    field: str
    code: str
    detail: str
    merged_into: UUID | None = None


class Problem(Schema):
    """The reason why a request was refused (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: list[FieldProblem]


class ScoredLine(Schema):
    """An explained item.

    points: by account; pots are `pot:name`.
    """

    item: str
    points: dict[str, int]
    why: str


class ScoredHand(Schema):
    """A scored hand.

    event: its index among the events, from 1.
    """

    number: int
    event: int
    dealer: str
    outcome: str
    multiplier: int
    net: dict[str, int]
    pots: dict[str, int]
    lines: list[ScoredLine]


class ScoredEvent(Schema):
    """The points that an event other than a hand moved."""

    event: int
    type: str
    net: dict[str, int]
    pots: dict[str, int]
    lines: list[ScoredLine]


class NextHand(Schema):
    """The dealer and the multiplier of the next hand."""

    dealer: str
    multiplier: int


class ScoreOut(Schema):
    """A scored document, as `manage.py score --json` prints it."""

    balances: dict[str, int]
    pots: dict[str, int]
    hands: list[ScoredHand]
    events: list[ScoredEvent]
    next: NextHand
    mayor: str | None


class DocumentStake(Schema):
    """Money per point.

    currency: ISO code.
    per_point: decimal number as text.
    """

    currency: str
    per_point: str


class Document(Schema):
    """A session document, as described in docs/reference/format.md.

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


class ClubOut(Schema):
    """A club."""

    id: UUID
    slug: str
    name: str
    currency: str
    time_zone: str
    language: str


class KeyOut(Schema):
    """The key of this request, with its user, its last moment and its club.

    person: name of its user; null for a service key, which belongs to nobody.
    scopes: the scopes of the key.
    rights: the rights that its user has within them.
    """

    name: str
    person: str | None
    scopes: list[str]
    rights: list[str]
    ends_at: datetime
    club: ClubOut


class ListFilter(Schema):
    """The requested page of a list.

    cursor: `next` of the page before.
    """

    cursor: str | None = None
    limit: int = Field(50, ge=1, le=100)


class SessionFilter(ListFilter):
    """The filter of sessions by season or between two dates."""

    season: UUID | None = None
    first: date | None = None
    last: date | None = None


class PlayerOut(Schema):
    """A player.

    archived: whether the player can no longer take a seat.
    """

    id: UUID
    name: str
    short_name: str
    archived: bool


class PlayerPage(Schema):
    """A page of players, oldest first.

    next: cursor of the next page, null on the last one.
    """

    items: list[PlayerOut]
    next: str | None


class SeasonOut(Schema):
    """A season.

    sessions: number of sessions that count.
    """

    id: UUID
    name: str
    starts: date
    ends: date | None
    closed: bool
    sessions: int


class SeasonList(Schema):
    """All seasons, newest first."""

    items: list[SeasonOut]


class SessionOut(Schema):
    """A session in a list.

    totals: points by player id, + receives.
    """

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
    """A page of sessions, newest first.

    next: cursor of the next page, null on the last one.
    """

    items: list[SessionOut]
    next: str | None


class SessionWhole(SessionOut):
    """A session in its present state.

    names: by id, of everybody who ever had a seat.
    seats: ids of the players now seated, in playing order.
    dealer, multiplier: of the next hand.
    version: the value for If-Match.
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


class HandOut(Schema):
    """A hand or another event.

    number: of a hand; null for other events.
    net: points by player id and `pot:name`.
    """

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


class HandList(Schema):
    """A page of entries, in order.

    next: cursor of the next page, null on the last one.
    """

    items: list[HandOut]
    next: str | None


class WriteOptions(Schema):
    """The options of a write.

    dry_run: do all that the write does, then take it back.
    reason: why, in the history beside the change; needed where a result is final.
    """

    dry_run: bool = False
    reason: str = Field("", max_length=300)


class HandOptions(WriteOptions):
    """The options of entering a hand.

    again: save it even though a hand with the same content was entered a moment ago.
    """

    again: bool = False


class SessionOptions(WriteOptions):
    """The options of taking in a session document.

    again: take it in although the club has a session with this content.
    """

    again: bool = False


class Written(Schema):
    """The result of a write, or of a dry run.

    totals: points of all players afterwards, + receives, by player id; for a document by name.
    net: points that the entry itself moves.
    session, entry: null where a dry run would create them.
    version: the value for the next If-Match, which a dry run does not change.
    """

    dry_run: bool
    session: UUID | None
    entry: UUID | None
    version: int | None
    net: dict[str, int]
    totals: dict[str, int]


class Record(Schema):
    """A hand or another event as in a session document, with player ids instead of names.

    docs/reference/format.md lists the keys of each game; `x-games` has the schema of each.
    """

    type: str


class CorrectionOut(Schema):
    """A correction of a final result beside its hands.

    before, after: the settings that changed: name, date, rounds, final_rounds, minutes, draw_kind.
    entered, left: names of the players who were entered or removed.
    """

    at: datetime
    reason: str
    before: dict[str, str | int]
    after: dict[str, str | int]
    entered: list[str]
    left: list[str]


class NoticeOut(Schema):
    """A notice to the person of the key; a phone and a mail are two.

    kind: what it is about.
    subject: id of the object that it is about: a settlement, payment, session, evening or key.
    state: waiting, taken by a sender, sent, failed, unsure if it may have been sent, or dropped
        because it was no longer true.
    due_at: the earliest moment at which it is sent.
    """

    id: UUID
    kind: str
    way: str
    subject: UUID
    state: str
    made_at: datetime
    due_at: datetime
    done_at: datetime | None


class NoticePage(Schema):
    """A page of notices, newest first.

    next: cursor of the next page, null on the last one.
    """

    items: list[NoticeOut]
    next: str | None
