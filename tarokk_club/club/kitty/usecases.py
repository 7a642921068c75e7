"""Transfer the kitty's money, count its cash, set its kinds of entries, and close a year."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID, uuid5

from django.utils.translation import gettext_noop as _

from scoring.core.problem import Problem
from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.formatting.sentences import register_refusals
from tarokk_club.club.kitty.queries.year_figures import (
    compute_year_figures,
    compute_year_fingerprint,
    find_year_to_close,
    list_club_years,
    load_closed_years,
)
from tarokk_club.club.models import (
    Act,
    CashCount,
    ClosedYear,
    KittyTransfer,
    MoneyRules,
    Payment,
    Receipt,
)
from tarokk_club.club.models.chain import compute_fingerprint
from tarokk_club.club.models.money import PartyKind, PaymentMethod, Purpose
from tarokk_club.club.money.queries.entries.kitty_accounts import sum_kitty_accounts
from tarokk_club.club.money.usecases.payments import (
    LARGEST,
    find_entry_day_problems,
    find_entry_problems,
    find_overdraft_problems,
    normalise_note,
    read_undo_note,
    require_not_undone,
)
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import read_name
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club

# The most kinds of a club, and the most letters of a kind.
MOST_KINDS, LONGEST_KIND = 30, 40

register_refusals(
    {
        "same_account": _("Choose two different accounts."),
        "cash_is_short": _("This is less than the book says. Say why; the difference is booked."),
        "cash_is_over": _("This is more than the book says. Say why; the difference is booked."),
        "too_many_kinds": _("At most %(highest)s kinds."),
        "kind_twice": _("One kind is listed twice."),
        "year_not_next": _("Years are closed one after another, once they are over."),
        "year_moved": _(
            "The figures have changed in the meantime. Check them, then close the year."
        ),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountTransfer:
    """A transfer between two accounts of the kitty.

    amount: minor units.
    overdraw: whether the source account may go below zero.
    """

    currency: str
    amount: int
    source: PaymentMethod
    target: PaymentMethod
    date: date
    note: str = ""
    overdraw: bool = True


def record_kitty_transfer(
    *, club_id: UUID, form: Submission, moved: AccountTransfer
) -> KittyTransfer:
    """Record a transfer between two accounts of the kitty; the form's key becomes its id.

    Raise RefusedError and the errors of the unit of work.
    """
    content = {
        "do": "kitty_transfer",
        "currency": moved.currency,
        "amount": moved.amount,
        "accounts": [moved.source, moved.target],
        "date": moved.date.isoformat(),
    }

    def save_transfer(write: ClubWrite) -> KittyTransfer:
        club = write.club
        problems = find_entry_problems(
            club, currency=moved.currency, amount=moved.amount, day=moved.date
        )
        note = normalise_note(moved.note, problems)
        if moved.source == moved.target:
            problems.append(Problem("same_account", "target"))
        if not problems and not moved.overdraw:
            problems += find_overdraft_problems(club.id, moved.currency, moved.source, moved.amount)
        if problems:
            raise RefusedError(problems)
        transfer = KittyTransfer(
            id=form.key,
            club=club,
            currency=moved.currency,
            amount=moved.amount,
            source=moved.source,
            target=moved.target,
            date=moved.date,
            note=note,
            made_by=form.by,
            made_at=write.at,
        )
        insert_with_client_id(transfer)
        return transfer

    return write_to_club(
        club_id,
        Command(form, Right.SETTLE, content),
        save_transfer,
        repeated=lambda write: KittyTransfer.objects.get(pk=form.key),
    )


def undo_kitty_transfer(*, club_id: UUID, form: Submission, transfer_id: UUID) -> KittyTransfer:
    """Record the reverse transfer, dated today; the form's key becomes its id.

    Raise ConflictError if the transfer was undone before, or is a counter-entry itself.
    Raise RefusedError, KittyTransfer.DoesNotExist and the errors of the unit of work.
    """
    content = {"do": "undo_kitty_transfer", "transfer": str(transfer_id)}

    def save_counter_entry(write: ClubWrite) -> KittyTransfer:
        transfer = KittyTransfer.objects.get(pk=transfer_id, club_id=club_id)
        require_not_undone(transfer)
        note = read_undo_note(form)
        counter = KittyTransfer(
            id=form.key,
            club=write.club,
            currency=transfer.currency,
            amount=transfer.amount,
            source=transfer.target,
            target=transfer.source,
            date=get_today(write.club),
            note=note,
            reverses=transfer,
            made_by=form.by,
            made_at=write.at,
        )
        insert_with_client_id(counter)
        return counter

    return write_to_club(
        club_id,
        Command(form, Right.SETTLE, content),
        save_counter_entry,
        repeated=lambda write: KittyTransfer.objects.get(pk=form.key),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedCash:
    """A count of the cash in the kitty, in minor units."""

    currency: str
    counted: int
    date: date


def save_cash_count(*, club_id: UUID, form: Submission, cash: CountedCash) -> CashCount:
    """Record a count of the cash, and a payment for a difference; a difference needs a reason.

    Raise RefusedError and the errors of the unit of work.
    """
    content = {
        "do": "count_cash",
        "currency": cash.currency,
        "counted": cash.counted,
        "date": cash.date.isoformat(),
    }

    def save_count(write: ClubWrite) -> CashCount:
        problems = _find_count_problems(write, cash)
        note = normalise_note(form.reason, problems)
        if problems:
            raise RefusedError(problems)
        held = sum_kitty_accounts(club_id, until=cash.date).get(cash.currency, {})
        count = CashCount(
            id=form.key,
            club=write.club,
            currency=cash.currency,
            date=cash.date,
            counted=cash.counted,
            expected=held.get(PaymentMethod.CASH, 0),
            note=note,
            made_by=form.by,
            made_at=write.at,
        )
        if count.difference and not note:
            raise RefusedError([_build_difference_problem(count)])
        if count.difference:
            count.payment = _record_difference(write, count)
        insert_with_client_id(count)
        write.log(Act.CASH_COUNTED)
        return count

    return write_to_club(
        club_id,
        Command(form, Right.SETTLE, content),
        save_count,
        repeated=lambda write: CashCount.objects.get(pk=form.key),
    )


def _find_count_problems(write: ClubWrite, cash: CountedCash) -> list[Problem]:
    problems = find_entry_day_problems(write.club, cash.date)
    if cash.currency not in CURRENCIES:
        problems.append(Problem("currency_unknown", "currency"))
    if not 0 <= cash.counted <= LARGEST:
        problems.append(Problem("amount_too_large", "counted"))
    return problems


def _build_difference_problem(count: CashCount) -> Problem:
    """Return the problem that a difference has no reason."""
    code = "cash_is_short" if count.difference < 0 else "cash_is_over"
    return Problem(code, "reason")


def _record_difference(write: ClubWrite, count: CashCount) -> Payment:
    """Save and return a payment that adjusts the recorded cash to the counted cash."""
    sides = {"payer_side": PartyKind.OUTSIDE, "receiver_side": PartyKind.KITTY}
    if count.difference < 0:
        sides = {"payer_side": PartyKind.KITTY, "receiver_side": PartyKind.OUTSIDE}
    payment = Payment(
        id=uuid5(count.id, "difference"),
        club=write.club,
        currency=count.currency,
        amount=abs(count.difference),
        purpose=Purpose.OTHER,
        date=count.date,
        note=count.note,
        how=PaymentMethod.CASH,
        made_by=write.form.by,
        made_at=write.at,
        **sides,
    )
    insert_with_client_id(payment)
    return payment


def set_money_kinds(*, club_id: UUID, form: Submission, kinds: tuple[str, ...]) -> MoneyRules:
    """Set the club's kinds of income and expense, in this order; existing entries do not change.

    Raise RefusedError and the errors of the unit of work.
    """

    def save_kinds(write: ClubWrite) -> MoneyRules:
        problems: list[Problem] = []
        names = [read_name(kind, problems, field="kinds") for kind in kinds]
        if len(names) > MOST_KINDS:
            problems.append(Problem("too_many_kinds", "kinds", {"highest": MOST_KINDS}))
        if any(len(name) > LONGEST_KIND for name in names):
            problems.append(Problem("text_too_long", "kinds", {"highest": LONGEST_KIND}))
        if len({name.casefold() for name in names}) < len(names):
            problems.append(Problem("kind_twice", "kinds"))
        if problems:
            raise RefusedError(problems)
        rules = MoneyRules.objects.filter(club=write.club).first() or MoneyRules(club=write.club)
        rules.kinds = "\n".join(names)
        rules.save()
        write.log(Act.MONEY_RULES)
        return rules

    return write_to_club(
        club_id,
        Command(form, Right.SETTLE, {"do": "kinds", "kinds": list(kinds)}),
        save_kinds,
        repeated=lambda write: MoneyRules.objects.get(club=write.club),
    )


def close_year(*, club_id: UUID, form: Submission, year: int, digest: str) -> ClosedYear:
    """Store the figures of a year, and close it to further entries.

    First create the receipts of payments that older versions saved without one.

    digest: fingerprint of the figures that the user saw.

    Raise ConflictError if the figures have changed since.
    Raise RefusedError if the year cannot be closed, and the errors of the unit of work.
    """

    def save_figures(write: ClubWrite) -> ClosedYear:
        club = write.club
        day, closed = get_today(club), load_closed_years(club.id)
        if year != find_year_to_close(list_club_years(club.id, day), closed, day):
            raise RefusedError([Problem("year_not_next", "")])
        Receipt.create_missing(club.id)
        figures = {
            code: year_figures.to_json()
            for code, year_figures in compute_year_figures(club, year).items()
        }
        if compute_fingerprint(figures) != digest:
            raise ConflictError([Problem("year_moved", "")])
        before = next(iter(closed.values()), None)
        row = ClosedYear(
            id=form.key,
            club=club,
            year=year,
            figures=figures,
            fingerprint=compute_year_fingerprint(
                club.id, year, figures, before.fingerprint if before else ""
            ),
            made_by=form.by,
            made_at=write.at,
        )
        insert_with_client_id(row)
        write.log(Act.YEAR_CLOSED, {"year": year})
        return row

    return write_to_club(
        club_id,
        Command(form, Right.SETTLE, {"do": "close_year", "year": year}),
        save_figures,
        repeated=lambda write: ClosedYear.objects.get(pk=form.key),
    )
