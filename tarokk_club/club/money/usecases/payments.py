"""Record, confirm and undo payments."""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.formatting.money import format_money_in_currency
from tarokk_club.club.models import (
    Act,
    Charge,
    Club,
    KittyTransfer,
    Payment,
    PaymentConfirmation,
    Player,
    Receipt,
    Session,
    User,
)
from tarokk_club.club.models.money import PartyKind, PaymentMethod, Purpose
from tarokk_club.club.money.queries.entries.kitty_accounts import (
    find_last_closed_year,
    sum_kitty_accounts,
)
from tarokk_club.club.money.queries.entries.money_entries import is_undone_or_counter_entry
from tarokk_club.club.money.queries.settlements.unsettled_items import load_open_fees
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.values.days import find_day_problems
from tarokk_club.club.writing.errors import ConflictError, ForbiddenError, RefusedError
from tarokk_club.club.writing.events import payment_denied, payments_marked
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right, may
from tarokk_club.club.writing.typed_text import read_text
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club

# The largest amount of an entry in minor units; the database could store more.
LARGEST = 10**12


def may_settle(write: ClubWrite) -> bool:
    """Return whether the author of the write may settle; the operator, written as None, may."""
    return write.form.by is None or may(write.roles, Right.SETTLE)


def plays_as(user: User | None, player: Player | None) -> bool:
    """Return whether the user account plays as this player."""
    return bool(user and player and player.user_id == user.id)


def find_entry_problems(club: Club, *, currency: str, amount: int, day: date) -> list[Problem]:
    """Return the problems with the amount, the currency and the date of an entry."""
    problems = []
    if currency not in CURRENCIES:
        problems.append(Problem("currency_unknown", "currency"))
    if amount < 1:
        problems.append(Problem("amount_not_above_zero", "amount"))
    elif amount > LARGEST:
        problems.append(Problem("amount_too_large", "amount"))
    return [*problems, *find_entry_day_problems(club, day)]


def find_entry_day_problems(club: Club, day: date) -> list[Problem]:
    """Return the problems with the day of an entry, such as a closed year."""
    closed = find_last_closed_year(club.id)
    if closed is not None and day.year <= closed:
        return [Problem("year_is_closed", "date", {"year": closed})]
    return find_day_problems(day, today=get_today(club))


def find_party_problems(club: Club, players: list[tuple[str, UUID | None]]) -> list[Problem]:
    """Return a problem for each player who is not in this club.

    players: pairs of form field name and player id; None for the kitty and people outside.
    """
    ids = {player for _field, player in players if player}
    member_ids = set(Player.objects.filter(club=club, pk__in=ids).values_list("pk", flat=True))
    strangers = [field for field, player in players if player and player not in member_ids]
    return [Problem("no_such_party", field) for field in strangers]


def find_session_problems(club: Club, session_id: UUID | None) -> list[Problem]:
    """Return a problem if the session is given and is not one of the club."""
    if session_id is None or Session.objects.filter(pk=session_id, club=club).exists():
        return []
    return [Problem("no_such_session", "session")]


def normalise_note(note: str, problems: list[Problem]) -> str:
    """Return the note in stored form, and append any problems to `problems`."""
    return read_text(note, problems, field="note")


def require_not_undone(entry: Charge | Payment | KittyTransfer) -> None:
    """Raise ConflictError if the entry was undone by a counter-entry, or is one itself."""
    if is_undone_or_counter_entry(entry):
        raise ConflictError([Problem("fact_undone", "")])


def read_undo_note(form: Submission, *, needed: bool = False) -> str:
    """Return the form's reason as the note of a counter-entry.

    Raise RefusedError if it is invalid, or if it is needed and empty.
    """
    problems: list[Problem] = []
    note = normalise_note(form.reason, problems)
    if needed and not note:
        problems.append(Problem("denied_without_reason", "reason"))
    if problems:
        raise RefusedError(problems)
    return note


def is_unconfirmed_claim(payment: Payment) -> bool:
    """Return whether the payment is a claim without a confirmation."""
    return payment.claimed and not PaymentConfirmation.objects.filter(payment=payment).exists()


def write_confirmation(payment: Payment, by: User | None, at: datetime | None = None) -> None:
    """Save the confirmation of a payment.

    at: the time from which the payment counts; None for now.
    """
    PaymentConfirmation.objects.create(payment=payment, made_by=by, made_at=at or timezone.now())


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPayment:
    """A payment to record.

    payer, receiver: a player's id, the kitty or outside.
    amount: minor units.
    session_id: the open session that the payer or the receiver leaves with this payment.
    charge_id: the fee that the payment goes towards.
    kind: one of the club's kinds of income and expense; "" for none.
    overdraw: whether the kitty may pay more than its account holds.
    """

    currency: str
    amount: int
    payer: str
    receiver: str
    date: date
    purpose: Purpose = Purpose.SETTLING
    how: PaymentMethod = PaymentMethod.CASH
    note: str = ""
    session_id: UUID | None = None
    charge_id: UUID | None = None
    kind: str = ""
    overdraw: bool = True


def record_payment(*, club_id: UUID, form: Submission, paid: NewPayment) -> Payment:
    """Record a payment, which counts at once; the form's key becomes its id.

    Raise RefusedError if the payment is invalid.
    Raise the errors of the unit of work.
    """
    content: dict[str, object] = {
        "do": "pay",
        "currency": paid.currency,
        "amount": paid.amount,
        "parties": [paid.payer, paid.receiver],
        "date": paid.date.isoformat(),
        "kind": [paid.purpose, paid.how],
        "session": str(paid.session_id or ""),
    }
    if paid.charge_id:
        content["charge"] = str(paid.charge_id)
    if paid.kind:
        content["of_kind"] = paid.kind

    def save_payment(write: ClubWrite) -> Payment:
        payment = _build_payment(write, paid)
        insert_with_client_id(payment)
        if paid.kind:
            Receipt.objects.filter(payment=payment).update(kind=paid.kind)
        payments_marked.send(None, payments=[payment], by=form.by)
        return payment

    return write_to_club(
        club_id,
        Command(form, Right.SETTLE, content),
        save_payment,
        repeated=lambda write: Payment.objects.get(pk=form.key),
    )


def _build_payment(write: ClubWrite, paid: NewPayment) -> Payment:
    """Return the payment, unsaved; raise RefusedError if it is invalid."""
    problems = find_entry_problems(
        write.club, currency=paid.currency, amount=paid.amount, day=paid.date
    )
    payer_side, payer = _split_account(paid.payer)
    receiver_side, receiver = _split_account(paid.receiver)
    problems += find_party_problems(write.club, [("payer", payer), ("receiver", receiver)])
    problems += find_session_problems(write.club, paid.session_id)
    if paid.payer == paid.receiver:
        problems.append(Problem("pays_oneself", "receiver"))
    note = normalise_note(paid.note, problems)
    if not problems and paid.payer == PartyKind.KITTY and not paid.overdraw:
        problems += find_overdraft_problems(write.club.id, paid.currency, paid.how, paid.amount)
    if paid.kind and PartyKind.KITTY not in (paid.payer, paid.receiver):
        problems.append(Problem("kind_without_kitty", "kind"))
    charge_id = None if problems else _find_fee(write, paid, problems)
    if problems:
        raise RefusedError(problems)
    return Payment(
        id=write.form.key,
        club=write.club,
        currency=paid.currency,
        amount=paid.amount,
        purpose=paid.purpose,
        date=paid.date,
        note=note,
        session_id=paid.session_id,
        charge_id=charge_id,
        made_by=write.form.by,
        made_at=timezone.now(),
        payer_side=payer_side,
        payer_id=payer,
        receiver_side=receiver_side,
        receiver_id=receiver,
        how=paid.how,
    )


def find_overdraft_problems(
    club_id: UUID, currency: str, account: PaymentMethod, amount: int
) -> list[Problem]:
    """Return a problem if the account of the kitty holds less than the amount, in minor units."""
    held = sum_kitty_accounts(club_id).get(currency, {}).get(account, 0)
    if amount <= held:
        return []
    values = {"held": format_money_in_currency(held, currency)}
    return [Problem("kitty_below_zero", "overdraw", values)]


def _find_fee(write: ClubWrite, paid: NewPayment, problems: list[Problem]) -> UUID | None:
    """Return the id of the open fee that the payment goes towards, or None.

    Only a payment to the kitty outside a session goes towards a fee.

    If the form names no fee, use the player's oldest open fee of the same currency and purpose
    with an open amount of at least the payment. If the form names a fee with a smaller open amount,
    append a problem to `problems`.
    """
    if paid.receiver != PartyKind.KITTY or paid.session_id:
        return None
    for fee in load_open_fees(write.club.id):
        charge = fee.charge
        if (str(charge.player_id), charge.currency) != (paid.payer, paid.currency):
            continue
        if paid.charge_id == charge.pk and paid.amount > fee.left:
            problems.append(Problem("more_than_left", "amount"))
        wanted_id = paid.charge_id or (charge.pk if charge.purpose == paid.purpose else None)
        if wanted_id == charge.pk and paid.amount <= fee.left:
            return charge.pk
    return None


def _split_account(account: str) -> tuple[PartyKind, UUID | None]:
    if account in (PartyKind.KITTY, PartyKind.OUTSIDE):
        return PartyKind(account), None
    return PartyKind.PLAYER, UUID(account)


def confirm_payment(*, club_id: UUID, form: Submission, payment_id: UUID) -> Payment:
    """Confirm a payment, so that it counts; a second confirmation changes nothing.

    Raise ConflictError if the claim was undone, or is a counter-entry itself.
    Raise ForbiddenError if the user is not its receiver and may not settle.
    Raise Payment.DoesNotExist and the errors of the unit of work.
    """
    content = {"do": "confirm", "payment": str(payment_id)}

    def save_confirmation(write: ClubWrite) -> Payment:
        rows = Payment.objects.select_related("receiver")
        payment = rows.get(pk=payment_id, club_id=club_id)
        if not may_settle(write) and not plays_as(form.by, payment.receiver):
            raise ForbiddenError(Right.SETTLE)
        if not is_unconfirmed_claim(payment):
            return payment
        require_not_undone(payment)
        write_confirmation(payment, form.by)
        return payment

    def load_payment(write: ClubWrite) -> Payment:
        rows = Payment.objects.select_related("receiver")
        payment = rows.get(pk=payment_id, club_id=club_id)
        if not may_settle(write) and not plays_as(form.by, payment.receiver):
            raise ForbiddenError(Right.SETTLE)
        return payment

    return write_to_club(
        club_id,
        Command(form, Right.CLAIM, content),
        save_confirmation,
        repeated=load_payment,
    )


def undo_payment(*, club_id: UUID, form: Submission, payment_id: UUID) -> Payment:
    """Record the counter-entry of a payment; the form's key becomes its id.

    Either party may undo an unconfirmed claim. Undoing somebody else's claim needs a reason.

    Raise ConflictError if the payment was undone before, or is a counter-entry itself.
    Raise ForbiddenError if the user may neither settle nor undo this claim.
    Raise RefusedError, Payment.DoesNotExist and the errors of the unit of work.
    """
    content = {"do": "undo_payment", "payment": str(payment_id)}

    def save_counter_entry(write: ClubWrite) -> Payment:
        rows = Payment.objects.select_related("payer", "receiver")
        payment = rows.get(pk=payment_id, club_id=club_id)
        waiting = is_unconfirmed_claim(payment)
        mine = plays_as(form.by, payment.payer) or plays_as(form.by, payment.receiver)
        if not may_settle(write) and not (waiting and mine):
            raise ForbiddenError(Right.SETTLE)
        require_not_undone(payment)
        denied = waiting and payment.made_by != form.by
        note = read_undo_note(form, needed=denied)
        counter = build_counter_payment(
            payment, form.key, by=form.by, day=get_today(write.club), note=note
        )
        # The counter-entry of a payment that never counted must not count either.
        counter.claimed = waiting
        insert_with_client_id(counter)
        if denied:
            facts = {"payment": str(payment.id)}
            write.log(Act.PAYMENT_DENIED, facts)
            payment_denied.send(None, payment=payment, by=form.by)
        return counter

    return write_to_club(
        club_id,
        Command(form, Right.CLAIM, content),
        save_counter_entry,
        repeated=lambda write: Payment.objects.get(pk=form.key),
    )


def build_counter_payment(
    payment: Payment, key: UUID, *, by: User | None, day: date, note: str = ""
) -> Payment:
    """Return an unsaved counter-entry of a payment, with payer and receiver exchanged."""
    return Payment(
        id=key,
        club_id=payment.club_id,
        currency=payment.currency,
        amount=payment.amount,
        purpose=payment.purpose,
        date=day,
        note=note,
        session_id=payment.session_id,
        reverses=payment,
        made_by=by,
        made_at=timezone.now(),
        payer_side=payment.receiver_side,
        payer_id=payment.receiver_id,
        receiver_side=payment.payer_side,
        receiver_id=payment.payer_id,
        how=payment.how,
        transfer_id=payment.transfer_id,
        charge_id=payment.charge_id,
    )
