"""Evenings played for money, and the money entries that Anna records about them."""

from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID

from support.club_factories import DAY, END, House, a_form, a_session, a_user, recorded
from tarokk_club.club.kitty.usecases import (
    AccountTransfer,
    CountedCash,
    record_kitty_transfer,
    save_cash_count,
)
from tarokk_club.club.models import (
    CashCount,
    Charge,
    KittyTransfer,
    Membership,
    Payment,
    Player,
    Role,
    Session,
    Settlement,
    User,
)
from tarokk_club.club.models.money import KITTY, PaymentMethod, Purpose
from tarokk_club.club.money.queries.balances.balance_sums import sum_open_balances
from tarokk_club.club.money.queries.settlements.proposed_settlement import (
    Proposal,
    find_last_settlement_number,
    propose_settlement,
)
from tarokk_club.club.money.queries.settlements.unsettled_items import (
    EVENING,
    OPEN,
    SESSION,
    SettlingScope,
)
from tarokk_club.club.money.usecases.charges import Fee, charge_players
from tarokk_club.club.money.usecases.payments import NewPayment, record_payment
from tarokk_club.club.money.usecases.settlements import SeenProposal, pay_transfers, settle_up

THE_DAY = date.fromisoformat(DAY)
EVERYTHING = SettlingScope(what=OPEN, currency="HUF", carry=True)


def played(house: House, *, end: bool = True, **points: int) -> Session:
    """Create a session of four at 10 forints a point with these results, by name."""
    return played_with(house, points, end=end)


def played_with(house: House, points: dict[str, int], *, end: bool = True, **head: Any) -> Session:
    """Create a session with these results.

    end: whether the session is closed.
    """
    session = a_session(house, **head)
    ids = {house.players[name]: amount for name, amount in points.items()}
    agreed = {"type": "adjust", "points": ids, "note": "az este"}
    recorded(house, session, agreed, *([END] if end else []))
    session.refresh_from_db()
    return session


def the_evening(day: date = THE_DAY, *, carry: bool = True) -> SettlingScope:
    """Return the scope of an evening, by default with earlier open amounts."""
    return SettlingScope(what=EVENING, currency="HUF", carry=carry, first=day, last=day)


def the_session(session: Session, *, carry: bool = False) -> SettlingScope:
    """Return the scope of a session."""
    day = session.date
    return SettlingScope(
        what=SESSION, currency="HUF", carry=carry, first=day, last=day, session_id=session.id
    )


def propose(house: House, scope: SettlingScope = EVERYTHING) -> Proposal:
    """Return the proposed settlement of a scope."""
    return propose_settlement(house.club, scope)


def settle_club(
    house: House, scope: SettlingScope = EVERYTHING, *, by: User | None = None
) -> Settlement:
    """Settle a scope, by default as Anna."""
    form = a_form(by or house.anna, version=find_last_settlement_number(house.club.id))
    seen = SeenProposal(scope=scope, digest=propose(house, scope).digest)
    return settle_up(club_id=house.club.id, form=form, seen=seen)


def pay_all(house: House, settlement: Settlement) -> tuple[Payment, ...]:
    """Pay every planned transfer in cash."""
    return pay_transfers(
        club_id=house.club.id, form=a_form(house.anna), settlement_id=settlement.id
    )


def paid(house: House, payer: str, receiver: str, amount: int, **more: Any) -> Payment:
    """Record a payment as Anna; a party is a name, the kitty or outside."""
    facts: dict[str, Any] = {
        "currency": "HUF",
        "date": THE_DAY,
        "payer": find_account(house, payer),
        "receiver": find_account(house, receiver),
        **more,
    }
    fact = NewPayment(amount=amount, **facts)
    return record_payment(club_id=house.club.id, form=a_form(house.anna), paid=fact)


def charge_fee(house: House, amount: int, *names: str, **more: Any) -> tuple[Charge, ...]:
    """Charge table money to these players as Anna."""
    facts = {"currency": "HUF", "date": THE_DAY, "purpose": Purpose.TABLE, **more}
    players = tuple(UUID(house.players[name]) for name in names)
    return charge_players(
        club_id=house.club.id,
        form=a_form(house.anna),
        fee=Fee(amount=amount, players=players, **facts),
    )


def move_money(
    house: House, amount: int, source: PaymentMethod, target: PaymentMethod, **more: Any
) -> KittyTransfer:
    """Record a transfer between two accounts of the kitty as Anna."""
    facts: dict[str, Any] = {"currency": "HUF", "date": THE_DAY, **more}
    transfer = AccountTransfer(amount=amount, source=source, target=target, **facts)
    return record_kitty_transfer(club_id=house.club.id, form=a_form(house.anna), moved=transfer)


def record_cash_count(
    house: House, amount: int, reason: str = "", *, code: str = "HUF", day: date = THE_DAY
) -> CashCount:
    """Record a count of the cash as Anna."""
    cash = CountedCash(currency=code, counted=amount, date=day)
    form = replace(a_form(house.anna), reason=reason)
    return save_cash_count(club_id=house.club.id, form=form, cash=cash)


def find_account(house: House, party: str) -> str:
    """Return the account of a player given by name; other parties are returned unchanged."""
    return house.players.get(party, party)


def read_open(house: House, currency: str = "HUF") -> dict[str, int]:
    """Return the open amount of each account by name, without zeros."""
    names = {player: name for name, player in house.players.items()} | {KITTY: KITTY}
    accounts = sum_open_balances(house.club.id).get(currency, {})
    return {names[account]: minor for account, minor in accounts.items() if minor}


def transfers_in(proposal: Proposal) -> list[tuple[str | None, str | None, int]]:
    """Return payer, receiver and amount of each proposed transfer, by name."""
    return [(one.payer_name, one.receiver_name, one.amount) for one in proposal.transfers]


def shares_of(settlement: Settlement) -> dict[str, tuple[int, int]]:
    """Return the exact and the rounded share of each account that has one, by name."""
    rows = settlement.shares.exclude(exact=0).select_related("player")
    return {row.player.name if row.player else KITTY: (row.exact, row.rounded) for row in rows}


def a_treasurer(house: House) -> User:
    """Create another user who is the treasurer."""
    return a_user("treasurer", club=house.club, roles=(Role.TREASURER,))


def link_player(house: House, user: User, name: str) -> Player:
    """Link the account to the player and return the player."""
    assert Membership.objects.filter(user=user, club=house.club).exists()
    player = Player.objects.get(pk=house.players[name])
    player.user = user
    player.save()
    return player
