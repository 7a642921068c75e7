"""A player's account line by line: sessions, fees and payments, with the balance after each."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from tarokk_club.club.models import Balance, Charge, Payment, Player
from tarokk_club.club.models.money import OUTSIDE
from tarokk_club.club.money.queries.money_book import convert_points_to_minor, counts_condition

# Order of lines of one day: winnings, then charges, then payments.
SESSION, FEE, PAYMENT = "session", "fee", "payment"


@dataclass(frozen=True, slots=True)
class AccountLine:
    """A line of a player's account.

    minor: the amount of the line, + receives.
    balance: the open balance after it, + receives.
    id: id of the session, charge or payment.
    other: the other party of a payment; None for the kitty.
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
    other: str | None = None
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
    own = player.club.currency
    return tuple(sorted(codes, key=lambda code: (code != own, code)))


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
    for one in rows.select_related("session"):
        session = one.session
        yield AccountLine(
            SESSION,
            session.id,
            session.date,
            session.created_at,
            convert_points_to_minor(one.points, session.per_point, currency),
            game=session.game,
            title=session.table_name,
            points=one.points,
        )


def _load_charge_lines(player: Player, currency: str) -> Iterator[AccountLine]:
    for one in Charge.objects.filter(player=player, currency=currency):
        yield AccountLine(
            FEE,
            one.id,
            one.date,
            one.made_at,
            one.minor,
            purpose=one.purpose,
            counter=one.reverses_id is not None,
            note=one.note,
        )


def _load_payment_lines(player: Player, currency: str) -> Iterator[AccountLine]:
    rows = _select_payments(player).filter(counts_condition(), currency=currency)
    for one in rows.select_related("payer", "receiver"):
        paid = one.payer_id == player.id
        other = one.receiver if paid else one.payer
        side = one.receiver_side if paid else one.payer_side
        yield AccountLine(
            PAYMENT,
            one.id,
            one.date,
            one.made_at,
            one.amount if paid else -one.amount,
            purpose=one.purpose,
            other=other.name if other else None,
            outside=side == OUTSIDE,
            counter=one.reverses_id is not None,
            note=one.note,
        )


def _select_payments(player: Player) -> QuerySet[Payment]:
    return Payment.objects.filter(Q(payer=player) | Q(receiver=player))
