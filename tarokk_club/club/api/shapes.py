"""The shapes of what programmes are told: the OpenAPI document is made from them."""

from __future__ import annotations

from typing import Any

from ninja import Schema
from pydantic import Field


class FieldProblem(Schema):
    """One thing that is wrong: at which field, by which code, in words."""

    field: str
    code: str
    detail: str


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
    """A session document; docs/format.md explains it, docs/session.schema.json has every detail."""

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
