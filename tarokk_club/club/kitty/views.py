"""The kitty's pages: the cash book, transfers, counts, kinds, and the club's years."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tarokk_club.club.kitty.exports import cash_book_csv, cash_book_xlsx
from tarokk_club.club.kitty.forms import (
    ACCOUNTS,
    BookForm,
    CashCountForm,
    CloseYearForm,
    KindsForm,
    KittyTransferForm,
)
from tarokk_club.club.kitty.queries.cash_book import (
    CashBook,
    book_years,
    cash_book,
    kitty_currencies,
    last_counts,
)
from tarokk_club.club.kitty.queries.year_figures import closed_years, club_years, year_to_close
from tarokk_club.club.kitty.queries.year_report import YearReport, year_report
from tarokk_club.club.kitty.usecases import (
    CountedCash,
    MoneyMoved,
    choose_kinds,
    close_year,
    count_cash,
    transfer_in_kitty,
    undo_kitty_transfer,
)
from tarokk_club.club.models import Club, KittyTransfer
from tarokk_club.club.models.money import How
from tarokk_club.club.money.forms import UndoForm
from tarokk_club.club.money.queries.balances import club_balances
from tarokk_club.club.money.queries.kitty_accounts import kitty_accounts
from tarokk_club.club.money.queries.money_entries import FactFilter, load_money_entries
from tarokk_club.club.money.queries.own_money import accounts_seen, require_all_money
from tarokk_club.club.money.queries.transfer_plan import money_rules_of
from tarokk_club.club.money.usecases.payments import is_undone
from tarokk_club.club.pages.files import CSV, XLSX, decimal_separator, dialect, download_response
from tarokk_club.club.pages.loaders import Answer, MemberRequest, club_view
from tarokk_club.club.pages.responses import page, posted, submit
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.writing.log import note_export
from tarokk_club.club.writing.permissions import Right

# The lines on a page of the cash book.
LINES = 100


@club_view(Right.READ)
def kitty(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Show what is in the kitty, what it is still owed, and its newest entries."""
    seen = accounts_seen(club, request.user, request.rights)
    held = kitty_accounts(club.id)
    balances = [
        (one, _by_account(held.get(one.currency, {})))
        for one in club_balances(club, request.user.id, seen=seen)
        if one.cash or one.kitty or held.get(one.currency)
    ]
    context = {
        "club": club,
        "balances": balances,
        "facts": load_money_entries(club.id, wanted=FactFilter(kitty=True, seen=seen)),
        "sees_all": seen is None,
        "me": request.user.id,
        "rights": request.rights,
    }
    return page(request, "club/kitty/kitty.html", context)


def _by_account(held: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the name and the money of each account; cash and bank always."""
    return [
        (str(name), held.get(account, 0))
        for account, name in ACCOUNTS
        if account != How.OTHER or held.get(account)
    ]


def _wanted_book(request: MemberRequest, club: Club) -> tuple[CashBook, tuple[str, ...]]:
    """Return the cash book that the query string asks for, and the currencies of the kitty.

    Without a query it is that of the running year in the club's currency.
    """
    form = BookForm(request.GET)
    data = form.cleaned_data if form.is_valid() else {}
    codes = kitty_currencies(club.id, club.currency)
    wanted = data.get("currency") or ""
    code = wanted if wanted in codes else codes[0]
    year = data.get("year") or today(club).year
    return cash_book(club.id, code, year, account=data.get("account") or ""), codes


@club_view(Right.READ)
def book(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Show the cash book of a year, oldest line first, opened at its end."""
    require_all_money(club, request.user, request.rights)
    found, codes = _wanted_book(request, club)
    pages = Paginator(found.lines, LINES)
    context = {
        **_of_book(request, club, found, codes),
        "lines": pages.get_page(request.GET.get("page") or pages.num_pages),
    }
    return page(request, "club/kitty/book.html", context)


@club_view(Right.READ)
def book_paper(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Show the whole cash book of a year to print."""
    require_all_money(club, request.user, request.rights)
    found, codes = _wanted_book(request, club)
    query = f"?year={found.year}&currency={found.currency}&account={found.account}"
    context = {
        **_of_book(request, club, found, codes),
        "lines": found.lines,
        "size": "a4",
        "live": reverse("club:book", args=[club.slug]) + query,
        "printed_on": today(club),
    }
    return page(request, "club/kitty/papers/book.html", context)


def _of_book(
    request: MemberRequest, club: Club, cash_book: CashBook, codes: tuple[str, ...]
) -> dict[str, Any]:
    return {
        "club": club,
        "book": cash_book,
        "years": book_years(club.id, today(club)),
        "codes": codes,
        "accounts": [("", _("All accounts")), *ACCOUNTS],
        "marks": decimal_separator(request),
        "rights": request.rights,
    }


def _book_file(ending: str) -> Answer:
    """Return the view of the cash book as a file."""

    @club_view(Right.EXPORT)
    def view(request: MemberRequest, club: Club) -> HttpResponseBase:
        found, _codes = _wanted_book(request, club)
        note_export(club_id=club.id, by=request.user, file=f"cash-book.{ending}")
        name = f"{club.slug}-cash-book-{found.year}-{found.currency}.{ending}"
        if ending == "csv":
            return download_response(name, cash_book_csv(found, dialect(request)), CSV)
        return download_response(name, cash_book_xlsx(found), XLSX)

    return view


book_file, book_workbook_file = _book_file("csv"), _book_file("xlsx")


@club_view(Right.SETTLE)
def kitty_transfer_new(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Move money from one account of the kitty to another."""
    initial = {"date": today(club), "source": How.CASH, "target": How.TRANSFER}
    form = KittyTransferForm(posted(request), initial=initial)
    form.offer_currencies(kitty_currencies(club.id, club.currency))
    done = submit(
        request,
        form,
        lambda submission: transfer_in_kitty(club_id=club.id, form=submission, moved=_moved(form)),
    )
    if done:
        messages.success(request, _("The transfer is in the cash book."))
        return redirect("club:book", club.slug)
    context = {"club": club, "form": form, "held": _held(club)}
    return page(request, "club/kitty/transfer.html", context)


def _held(club: Club) -> list[tuple[str, list[tuple[str, int]]]]:
    """Return the accounts of the kitty by currency."""
    held = kitty_accounts(club.id)
    return [
        (code, _by_account(held.get(code, {}))) for code in kitty_currencies(club.id, club.currency)
    ]


def _moved(form: KittyTransferForm) -> MoneyMoved:
    data = form.cleaned_data
    return MoneyMoved(
        currency=data["currency"],
        amount=data["amount"],
        source=How(data["source"]),
        target=How(data["target"]),
        date=data["date"],
        note=data["note"],
        overdraw=data["overdraw"],
    )


@club_view(Right.READ, post=Right.SETTLE)
def kitty_transfer(request: MemberRequest, club: Club, kitty_transfer_id: UUID) -> HttpResponseBase:
    """Show a transfer between two accounts, and undo it by a counter-entry."""
    require_all_money(club, request.user, request.rights)
    rows = KittyTransfer.objects.select_related("receipt", "made_by", "reversed_by__made_by")
    transfer = get_object_or_404(rows, pk=kitty_transfer_id, club=club)
    form = UndoForm(posted(request))
    done = submit(
        request,
        form,
        lambda submission: undo_kitty_transfer(
            club_id=club.id, form=submission, transfer_id=kitty_transfer_id
        ),
    )
    if done:
        messages.success(request, _("The transfer is undone by a counter-entry."))
        return redirect("club:book", club.slug)
    names = dict(ACCOUNTS)
    context = {
        "club": club,
        "transfer": transfer,
        "accounts": (names[transfer.source], names[transfer.target]),
        "is_open": not is_undone(transfer),
        "form": form,
        "rights": request.rights,
    }
    return page(request, "club/kitty/one_transfer.html", context)


@club_view(Right.SETTLE)
def cash_count(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Enter what was counted; a difference from the book is booked with a reason."""
    form = CashCountForm(posted(request), initial={"date": today(club)})
    form.offer_currencies(kitty_currencies(club.id, club.currency))
    done = submit(
        request,
        form,
        lambda submission: count_cash(club_id=club.id, form=submission, cash=_counted(form)),
    )
    if done:
        messages.success(request, _("The count is in the cash book."))
        return redirect("club:cash_count", club.slug)
    context = {
        "club": club,
        "form": form,
        "expected": _expected(club, form),
        "counts": last_counts(club.id),
    }
    return page(request, "club/kitty/count.html", context)


def _counted(form: CashCountForm) -> CountedCash:
    data = form.cleaned_data
    return CountedCash(currency=data["currency"], counted=data["counted"], date=data["date"])


def _expected(club: Club, form: CashCountForm) -> list[tuple[str, int, int | None]]:
    """Return currency, the cash of the book, and the difference of a count that was sent."""
    data = getattr(form, "cleaned_data", {})
    day, sent = data.get("date") or today(club), data.get("counted")
    held = kitty_accounts(club.id, until=day)
    codes = kitty_currencies(club.id, club.currency)
    cash = {code: held.get(code, {}).get(How.CASH, 0) for code in codes}
    counted = {data.get("currency"): sent} if isinstance(sent, int) else {}
    return [
        (code, cash[code], counted[code] - cash[code] if code in counted else None)
        for code in codes
    ]


@club_view(Right.SETTLE)
def kinds(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Name the club's kinds of income and expense."""
    form = KindsForm(posted(request), initial={"kinds": money_rules_of(club.id).kinds})
    done = submit(
        request,
        form,
        lambda submission: choose_kinds(club_id=club.id, form=submission, kinds=form.names()),
    )
    if done:
        messages.success(request, _("The kinds are saved."))
        return redirect("club:kitty", club.slug)
    return page(request, "club/kitty/kinds.html", {"club": club, "form": form})


@club_view(Right.READ)
def years(request: MemberRequest, club: Club) -> HttpResponseBase:
    """List the years of the club, closed and open."""
    require_all_money(club, request.user, request.rights)
    day, closed = today(club), closed_years(club.id)
    found = club_years(club.id, day)
    context = {
        "club": club,
        "years": [(year, closed.get(year)) for year in found],
        "next": year_to_close(found, closed, day),
        "rights": request.rights,
    }
    return page(request, "club/kitty/years.html", context)


def _report(request: MemberRequest, club: Club, year: int) -> tuple[YearReport, bool]:
    """Return the report of a year with money, and whether it can be closed; 404 for any other."""
    require_all_money(club, request.user, request.rights)
    day = today(club)
    found = club_years(club.id, day)
    if year not in found:
        raise Http404
    closed = closed_years(club.id)
    report = year_report(club, year, closed.get(year))
    return report, year == year_to_close(found, closed, day)


@club_view(Right.READ)
def year_paper(request: MemberRequest, club: Club, year: int) -> HttpResponseBase:
    """Show the annual report of a year on one page, to read and to print."""
    return _year_page(request, club, year, "year")


@club_view(Right.READ)
def auditors_paper(request: MemberRequest, club: Club, year: int) -> HttpResponseBase:
    """Show the sheet on which two auditors note what they have checked."""
    return _year_page(request, club, year, "auditors")


def _year_page(request: MemberRequest, club: Club, year: int, name: str) -> HttpResponseBase:
    report, may_close = _report(request, club, year)
    context = {
        "club": club,
        "report": report,
        "year": year,
        "may_close": may_close,
        "size": "a4",
        "live": reverse("club:years", args=[club.slug]),
        "printed_on": today(club),
        "rights": request.rights,
    }
    return page(request, f"club/kitty/papers/{name}.html", context)


@club_view(Right.SETTLE)
def year_close(request: MemberRequest, club: Club, year: int) -> HttpResponseBase:
    """Close a year after looking at its figures."""
    report, _may_close = _report(request, club, year)
    form = CloseYearForm(posted(request), initial={"seen": report.mark})
    done = submit(
        request,
        form,
        lambda submission: close_year(
            club_id=club.id, form=submission, year=year, seen=form.cleaned_data["seen"]
        ),
    )
    if done:
        messages.success(request, _("The year %(year)s is closed.") % {"year": year})
        return redirect("club:year_paper", club.slug, year)
    if form.is_bound and form.status == 409:
        form = CloseYearForm(initial={"seen": report.mark})
        messages.error(request, _("The figures have changed meanwhile. Look at them once more."))
    context = {"club": club, "report": report, "year": year, "form": form}
    return page(request, "club/kitty/close.html", context)
