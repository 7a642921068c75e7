"""Pages to import a bank statement: upload, column mapping, and confirmation of its lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core import signing
from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarokk_club.club.formatting.sentences import render_problem
from tarokk_club.club.models import Club, MoneyRules, Transfer
from tarokk_club.club.models.money import PartyKind, PaymentMethod, Purpose
from tarokk_club.club.money.bank_files import read_bank_file, require_valid_line_count
from tarokk_club.club.money.bank_forms import BankColumnsForm, BankFileForm
from tarokk_club.club.money.bank_lines import BankLine, BankStatement
from tarokk_club.club.money.bank_tables import BankTable, detect_day_order, read_table_statement
from tarokk_club.club.money.bank_vocabulary import has_required_columns, match_column_titles
from tarokk_club.club.money.queries.bank.bank_matches import (
    Match,
    OpenMoney,
    load_money_to_match,
    match_bank_lines,
)
from tarokk_club.club.money.usecases.money_settings import hash_layout_header, store_bank_layout
from tarokk_club.club.money.usecases.payments import NewPayment, record_payment
from tarokk_club.club.money.usecases.settlements import Instalment, pay_transfers
from tarokk_club.club.money.views.bank_choices import (
    Groups,
    describe_confirmed_line,
    list_bank_choices,
)
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import render_page
from tarokk_club.club.writing.errors import KeyReusedError, RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import drop_invisible
from tarokk_club.club.writing.unit_of_work import Submission

SALT, DAY = "bank statement", 24 * 60 * 60
# The order of day and month in dates that can be read in two ways.
UNCLEAR = "unclear"
# The number of table rows on the page for choosing columns.
SAMPLE_ROWS = 8
# A page with more choices would be slow on a phone.
MOST_CHOICES = 20_000


@dataclass(frozen=True, slots=True)
class MatchOffer:
    """A line of the statement on the confirmation page.

    ticket: signed data of the payment to record; "" if the line cannot be recorded.
    groups: the payments, fees and players that the user can choose for the line, if any.
    is_left_out: whether the page has no room for the choices that the line needs.
    """

    match: Match
    ticket: str
    groups: Groups
    is_left_out: bool

    @property
    def problem(self) -> str:
        """The reason why the line is unreadable; "" if it is readable."""
        problem = self.match.line.problem
        return render_problem(problem) if problem else ""


@club_view(Right.SETTLE)
def import_bank_statement(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Upload a bank statement, map its columns, match its lines, and record the confirmed ones."""
    if request.method != "POST":
        return _render_upload(request, club, BankFileForm())
    if "read" in request.POST:
        return _record_confirmed_lines(request, club)
    if "table" in request.POST:
        return _submit_columns(request, club)
    form = BankFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _render_upload(request, club, form, status=422)
    try:
        parsed = read_bank_file(form.cleaned_data["file"].read())
        if isinstance(parsed, BankStatement):
            return _render_matches(request, club, require_valid_line_count(parsed))
        is_requested = form.cleaned_data["by_hand"]
        return _render_matches_or_columns(request, club, parsed, is_requested=is_requested)
    except RefusedError as refused:
        for problem in refused.problems:
            form.add_error("file", render_problem(problem))
        return _render_upload(request, club, form, status=422)


def _render_upload(
    request: MemberRequest, club: Club, form: BankFileForm, *, status: int = 200
) -> TemplateResponse:
    return render_page(request, "club/money/bank.html", {"club": club, "form": form}, status=status)


# --- columns of a table


def _render_matches_or_columns(
    request: MemberRequest, club: Club, table: BankTable, *, is_requested: bool
) -> HttpResponseBase:
    """Render the matches of a table, or the form for its columns if they or its dates are unclear.

    is_requested: whether the user has asked for the form.
    Raise RefusedError if the table cannot be read.
    """
    rules = MoneyRules.objects.filter(club=club).first()
    layout = ((rules and rules.bank_layouts) or {}).get(hash_layout_header(table.header), {})
    columns = match_column_titles(table.titles, table.rows)
    remembered = layout.get("columns")
    if remembered and len(remembered) == len(columns):
        columns = tuple(remembered)
    order = detect_day_order(table, columns)
    if order == UNCLEAR:
        order = layout.get("order") or UNCLEAR
    if is_requested or not has_required_columns(columns) or order == UNCLEAR:
        return _render_columns(request, club, _build_columns_form(table, columns, order), table)
    return _render_matches(
        request,
        club,
        require_valid_line_count(read_table_statement(table, columns, club.currency, order)),
    )


def _build_columns_form(table: BankTable, columns: tuple[str, ...], order: str) -> BankColumnsForm:
    return BankColumnsForm(
        table=table,
        columns=columns,
        asks_order=order == UNCLEAR,
        initial={"table": table.text},
    )


def _submit_columns(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Read the table with the chosen columns, store the choice, and render the matches."""
    try:
        table = read_bank_file(request.POST["table"].encode("utf-8", "surrogatepass"))
    except RefusedError:
        table = None
    if not isinstance(table, BankTable):
        empty_form = BankFileForm({})
        empty_form.errors.clear()
        empty_form.add_error(None, _("The form came back incomplete; choose the file again."))
        return _render_upload(request, club, empty_form, status=422)
    form = BankColumnsForm(
        request.POST,
        table=table,
        columns=match_column_titles(table.titles, table.rows),
        asks_order="order" in request.POST,
    )
    if not form.is_valid():
        return _render_columns(request, club, form, table, status=422)
    columns = form.read_columns()
    order = detect_day_order(table, columns)
    if order == UNCLEAR:
        order = form.cleaned_data.get("order") or UNCLEAR
    if order == UNCLEAR:
        # Dates can be checked only after their column is chosen.
        return _render_columns(request, club, _build_columns_form(table, columns, order), table)
    try:
        statement = require_valid_line_count(
            read_table_statement(table, columns, club.currency, order)
        )
    except RefusedError as refused:
        for problem in refused.problems:
            form.add_error(None, render_problem(problem))
        return _render_columns(request, club, form, table, status=422)
    chosen_order = form.cleaned_data.get("order") or ""
    # If the form is submitted again with other columns, keep the first choice.
    with suppress(KeyReusedError):
        store_bank_layout(
            club_id=club.id,
            form=Submission(key=form.cleaned_data["key"], by=request.user),
            header=table.header,
            columns=columns,
            order=chosen_order,
        )
    return _render_matches(request, club, statement)


def _render_columns(
    request: MemberRequest,
    club: Club,
    form: BankColumnsForm,
    table: BankTable,
    *,
    status: int = 200,
) -> TemplateResponse:
    context = {
        "club": club,
        "form": form,
        "titles": table.titles,
        "rows": table.rows[:SAMPLE_ROWS],
        "more": max(0, len(table.rows) - SAMPLE_ROWS),
    }
    return render_page(request, "club/money/bank_columns.html", context, status=status)


# --- matches


def _render_matches(
    request: MemberRequest, club: Club, statement: BankStatement
) -> TemplateResponse:
    money = load_money_to_match(club)
    matches = match_bank_lines(club, statement.lines, money)
    offers = _build_offers(club, matches, money)
    rules = MoneyRules.objects.filter(club=club).first()
    club_iban = rules.iban if rules else ""
    context = {
        "club": club,
        "offers": offers,
        "statement": statement,
        "sums": _list_sums(statement),
        "any": any(offer.ticket for offer in offers),
        "left_out": sum(offer.is_left_out for offer in offers),
        "strange": [
            account
            for account in statement.accounts
            if club_iban and _is_iban(account) and account != club_iban
        ],
    }
    return render_page(request, "club/money/bank_look.html", context)


def _build_offers(club: Club, matches: Sequence[Match], money: OpenMoney) -> list[MatchOffer]:
    """Return an offer for each match; lines without a planned payment get choices first."""
    kinds = {(match.line.minor > 0, match.line.currency) for match in matches}
    choices = {
        (comes_in, code): list_bank_choices(money, comes_in=comes_in, currency=code)
        for comes_in, code in kinds
    }
    remaining = MOST_CHOICES
    offers: dict[int, MatchOffer] = {}
    for place in sorted(range(len(matches)), key=lambda at: matches[at].transfer is not None):
        match = matches[place]
        ticket = _sign_line(club, match)
        groups = choices[match.line.minor > 0, match.line.currency]
        count = sum(len(options) for _label, options in groups)
        is_choice = bool(ticket) and remaining >= count
        remaining -= count if is_choice else 0
        is_left_out = bool(ticket) and not is_choice and match.transfer is None
        ticket = "" if is_left_out else ticket
        offers[place] = MatchOffer(match, ticket, groups if is_choice else (), is_left_out)
    return [offers[place] for place in range(len(matches))]


def _is_iban(account: str) -> bool:
    return account[:2].isalpha() and account[2:4].isdigit()


def _list_sums(statement: BankStatement) -> list[tuple[str, int, int]]:
    """Return each currency with the sum of the statement and the sum of its displayed lines."""
    line_sums = statement.line_sums
    codes = sorted({*statement.sums, *line_sums})
    return [(code, statement.sums.get(code, 0), line_sums.get(code, 0)) for code in codes]


def _sign_line(club: Club, match: Match) -> str:
    """Return the signed data of the payment to record for a line, or "" if it cannot be recorded.

    The signature prevents the recording of lines that are not on the statement.
    """
    line = match.line
    if not line.is_booked or match.is_recorded or not line.minor or line.day is None:
        return ""
    facts = {
        "club": str(club.id),
        "key": str(match.key),
        "amount": line.minor,
        "currency": line.currency,
        "day": line.day.isoformat(),
        "note": _build_note(line),
    }
    if match.transfer:
        facts["to"] = f"transfer:{match.transfer.settlement_id}:{match.transfer.pk}"
    return signing.dumps(facts, salt=SALT)


def _build_note(line: BankLine) -> str:
    # Banks write invisible characters, such as soft hyphens, which a note must not contain.
    texts = map(drop_invisible, (line.name, line.text))
    return " · ".join(text for text in texts if text)[:150]


# --- confirmed lines


def _record_confirmed_lines(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Record a payment for every confirmed line, and redirect to the list of payments."""
    if not request.POST.getlist("line") and not any(request.POST.getlist("to")):
        messages.error(
            request, _("No line was ticked, so nothing is booked. Choose the file again.")
        )
        return redirect("club:bank_statement", club.slug)
    lines = _read_confirmed_lines(request, club)
    if count := sum(_record_line(request, club, facts) for facts in lines):
        text = ngettext("%(count)s payment is recorded.", "%(count)s payments are recorded.", count)
        messages.success(request, text % {"count": count})
    return redirect("club:facts", club.slug)


def _read_confirmed_lines(request: MemberRequest, club: Club) -> Iterator[dict[str, Any]]:
    """Yield the signed data of the confirmed lines; `to` is the user's choice, or else the match.

    Add an error message for each line whose signature is invalid or too old.
    """
    pairs = zip(request.POST.getlist("ticket"), request.POST.getlist("to"), strict=False)
    sent = dict.fromkeys(request.POST.getlist("line"), "")
    # The user's choice for a ticked line takes precedence over the match.
    sent |= {ticket: choice for ticket, choice in pairs if choice}
    for ticket, choice in sent.items():
        try:
            facts = signing.loads(ticket, salt=SALT, max_age=DAY)
        except signing.BadSignature:
            messages.error(request, _("A line came back incomplete; choose the file again."))
            continue
        if facts["club"] == str(club.id):
            yield {**facts, "to": choice or facts.get("to", "")}


def _record_line(request: MemberRequest, club: Club, facts: dict[str, Any]) -> bool:
    """Record the payment of a confirmed line, or add an error message; return whether it worked."""
    kind, *ids = facts["to"].split(":")
    form = Submission(key=UUID(facts["key"]), by=request.user)
    try:
        if kind == "transfer" and len(ids) == 2:
            _pay_planned_transfer(club, form, facts, [UUID(part) for part in ids])
        else:
            record_payment(club_id=club.id, form=form, paid=_build_payment(club, facts, kind, ids))
    except RefusedError as refused:
        reason = " ".join(render_problem(part) for part in refused.problems)
        messages.error(request, f"{describe_confirmed_line(facts)}: {reason}")
    except (KeyReusedError, Transfer.DoesNotExist, ValueError):
        reason = _("A line was already recorded in another way; it is left as it is.")
        messages.error(request, f"{describe_confirmed_line(facts)}: {reason}")
    else:
        return True
    return False


def _pay_planned_transfer(
    club: Club, form: Submission, facts: dict[str, Any], ids: Sequence[UUID]
) -> None:
    settlement, transfer = ids
    paid = Instalment(
        amount=abs(facts["amount"]),
        day=date.fromisoformat(facts["day"]),
        how=PaymentMethod.TRANSFER,
    )
    pay_transfers(
        club_id=club.id, form=form, settlement_id=settlement, transfer_id=transfer, paid=paid
    )


def _build_payment(club: Club, facts: dict[str, Any], kind: str, ids: Sequence[str]) -> NewPayment:
    """Return the payment to record for a line.

    kind, ids: the parts of the chosen value.
    Raise ValueError if the choice is invalid.
    """
    purpose, charge_id, partner = Purpose.OTHER, None, str(PartyKind.OUTSIDE)
    if kind == "fee":
        fees = {str(fee.charge.pk): fee.charge for fee in load_money_to_match(club).fees}
        charge = fees.get(":".join(ids))
        if charge is None or facts["amount"] < 0:
            raise ValueError(kind)
        purpose, charge_id, partner = Purpose(charge.purpose), charge.pk, str(charge.player_id)
    elif kind == "player":
        partner, purpose = str(UUID(":".join(ids))), Purpose.SETTLING
    elif kind != "outside":
        raise ValueError(kind)
    parties = (
        (partner, str(PartyKind.KITTY)) if facts["amount"] > 0 else (str(PartyKind.KITTY), partner)
    )
    return NewPayment(
        currency=facts["currency"],
        amount=abs(facts["amount"]),
        payer=parties[0],
        receiver=parties[1],
        date=date.fromisoformat(facts["day"]),
        purpose=purpose,
        how=PaymentMethod.TRANSFER,
        note=facts["note"],
        charge_id=charge_id,
    )
