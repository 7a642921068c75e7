"""A player's account line by line: sessions, fees and payments, with the balance after each."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from tarokk_club.club.models import Balance, Charge, Payment, Player
from tarokk_club.club.models.money import OUTSIDE
from tarokk_club.club.money.queries.balances.balance_sums import (
    build_counted_condition,
    convert_points_to_minor,
)

# Order of lines of one day: winnings, then charges, then payments.
SESSION, FEE, PAYMENT = "session", "fee", "payment"


@dataclass(frozen=True, slots=True)
class AccountLine:
    """A line of a player's account.

    minor: the amount of the line, positive if receivable.
    balance: the open balance after it, positive if receivable.
    id: id of the session, charge or payment.
    counterparty: name of the other player of a payment; None for the kitty and people outside.
    outside: whether the other party is outside the club.
    counter: whether it cancels another line.
    points: points of a session.
    """

    kind: str
    id: UUID
    date: date
    at: datetime
    minor: int
    balance: int = 0
    game: str = ""
    title: str = ""
    purpose: str = ""
    counterparty: str | None = None
    outside: bool = False
    counter: bool = False
    note: str = ""
    points: int = 0


def list_account_currencies(player: Player) -> tuple[str, ...]:
    """Return the currencies of a player's account, the club's own first, in one query."""
    staked = Balance.objects.filter(player=player, session__binned_at=None)
    played = staked.exclude(session__currency="").values_list("session__currency")
    charged = Charge.objects.filter(player=player).values_list("currency")
    codes = {
        code for (code,) in played.union(charged, _select_payments(player).values_list("currency"))
    }
    club_currency = player.club.currency
    return tuple(sorted(codes, key=lambda code: (code != club_currency, code)))


def load_account_lines(player: Player, currency: str) -> tuple[AccountLine, ...]:
    """Return all lines of a player's account in one currency, oldest first, in three queries."""
    lines = [
        *_load_session_lines(player, currency),
        *_load_charge_lines(player, currency),
        *_load_payment_lines(player, currency),
    ]
    order = (SESSION, FEE, PAYMENT)
    lines.sort(key=lambda line: (line.date, order.index(line.kind), line.at, str(line.id)))
    balance, lines_with_balance = 0, []
    for line in lines:
        balance += line.minor
        lines_with_balance.append(replace(line, balance=balance))
    return tuple(lines_with_balance)


def _load_session_lines(player: Player, currency: str) -> Iterator[AccountLine]:
    rows = Balance.objects.filter(
        player=player, session__currency=currency, session__binned_at=None
    ).exclude(session__per_point="")
    for row in rows.select_related("session"):
        session = row.session
        yield AccountLine(
            SESSION,
            session.id,
            session.date,
            session.created_at,
            convert_points_to_minor(row.points, session.per_point, currency),
            game=session.game,
            title=session.table_name,
            points=row.points,
        )


def _load_charge_lines(player: Player, currency: str) -> Iterator[AccountLine]:
    for charge in Charge.objects.filter(player=player, currency=currency):
        yield AccountLine(
            FEE,
            charge.id,
            charge.date,
            charge.made_at,
            charge.minor,
            purpose=charge.purpose,
            counter=charge.reverses_id is not None,
            note=charge.note,
        )


def _load_payment_lines(player: Player, currency: str) -> Iterator[AccountLine]:
    rows = _select_payments(player).filter(build_counted_condition(), currency=currency)
    for row in rows.select_related("payer", "receiver"):
        paid = row.payer_id == player.id
        other_party = row.receiver if paid else row.payer
        side = row.receiver_side if paid else row.payer_side
        yield AccountLine(
            PAYMENT,
            row.id,
            row.date,
            row.made_at,
            row.amount if paid else -row.amount,
            purpose=row.purpose,
            counterparty=other_party.name if other_party else None,
            outside=side == OUTSIDE,
            counter=row.reverses_id is not None,
            note=row.note,
        )


def _select_payments(player: Player) -> QuerySet[Payment]:
    return Payment.objects.filter(Q(payer=player) | Q(receiver=player))
