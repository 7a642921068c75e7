"""What no settlement has taken in yet: the money of sessions, charges, payments at open tables.

A session whose hands were corrected after it was settled is here again, with the difference.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import QuerySet, Sum

from scoring.core.accounts import add_to
from tarokk_club.club.models import Balance, Charge, Part, Payment
from tarokk_club.club.money.queries.money_book import Book, counting, money_worth, open_account

OPEN, EVENING, SESSION, RANGE = "open", "evening", "session", "range"


@dataclass(slots=True)
class OpenItem:
    """One source of money: a session, a charge or a payment at an open table.

    session_id: the table it belongs to; minor: what is not settled, by account, + receives;
    in_pots: what lies in the pots of an open table, which nobody can be paid yet.
    """

    source: str
    id: UUID
    session_id: UUID | None
    date: date
    currency: str
    game: str = ""
    title: str = ""
    minor: dict[str, int] = field(default_factory=dict)
    in_pots: int = 0

    def move(self, account: str, minor: int) -> None:
        """Add an amount to an account."""
        self.minor[account] = self.minor.get(account, 0) + minor

    @property
    def is_open(self) -> bool:
        """Whether anything of it is not settled."""
        return any(self.minor.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlingScope:
    """What is to be settled in one currency.

    what: OPEN for everything, else an EVENING, a SESSION or a RANGE of dates; game: that one only,
    "" for all together; carry: with what is still open from settlements before.
    """

    what: str
    currency: str
    carry: bool
    game: str = ""
    first: date | None = None
    last: date | None = None
    session_id: UUID | None = None

    def covers(self, item: OpenItem) -> bool:
        """Whether the item is settled with it."""
        if item.currency != self.currency or (self.game and item.game != self.game):
            return False
        if self.what == SESSION:
            return item.session_id == self.session_id
        after = self.first is None or self.first <= item.date
        return after and (self.last is None or item.date <= self.last)

    def facts(self) -> dict[str, Any]:
        """The scope as it is kept, without names."""
        return {
            "what": self.what,
            "game": self.game,
            "first": self.first.isoformat() if self.first else None,
            "last": self.last.isoformat() if self.last else None,
            "session": str(self.session_id) if self.session_id else None,
        }


@dataclass(frozen=True, slots=True)
class Unsettled:
    """Items to settle, oldest first; settled: what settlements took in so far, by currency."""

    items: tuple[OpenItem, ...]
    settled: Book


def unsettled(club_id: UUID) -> tuple[OpenItem, ...]:
    """Everything that can still be settled, oldest first, in four queries."""
    return unsettled_book(club_id).items


def unsettled_book(club_id: UUID) -> Unsettled:
    """The same with what settlements took in so far, in four queries as well."""
    found: dict[tuple[UUID, str], OpenItem] = {}
    _add_sessions(club_id, found)
    settled = _take_settled(club_id, found)
    items = [*found.values(), *_charges(club_id), *_payments(club_id)]
    open_ones = sorted((one for one in items if one.is_open), key=lambda one: one.date)
    return Unsettled(tuple(open_ones), settled)


def _add_sessions(club_id: UUID, found: dict[tuple[UUID, str], OpenItem]) -> None:
    balances = Balance.objects.filter(session__club=club_id, session__binned_at=None)
    rows = balances.exclude(session__per_point="").values_list(
        "session_id",
        "session__date",
        "session__currency",
        "session__game",
        "session__table_name",
        "session__per_point",
        "player_id",
        "points",
    )
    for pk, day, currency, game, title, per_point, player, points in rows:
        known = found.get((pk, currency))
        item = known or OpenItem("session", pk, pk, day, currency, game, title)
        found[pk, currency] = item
        minor = money_worth(points, per_point, currency)
        item.move(str(player), minor)
        item.in_pots -= minor


def _take_settled(club_id: UUID, found: dict[tuple[UUID, str], OpenItem]) -> Book:
    """Take from the sessions what settlements took in; the sums of that."""
    settled: Book = {}
    parts = Part.objects.filter(settlement__club=club_id, settlement__withdrawn_at=None)
    rows = parts.order_by().values_list(
        "session_id",
        "session__date",
        "settlement__currency",
        "session__game",
        "session__table_name",
        "player_id",
    )
    for pk, day, currency, game, title, player, minor in rows.annotate(Sum("minor")):
        add_to(settled.setdefault(currency, {}), {open_account(player): minor})
        # A charge or payment is settled as a whole and does not come back.
        if pk is None:
            continue
        known = found.get((pk, currency))
        item = known or OpenItem("session", pk, pk, day, currency, game, title)
        found[pk, currency] = item
        item.move(open_account(player), -minor)
    return settled


def _charges(club_id: UUID) -> Iterator[OpenItem]:
    taken = Part.objects.filter(settlement__withdrawn_at=None).exclude(charge=None)
    rows = Charge.objects.filter(club=club_id).exclude(pk__in=taken.values("charge"))
    for one in rows.order_by("made_at", "pk"):
        item = OpenItem("charge", one.pk, one.session_id, one.date, one.currency)
        item.move(str(one.player_id), one.minor)
        item.move(open_account(None), -one.minor)
        yield item


def payments_at_tables() -> QuerySet[Payment]:
    """The payments that belong to a table and that no settlement has taken in yet."""
    taken = Part.objects.filter(settlement__withdrawn_at=None).exclude(payment=None)
    rows = Payment.objects.filter(counting(), transfer=None).exclude(session=None)
    return rows.exclude(pk__in=taken.values("payment"))


def _payments(club_id: UUID) -> Iterator[OpenItem]:
    """Who was paid out before the end of a session, or paid what he had lost so far."""
    rows = payments_at_tables().filter(club=club_id).select_related("session")
    for one in rows.order_by("made_at", "pk"):
        session = one.session
        if session is None:
            continue
        item = OpenItem("payment", one.pk, session.pk, session.date, one.currency, session.game)
        item.move(open_account(one.payer_id), one.amount)
        item.move(open_account(one.receiver_id), -one.amount)
        yield item
