"""Save settlements, record payments of their transfers, and withdraw settlements."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID, uuid5

from django.db.models import BigIntegerField
from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Payment, Settlement, SettlementPart, Share, Transfer
from tarokk_club.club.models.money import PartyKind, PaymentMethod, Purpose, find_player_of_account
from tarokk_club.club.money.queries.settlements.paid_transfers import (
    NOTHING,
    TransferPayments,
    find_payments_of_submission,
    load_transfer_payments,
)
from tarokk_club.club.money.queries.settlements.proposed_settlement import (
    Proposal,
    find_last_settlement_number,
    propose_settlement,
)
from tarokk_club.club.money.queries.settlements.settlement import is_plan_over
from tarokk_club.club.money.queries.settlements.unsettled_items import OpenItem, SettlingScope
from tarokk_club.club.money.usecases.payments import (
    build_counter_payment,
    find_entry_day_problems,
    may_settle,
    plays_as,
    write_confirmation,
)
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.writing.errors import ConflictError, ForbiddenError, RefusedError
from tarokk_club.club.writing.events import payments_marked, plan_made
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club

LARGEST_STORED = BigIntegerField.MAX_BIGINT


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenProposal:
    """A proposed settlement as the user saw it: its scope and its digest."""

    scope: SettlingScope
    digest: str


def settle_up(*, club_id: UUID, form: Submission, seen: SeenProposal) -> Settlement:
    """Save the proposed settlement that the user saw; the form's key becomes its id.

    Raise RefusedError if there is nothing to settle, or an amount is too large.
    Raise ConflictError if somebody has settled or changed something in the meantime.
    Raise the errors of the unit of work.
    """
    content = {"do": "settle", "scope": seen.scope.to_json(), "seen": seen.digest}

    def save_proposal(write: ClubWrite) -> Settlement:
        proposal = propose_settlement(write.club, seen.scope)
        if proposal.digest != seen.digest:
            raise ConflictError([_explain_conflict(write)])
        if proposal.is_empty:
            raise RefusedError([Problem("nothing_to_settle", "")])
        _require_storable(proposal)
        settlement = _save_settlement(write, proposal)
        plan_made.send(None, settlement=settlement)
        return settlement

    return write_to_club(
        club_id,
        Command(form, Right.SETTLE, content),
        save_proposal,
        repeated=lambda write: Settlement.objects.get(pk=form.key),
    )


def _require_storable(proposal: Proposal) -> None:
    """Raise RefusedError if an amount exceeds 64 bits, as is possible in data of release 0.2.0."""
    amounts = [transfer.amount for transfer in proposal.transfers]
    for row in proposal.shares:
        amounts += (row.carried, row.exact, row.rounded)
    if max(map(abs, amounts), default=0) > LARGEST_STORED:
        raise RefusedError([Problem("money_too_large", "")])


def _explain_conflict(write: ClubWrite) -> Problem:
    """Return the problem that explains why the amounts differ from the user's page."""
    newest = Settlement.objects.filter(
        club=write.club, number=find_last_settlement_number(write.club.id)
    )
    settlement = newest.select_related("made_by").first()
    if settlement is None or settlement.number == write.form.version:
        return Problem("money_moved", "")
    author = settlement.made_by.name if settlement.made_by else ""
    if not author:
        return Problem("settled_by_operator", "", {"number": settlement.number})
    return Problem("settled_by_other", "", {"number": settlement.number, "who": author})


def _save_settlement(write: ClubWrite, proposal: Proposal) -> Settlement:
    settlement = Settlement(
        id=write.form.key,
        club=write.club,
        number=find_last_settlement_number(write.club.id) + 1,
        currency=proposal.scope.currency,
        scope=proposal.scope.to_json(),
        carried=proposal.scope.carry,
        step=proposal.step,
        made_by=write.form.by,
        made_at=timezone.now(),
    )
    insert_with_client_id(settlement)
    Share.objects.bulk_create(
        Share(
            settlement=settlement,
            player_id=find_player_of_account(row.account),
            carried=row.carried,
            exact=row.exact,
            rounded=row.rounded,
        )
        for row in proposal.shares
    )
    Transfer.objects.bulk_create(
        Transfer(
            id=uuid5(settlement.id, str(place)),
            settlement=settlement,
            place=place,
            payer_id=find_player_of_account(transfer.payer),
            receiver_id=find_player_of_account(transfer.receiver),
            amount=transfer.amount,
        )
        for place, transfer in enumerate(proposal.transfers)
    )
    SettlementPart.objects.bulk_create(
        part for item in proposal.items for part in _build_parts(settlement, item)
    )
    return settlement


def _build_parts(settlement: Settlement, item: OpenItem) -> list[SettlementPart]:
    return [
        SettlementPart(
            settlement=settlement,
            player_id=find_player_of_account(account),
            minor=minor,
            **{f"{item.source}_id": item.id},
        )
        for account, minor in sorted(item.minor.items())
        if minor
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Instalment:
    """The amount, day and way of a payment for a transfer.

    amount: minor units; None for the whole open amount.
    day: today if not given.
    """

    amount: int | None = None
    day: date | None = None
    how: PaymentMethod = PaymentMethod.CASH

    def build_content(self) -> dict[str, object]:
        """Return the given values as a part of the form's content."""
        content: dict[str, object] = {}
        if self.amount is not None:
            content["amount"] = self.amount
        if self.day is not None:
            content["paid_on"] = [self.day.isoformat(), self.how]
        return content


def pay_transfers(
    *,
    club_id: UUID,
    form: Submission,
    settlement_id: UUID,
    transfer_id: UUID | None = None,
    paid: Instalment | None = None,
) -> tuple[Payment, ...]:
    """Record and return payments for one planned transfer, or all open ones of a settlement.

    If the user is only the payer, the payment is a claim until the receiver or a member who may
    settle confirms it. Without transfer_id, transfers with a denied claim are skipped. Without an
    amount, pending claims are confirmed if the user may do so, and returned too.

    Raise ConflictError if the plan is no longer valid.
    Raise RefusedError if the amount exceeds the open amount, or the day is invalid.
    Raise ForbiddenError for the transfers of others if the user may not settle.
    Raise Transfer.DoesNotExist and the errors of the unit of work.
    """
    instalment = paid or Instalment()
    content: dict[str, object] = {
        "do": "paid",
        "settlement": str(settlement_id),
        "transfer": str(transfer_id or ""),
        **instalment.build_content(),
    }

    def save_payments(write: ClubWrite) -> tuple[Payment, ...]:
        transfers = _find_transfers(write, settlement_id, transfer_id)
        paid_before = load_transfer_payments(transfers)
        if is_plan_over(transfers[0].settlement):
            raise ConflictError([Problem("plan_is_over", "")])
        if instalment.day and (problems := find_entry_day_problems(write.club, instalment.day)):
            raise RefusedError(problems)
        day, single = instalment.day or get_today(write.club), bool(transfer_id)
        submission = _PayingSubmission(write, instalment, day, write.at, one_by_one=single)
        recorded = [
            payment
            for transfer in transfers
            for payment in submission.pay_transfer(transfer, paid_before.get(transfer.id, NOTHING))
        ]
        new = [payment for payment in recorded if payment.made_at == submission.at]
        payments_marked.send(None, payments=new, by=form.by)
        return tuple(recorded)

    def load_payments(write: ClubWrite) -> tuple[Payment, ...]:
        transfers = _find_transfers(write, settlement_id, transfer_id)
        return tuple(
            payment
            for paid in load_transfer_payments(transfers).values()
            for payment in (*paid.counted, *paid.claimed)
        )

    return write_to_club(
        club_id,
        Command(form, Right.CLAIM, content),
        save_payments,
        repeated=load_payments,
    )


def _find_transfers(
    write: ClubWrite, settlement_id: UUID, transfer_id: UUID | None
) -> Sequence[Transfer]:
    rows = Transfer.objects.select_related("settlement", "payer", "receiver").order_by("place")
    mine = rows.filter(settlement=settlement_id, settlement__club=write.club)
    if transfer_id:
        return [mine.get(pk=transfer_id)]
    if not may_settle(write):
        raise ForbiddenError(Right.SETTLE)
    transfers = list(mine)
    if not transfers:
        raise Transfer.DoesNotExist
    return transfers


@dataclass(frozen=True, slots=True)
class _PayingSubmission:
    """One submission that marks transfers as paid.

    at: the time at which the payments are recorded.
    one_by_one: whether the submission is for a single transfer.
    """

    write: ClubWrite
    how: Instalment
    day: date
    at: datetime
    one_by_one: bool

    def pay_transfer(self, transfer: Transfer, payments: TransferPayments) -> tuple[Payment, ...]:
        """Record a payment for the transfer, and return it.

        Without an amount, the payment is for the rest of the transfer. Pending claims are then
        confirmed if the user may do so, and returned too. If the rest is 0, return all earlier
        payments instead. In a submission for all transfers, skip a transfer with a denied claim.

        Raise ForbiddenError or RefusedError like `pay_transfers`.
        """
        by = self.write.form.by
        counts = may_settle(self.write) or plays_as(by, transfer.receiver)
        if not counts and not plays_as(by, transfer.payer):
            raise ForbiddenError(Right.SETTLE)
        if payments.denied and not self.one_by_one:
            return ()
        claimed = payments.claimed if self.how.amount is None else ()
        for claim in claimed if counts else ():
            write_confirmation(claim, by, self.at)
        claimed_amount = sum(claim.amount for claim in payments.claimed)
        open_amount = transfer.amount - payments.amount - claimed_amount
        amount = open_amount if self.how.amount is None else self.how.amount
        if self.how.amount is not None:
            if amount < 1:
                raise RefusedError([Problem("amount_not_above_zero", "amount")])
            if amount > open_amount:
                raise RefusedError([Problem("more_than_left", "amount")])
        if not amount:
            return (*payments.counted, *payments.claimed)
        payment = self._build_payment(transfer, amount, claimed=not counts)
        insert_with_client_id(payment)
        return (*claimed, payment)

    def _build_payment(self, transfer: Transfer, amount: int, *, claimed: bool) -> Payment:
        settlement: Settlement = transfer.settlement
        return Payment(
            id=uuid5(self.write.form.key, str(transfer.id)),
            club=self.write.club,
            currency=settlement.currency,
            amount=amount,
            purpose=Purpose.SETTLING,
            date=self.day,
            made_by=self.write.form.by,
            made_at=self.at,
            payer_side=PartyKind.PLAYER if transfer.payer_id else PartyKind.KITTY,
            payer_id=transfer.payer_id,
            receiver_side=PartyKind.PLAYER if transfer.receiver_id else PartyKind.KITTY,
            receiver_id=transfer.receiver_id,
            how=self.how.how,
            transfer=transfer,
            claimed=claimed,
        )


def undo_paid_transfers(
    *, club_id: UUID, form: Submission, settlement_id: UUID, act: UUID
) -> tuple[Payment, ...]:
    """Record counter-entries for all payments that one submission recorded or confirmed.

    Payments undone in the meantime are skipped.
    act: the key of the submission.

    Raise ConflictError if no payment is left to undo.
    Raise Settlement.DoesNotExist and the errors of the unit of work.
    """
    content = {"do": "undo_paid", "settlement": str(settlement_id), "act": str(act)}

    def save_counter_entries(write: ClubWrite) -> tuple[Payment, ...]:
        settlement = Settlement.objects.get(pk=settlement_id, club_id=club_id)
        payments = find_payments_of_submission(settlement, act)
        ids = {uuid5(form.key, str(payment.pk)): payment for payment in payments}
        if not payments:
            raise ConflictError([Problem("fact_undone", "")])
        recorded = [
            build_counter_payment(one, pk, by=form.by, day=get_today(write.club))
            for pk, one in ids.items()
        ]
        for counter in recorded:
            insert_with_client_id(counter)
        return tuple(recorded)

    def load_counter_entries(write: ClubWrite) -> tuple[Payment, ...]:
        settlement = Settlement.objects.get(pk=settlement_id, club_id=club_id)
        payments = find_payments_of_submission(settlement, act)
        ids = {uuid5(form.key, str(payment.pk)): payment for payment in payments}
        return tuple(Payment.objects.filter(transfer__settlement=settlement, pk__in=ids))

    return write_to_club(
        club_id,
        Command(form, Right.SETTLE, content),
        save_counter_entries,
        repeated=load_counter_entries,
    )


def withdraw_settlement(*, club_id: UUID, form: Submission, settlement_id: UUID) -> Settlement:
    """Withdraw a settlement, so that its amounts can be settled again.

    A second withdrawal changes nothing.

    Raise ConflictError if it has a payment or a claim, or if a later valid settlement has the same
        currency.
    Raise Settlement.DoesNotExist and the errors of the unit of work.
    """
    content = {"do": "withdraw", "settlement": str(settlement_id)}

    def save_withdrawal(write: ClubWrite) -> Settlement:
        settlement = Settlement.objects.get(pk=settlement_id, club_id=club_id)
        if settlement.withdrawn_at:
            return settlement
        later = Settlement.objects.filter(
            club_id=club_id,
            currency=settlement.currency,
            number__gt=settlement.number,
            withdrawn_at=None,
        )
        if later.exists():
            raise ConflictError([Problem("settlement_not_last", "")])
        if any(
            payment.has_payments
            for payment in load_transfer_payments(settlement.transfers.all()).values()
        ):
            raise ConflictError([Problem("settlement_paid", "")])
        settlement.withdrawn_by, settlement.withdrawn_at = form.by, timezone.now()
        settlement.save(update_fields=["withdrawn_by", "withdrawn_at"])
        return settlement

    return write_to_club(
        club_id,
        Command(form, Right.SETTLE, content),
        save_withdrawal,
        repeated=lambda write: Settlement.objects.get(pk=settlement_id, club_id=club_id),
    )
