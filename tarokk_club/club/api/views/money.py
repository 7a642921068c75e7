"""API endpoints that read balances, payments, fees, settlements and the rules of settling."""

from __future__ import annotations

from uuid import UUID

from django.shortcuts import get_object_or_404
from ninja import Query

from scoring.core.problem import Problem, RefusedError
from tarokk_club.club.api import money_shapes, shapes
from tarokk_club.club.api.bearer import require_money_scope
from tarokk_club.club.api.guarded import GuardedRouter
from tarokk_club.club.api.queries.pagination import paginate_rows
from tarokk_club.club.api.queries.tables import serialize_settlement
from tarokk_club.club.models import Club, Settlement
from tarokk_club.club.models.money import KITTY, OUTSIDE, PaymentMethod
from tarokk_club.club.money.queries.balances.club_balances import ClubBalances, load_club_balances
from tarokk_club.club.money.queries.balances.own_money import find_visible_accounts, limit_money
from tarokk_club.club.money.queries.entries.kitty_accounts import sum_kitty_accounts
from tarokk_club.club.money.queries.entries.money_entries import (
    FEES,
    PAYMENTS,
    MoneyEntryQuery,
    MoneyEntryRow,
    Party,
    is_cursor,
    load_money_entries,
)
from tarokk_club.club.money.queries.money_rules import load_money_rules
from tarokk_club.club.money.queries.settlements.settlement import (
    load_settlement_page,
    load_settlement_rows,
)
from tarokk_club.club.pages.loaders import MemberRequest
from tarokk_club.club.writing.permissions import Right

endpoints = GuardedRouter("money")
router, ACCESS = endpoints.router, endpoints.access


@endpoints.declare_club_endpoint(
    "api_balances",
    get=Right.READ,
    answers=money_shapes.BalancesOut,
    summary="Open balances",
)
def read_balances(request: MemberRequest, club: Club) -> money_shapes.BalancesOut:
    """Return the open balances in each currency; the key must have the scope for money."""
    require_money_scope(request)
    visible = find_visible_accounts(club, request.user, request.rights)
    held = sum_kitty_accounts(club.id)
    return money_shapes.BalancesOut(
        items=[
            _serialize_balances(balances, held.get(balances.currency, {}))
            for balances in load_club_balances(club, request.user.id, visible=visible)
        ]
    )


def _serialize_balances(
    balances: ClubBalances, held: dict[str, int]
) -> money_shapes.CurrencyBalancesOut:
    return money_shapes.CurrencyBalancesOut(
        currency=balances.currency,
        players=[
            money_shapes.BalanceOut(
                player=row.player_id,
                name=row.name,
                open=row.minor,
                now=row.now,
                unsettled=row.unsettled,
            )
            for row in balances.rows
        ],
        even=balances.even,
        kitty=money_shapes.KittyOut(
            open=balances.kitty,
            held=balances.cash,
            cash=held.get(PaymentMethod.CASH, 0),
            bank=held.get(PaymentMethod.TRANSFER, 0),
            other=held.get(PaymentMethod.OTHER, 0),
        ),
        in_pots=balances.in_pots,
    )


@endpoints.declare_club_endpoint(
    "api_payments",
    get=Right.READ,
    answers=money_shapes.MoneyEntryPage,
    summary="Payments",
)
def read_payments(
    request: MemberRequest, club: Club, filters: Query[money_shapes.MoneyEntryFilter]
) -> money_shapes.MoneyEntryPage:
    """Return a page of payments, newest first; the key must have the scope for money."""
    return _load_money_entry_page(request, club, filters, PAYMENTS)


@endpoints.declare_club_endpoint(
    "api_fees",
    get=Right.READ,
    answers=money_shapes.MoneyEntryPage,
    summary="Fees",
)
def read_fees(
    request: MemberRequest, club: Club, filters: Query[money_shapes.MoneyEntryFilter]
) -> money_shapes.MoneyEntryPage:
    """Return a page of fees, prizes and write-offs, newest first; the key needs the money scope."""
    return _load_money_entry_page(request, club, filters, FEES)


@endpoints.declare_club_endpoint(
    "api_settlements",
    get=Right.READ,
    answers=money_shapes.SettlementList,
    summary="Settlements",
)
def read_settlements(
    request: MemberRequest, club: Club, filters: Query[shapes.ListFilter]
) -> money_shapes.SettlementList:
    """Return a page of settlements, newest first; the key must have the scope for money."""
    require_money_scope(request)
    visible = find_visible_accounts(club, request.user, request.rights)
    rows = load_settlement_rows(club.id, visible=visible)
    listed, following = paginate_rows(rows, [str(row.id) for row in rows], filters)
    items = [
        money_shapes.SettlementOut(
            id=row.id,
            number=row.number,
            currency=row.currency,
            made_at=row.made_at,
            total=row.total,
            open=row.open,
            withdrawn=row.withdrawn,
        )
        for row in listed
    ]
    return money_shapes.SettlementList(items=items, next=following)


@endpoints.declare_club_endpoint(
    "api_settlement",
    get=Right.READ,
    answers=money_shapes.SettlementWhole,
    summary="A settlement",
)
def read_settlement(
    request: MemberRequest, club: Club, settlement_id: UUID
) -> money_shapes.SettlementWhole:
    """Return a settlement with its plan; the key must have the scope for money."""
    require_money_scope(request)
    settlement = get_object_or_404(Settlement, pk=settlement_id, club=club)
    page = load_settlement_page(settlement, request.user.id)
    visible = find_visible_accounts(club, request.user, request.rights)
    return serialize_settlement(limit_money(page, visible))


@endpoints.declare_club_endpoint(
    "api_money_rules",
    get=Right.READ,
    answers=money_shapes.MoneyRulesOut,
    summary="How the club settles",
)
def read_money_rules(request: MemberRequest, club: Club) -> money_shapes.MoneyRulesOut:
    """Return the club's rules for settling and its kinds of income and expense.

    The key must have the scope for money.
    """
    require_money_scope(request)
    rules = load_money_rules(club.id)
    return money_shapes.MoneyRulesOut(
        when=rules.when,
        cash_step=rules.cash_step,
        hub=rules.hub or None,
        own_only=rules.own_only,
        kinds=rules.kinds.splitlines(),
    )


def _load_money_entry_page(
    request: MemberRequest, club: Club, filters: money_shapes.MoneyEntryFilter, kind: str
) -> money_shapes.MoneyEntryPage:
    require_money_scope(request)
    wanted = MoneyEntryQuery(
        player=filters.player,
        kind=kind,
        first=filters.first,
        last=filters.last,
        open_only=filters.open,
        visible=find_visible_accounts(club, request.user, request.rights),
    )
    if filters.cursor is not None and not is_cursor(filters.cursor):
        raise RefusedError([Problem("no_such_cursor", "cursor")])
    entries = load_money_entries(club.id, before=filters.cursor or "", wanted=wanted)
    return money_shapes.MoneyEntryPage(
        items=[_serialize_money_entry(row) for row in entries.rows], next=entries.older
    )


def _serialize_money_entry(row: MoneyEntryRow) -> money_shapes.MoneyEntryOut:
    return money_shapes.MoneyEntryOut(
        id=row.id,
        date=row.date,
        entered_at=row.made_at,
        payer=_serialize_party(row.payer),
        receiver=_serialize_party(row.receiver),
        amount=row.amount,
        currency=row.currency,
        purpose=row.purpose,
        how=row.how,
        kind=row.kind,
        note=row.note,
        state=row.state,
        left=row.left,
    )


def _serialize_party(party: Party) -> money_shapes.PartyOut:
    account = str(party.player_id) if party.player_id else OUTSIDE if party.outside else KITTY
    return money_shapes.PartyOut(account=account, name=party.name)
