"""Checks of the money: entries within one club, counter-entries, and settlements that add up."""

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any
from uuid import UUID

from django.db.models import F, Model, Q, QuerySet

from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.audit.queries.clubs import build_club_filter
from tarokk_club.club.models import (
    Charge,
    Payment,
    Posting,
    Session,
    Settlement,
    SettlementPart,
    Transfer,
)
from tarokk_club.club.models.money import NOT_COUNTER_ENTRY
from tarokk_club.club.money.queries.balances.balance_sums import (
    convert_points_to_minor,
    sum_open_balances,
)

MIRRORED = ("club_id", "currency", "amount", "session_id", "purpose")


def check_fact_club(club_id: UUID | None) -> Iterator[str]:
    """Every payment and charge refers only to players and sessions of its club."""
    links: tuple[tuple[type[Model], tuple[str, ...]], ...] = (
        (Payment, ("payer", "receiver", "session", "transfer__settlement", "charge")),
        (Charge, ("player", "session")),
    )
    for model, paths in links:
        for path in paths:
            for pk in _select_cross_club_rows(model, path, club_id):
                yield f"{model.__name__.lower()} {pk}: {path}"


def check_fact_currency(club_id: UUID | None) -> Iterator[str]:
    """Every payment and charge is in a known currency."""
    for entry in _load_entries(club_id):
        if entry.currency not in CURRENCIES:
            yield f"{_describe_entry(entry)} in {entry.currency}"


def check_fact_day(club_id: UUID | None) -> Iterator[str]:
    """No payment or charge is dated after the day on which it was entered."""
    for entry in _load_entries(club_id):
        # The club's time zone can be at most a day ahead of UTC.
        if (entry.date - entry.made_at.date()).days > 1:
            yield f"{_describe_entry(entry)} of {entry.date}"


def check_counter_entry(club_id: UUID | None) -> Iterator[str]:
    """Every counter-entry mirrors the entry that it reverses."""
    for entry in _load_entries(club_id):
        first = entry.reverses
        if not isinstance(first, Payment | Charge):
            continue
        is_same_entry = all(getattr(entry, name) == getattr(first, name) for name in MIRRORED)
        if not is_same_entry or first.reverses_id or not _is_mirrored(entry, first):
            yield f"{_describe_entry(entry)} against {first.pk}"


def check_claim_counted(club_id: UUID | None) -> Iterator[str]:
    """Only claimed payments are confirmed; counter-entries never are."""
    rows = Payment.objects.filter(build_club_filter(club_id), confirmation__isnull=False)
    wrong = rows.filter(Q(claimed=False) | Q(reverses__isnull=False))
    for pk in wrong.values_list("pk", flat=True):
        yield f"payment {pk}"


def check_transfer_paid_once(club_id: UUID | None) -> Iterator[str]:
    """Payments of a planned transfer have its parties and currency and do not exceed it."""
    rows = Payment.objects.filter(build_club_filter(club_id), NOT_COUNTER_ENTRY, reversed_by=None)
    planned = rows.exclude(transfer=None).select_related("transfer__settlement")
    paid: dict[UUID, int] = {}
    for payment in planned.order_by("made_at", "pk"):
        transfer = payment.transfer
        if transfer is None:
            continue
        paid[transfer.pk] = paid.get(transfer.pk, 0) + payment.amount
        is_same_pair = (payment.payer_id, payment.receiver_id) == (
            transfer.payer_id,
            transfer.receiver_id,
        )
        too_much = paid[transfer.pk] > transfer.amount
        if too_much or not is_same_pair or payment.currency != transfer.settlement.currency:
            yield f"payment {payment.pk} of transfer {transfer.pk}"


def check_fee_payment(club_id: UUID | None) -> Iterator[str]:
    """Payments of a fee have its player and currency and do not exceed it."""
    rows = Payment.objects.filter(build_club_filter(club_id), NOT_COUNTER_ENTRY, reversed_by=None)
    paid: dict[UUID, int] = {}
    for row in rows.exclude(charge=None).select_related("charge").order_by("made_at", "pk"):
        charge = row.charge
        if charge is None:
            continue
        paid[charge.pk] = paid.get(charge.pk, 0) + row.amount
        is_same_account = (row.payer_id, row.currency) == (charge.player_id, charge.currency)
        if not is_same_account or charge.reverses_id or paid[charge.pk] > charge.amount:
            yield f"payment {row.pk} of charge {charge.pk}"


def check_money_zero(club_id: UUID | None) -> Iterator[str]:
    """In each currency of a club, open balances and the pots of open tables add up to zero."""
    clubs = Session.objects.filter(build_club_filter(club_id)).values_list("club_id", flat=True)
    for club in clubs.order_by().distinct():
        pots = _sum_pots(club)
        for currency, accounts in sum_open_balances(club).items():
            total = sum(accounts.values()) + pots.get(currency, 0)
            if total:
                yield f"club {club} {currency} adds up to {total}"


def check_settlement_number(club_id: UUID | None) -> Iterator[str]:
    """The settlements of a club are numbered from 1 without a gap."""
    rows = Settlement.objects.filter(build_club_filter(club_id)).order_by("club", "number")
    for club, rows_of_club in groupby(rows, key=lambda row: row.club_id):
        numbers = [row.number for row in rows_of_club]
        if numbers != list(range(1, len(numbers) + 1)):
            yield f"club {club} {numbers}"


def check_settlement_zero(club_id: UUID | None) -> Iterator[str]:
    """Exact and rounded shares add up to zero; each is rounded to a nearby multiple of the step."""
    for settlement in _load_settlements(club_id):
        shares = list(settlement.shares.all())
        sums = sum(share.exact for share in shares), sum(share.rounded for share in shares)
        fair = all(
            share.rounded % settlement.step == 0
            and abs(share.rounded - share.exact) < settlement.step
            for share in shares
        )
        if any(sums) or not fair:
            yield f"settlement {settlement.pk} {sums}"


def check_settlement_plan(club_id: UUID | None) -> Iterator[str]:
    """The planned transfers of a settlement clear all rounded shares."""
    for settlement in _load_settlements(club_id):
        balances = {share.player_id: share.rounded for share in settlement.shares.all()}
        for transfer in settlement.transfers.all():
            _apply_transfer(balances, transfer)
        if any(balances.values()):
            yield f"settlement {settlement.pk}"


def check_settlement_parts(club_id: UUID | None) -> Iterator[str]:
    """The parts of a settlement and the amounts carried over add up to its exact shares."""
    for settlement in _load_settlements(club_id):
        shares = list(settlement.shares.all())
        balances = {share.player_id: share.exact - share.carried for share in shares}
        for part in settlement.parts.all():
            balances[part.player_id] = balances.get(part.player_id, 0) - part.minor
        if any(balances.values()):
            yield f"settlement {settlement.pk}"


def check_part_source(club_id: UUID | None) -> Iterator[str]:
    """Every part of a settlement has exactly one source, in the same club."""
    for path in ("session", "charge", "payment", "player"):
        for pk in _select_cross_club_rows(
            SettlementPart, path, club_id, club_path="settlement__club"
        ):
            yield f"part {pk}: {path}"
    sources = ("session", "charge", "payment")
    single = [Q(**{f"{name}__isnull": name != source for name in sources}) for source in sources]
    rows = SettlementPart.objects.filter(build_club_filter(club_id, "settlement__"))
    for pk in rows.exclude(single[0] | single[1] | single[2]).values_list("pk", flat=True):
        yield f"part {pk}"


def _load_entries(club_id: UUID | None) -> Iterator[Payment | Charge]:
    yield from Payment.objects.filter(build_club_filter(club_id)).select_related("reverses")
    yield from Charge.objects.filter(build_club_filter(club_id)).select_related("reverses")


def _describe_entry(entry: Payment | Charge) -> str:
    return f"{type(entry).__name__.lower()} {entry.pk}"


def _is_mirrored(entry: Payment | Charge, first: Payment | Charge) -> bool:
    """Return whether the counter-entry moves the money back between the same accounts."""
    if isinstance(entry, Payment) and isinstance(first, Payment):
        back = (first.target, first.source, first.transfer_id)
        return (entry.source, entry.target, entry.transfer_id) == back
    if isinstance(entry, Charge) and isinstance(first, Charge):
        return entry.player_id == first.player_id
    return False


def _select_cross_club_rows(
    model: type[Model], path: str, club_id: UUID | None, *, club_path: str = "club"
) -> QuerySet[Model, Any]:
    """Return the keys of rows that refer to a club other than their own."""
    rows = model._default_manager.exclude(**{path: None}).exclude(**{f"{path}__club": F(club_path)})
    of_club: QuerySet[Model] = rows.filter(**{club_path: club_id}) if club_id else rows
    return of_club.values_list("pk", flat=True)


def _sum_pots(club_id: UUID) -> dict[str, int]:
    """Return the money in the pots of open tables, in minor units by currency."""
    sessions = Session.objects.filter(club=club_id, closed=False, binned_at=None)
    sums: dict[str, int] = {}
    for session in sessions.exclude(per_point=""):
        last = Posting.objects.filter(session=session).order_by("-position").first()
        points = sum(last.pots.values()) if last else 0
        code = session.currency
        sums[code] = sums.get(code, 0) + convert_points_to_minor(points, session.per_point, code)
    return sums


def _load_settlements(club_id: UUID | None) -> QuerySet[Settlement]:
    rows = Settlement.objects.filter(build_club_filter(club_id)).order_by("club", "number")
    return rows.prefetch_related("shares", "transfers", "parts")


def _apply_transfer(balances: dict[UUID | None, int], transfer: Transfer) -> None:
    balances[transfer.payer_id] = balances.get(transfer.payer_id, 0) + transfer.amount
    balances[transfer.receiver_id] = balances.get(transfer.receiver_id, 0) - transfer.amount


CHECKS: tuple[Callable[[UUID | None], Iterator[str]], ...] = (
    check_fact_club,
    check_fact_currency,
    check_fact_day,
    check_counter_entry,
    check_claim_counted,
    check_transfer_paid_once,
    check_fee_payment,
    check_money_zero,
    check_settlement_number,
    check_settlement_zero,
    check_settlement_plan,
    check_settlement_parts,
    check_part_source,
)
