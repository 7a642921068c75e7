"""API schemas of clubs, players, sessions, hands, scored documents, notices and errors."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from uuid import UUID

from ninja import Schema
from pydantic import Field


class FieldProblem(Schema):
    """A problem with one field or with the request as a whole.

    field: the path of the field.
    code: the code of the problem; there are hundreds, and new rules add more.
    detail: the message for people.
    merged_into: the id of the player to use instead; only with the code player_merged.
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
    """A line of an explained score.

    points: by player, or `pot:name` for a pot; + receives.
    """

    item: str
    points: dict[str, int]
    why: str


class ScoredHand(Schema):
    """A scored hand.

    event: the index among the events of the document, from 1.
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
    """A scored event other than a hand."""

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
    """The money per point.

    currency: the ISO code.
    per_point: a decimal number as text.
    """

    currency: str
    per_point: str


class Document(Schema):
    """A session document, as described in docs/reference/format.md.

    session.schema.json beside it has every detail.
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
    """The key of the request, with its user, its expiry and the club.

    person: the name of its user; null for a service key.
    scopes: the scopes of the key.
    rights: the rights of the user in the club within these scopes.
    """

    name: str
    person: str | None
    scopes: list[str]
    rights: list[str]
    ends_at: datetime
    club: ClubOut


class ListFilter(Schema):
    """The parameters that choose a page of a list.

    cursor: `next` of the previous page.
    """

    cursor: str | None = None
    limit: int = Field(50, ge=1, le=100)


class SessionFilter(ListFilter):
    """A filter of sessions by season and dates."""

    season: UUID | None = None
    first: date | None = None
    last: date | None = None


class PlayerOut(Schema):
    """A player.

    archived: whether the player cannot take a seat any more.
    """

    id: UUID
    name: str
    short_name: str
    archived: bool


class PlayerPage(Schema):
    """A page of players, oldest first.

    next: the cursor of the next page; null on the last page.
    """

    items: list[PlayerOut]
    next: str | None


class SeasonOut(Schema):
    """A season.

    sessions: the number of sessions that count.
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

    next: the cursor of the next page; null on the last page.
    """

    items: list[SessionOut]
    next: str | None


class SessionWhole(SessionOut):
    """A session in its current state.

    names: the names of everybody who ever had a seat, by player id.
    seats: the ids of the seated players, in playing order.
    dealer, multiplier: those of the next hand.
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

    number: the number of a hand; null for other events.
    net: the points by player id and `pot:name`, + receives.
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

    next: the cursor of the next page; null on the last page.
    """

    items: list[HandOut]
    next: str | None


class WriteOptions(Schema):
    """The options of a write.

    dry_run: whether to execute the write and roll it back.
    reason: the reason for the history; required if the result is final.
    """

    dry_run: bool = False
    reason: str = Field("", max_length=300)


class HandOptions(WriteOptions):
    """The options for entering a hand.

    again: whether to save it even if the same content was entered a moment ago.
    """

    again: bool = False


class SessionOptions(WriteOptions):
    """The options for importing a session document.

    again: whether to import it even if the club already has a session with this content.
    """

    again: bool = False


class Written(Schema):
    """The result of a write, or of a dry run.

    totals: the points of all players afterwards, + receives, by player id; by name for a document.
    net: the points of the entry itself, + receives.
    session, entry: null in a dry run that would create them.
    version: the version for the next If-Match; a dry run does not change it.
    """

    dry_run: bool
    session: UUID | None
    entry: UUID | None
    version: int | None
    net: dict[str, int]
    totals: dict[str, int]


class Record(Schema):
    """A hand or another event as in a session document, but with player ids instead of names.

    docs/reference/format.md lists the keys of each game; `x-games` has the schema of each.
    """

    type: str


class CorrectionOut(Schema):
    """A correction of a tournament's settings or entrants after its result was final.

    before, after: the changed settings (name, date, rounds, final_rounds, minutes, draw_kind).
    entered, left: the names of the players who were entered or removed.
    """

    at: datetime
    reason: str
    before: dict[str, str | int]
    after: dict[str, str | int]
    entered: list[str]
    left: list[str]


class NoticeOut(Schema):
    """A notice to the key's user; a mail and the push to each device are separate notices.

    kind: the kind of event.
    subject: id of the settlement, payment, objection, evening or key that it is about; of the user
        for a reminder of open payments.
    state: waiting, taken by a sender, sent, failed, unsure (it may have been sent), or dropped
        (it was out of date).
    due_at: the earliest time of sending.
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
