"""The kitty's pages: cash book, transfers, cash counts and kinds of entries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tarokk_club.club.kitty.exports import build_cash_book_table
from tarokk_club.club.kitty.forms import (
    ACCOUNTS,
    CashBookForm,
    CashCountForm,
    KindsForm,
    KittyTransferForm,
)
from tarokk_club.club.kitty.queries.cash_book import (
    CashBook,
    list_cash_book_years,
    list_kitty_currencies,
    load_cash_book,
    load_last_cash_counts,
)
from tarokk_club.club.kitty.usecases import (
    AccountTransfer,
    CountedCash,
    record_kitty_transfer,
    save_cash_count,
    set_money_kinds,
    undo_kitty_transfer,
)
from tarokk_club.club.models import Club, KittyTransfer
from tarokk_club.club.models.money import PaymentMethod
from tarokk_club.club.money.forms import UndoForm
from tarokk_club.club.money.queries.balances.club_balances import load_club_balances
from tarokk_club.club.money.queries.balances.own_money import (
    find_visible_accounts,
    require_all_money,
)
from tarokk_club.club.money.queries.entries.kitty_accounts import sum_kitty_accounts
from tarokk_club.club.money.queries.entries.money_entries import (
    MoneyEntryQuery,
    is_undone_or_counter_entry,
    load_money_entries,
)
from tarokk_club.club.money.queries.money_rules import load_money_rules
from tarokk_club.club.pages.files import (
    build_table_download,
    find_decimal_separator,
)
from tarokk_club.club.pages.loaders import MemberRequest, View, club_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.writing.log import log_export
from tarokk_club.club.writing.permissions import Right

# The number of lines on a page of the cash book.
LINES = 100


@club_view(Right.READ)
def show_kitty(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Show the kitty's balances and its newest entries."""
    visible = find_visible_accounts(club, request.user, request.rights)
    held = sum_kitty_accounts(club.id)
    balances = [
        (balance, _list_accounts(held.get(balance.currency, {})))
        for balance in load_club_balances(club, request.user.id, visible=visible)
        if balance.cash or balance.kitty or held.get(balance.currency)
    ]
    context = {
        "club": club,
        "balances": balances,
        "facts": load_money_entries(club.id, wanted=MoneyEntryQuery(kitty=True, visible=visible)),
        "sees_all": visible is None,
        "me": request.user.id,
        "rights": request.rights,
    }
    return render_page(request, "club/kitty/kitty.html", context)


def _list_accounts(held: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the name and balance of each account; leave out "Other" if it is empty."""
    return [
        (str(name), held.get(account, 0))
        for account, name in ACCOUNTS
        if account != PaymentMethod.OTHER or held.get(account)
    ]


def _load_requested_book(request: MemberRequest, club: Club) -> tuple[CashBook, tuple[str, ...]]:
    """Return the cash book that the query string selects, and the currencies of the kitty.

    The default is the current year in the club's currency.
    """
    form = CashBookForm(request.GET)
    data = form.cleaned_data if form.is_valid() else {}
    codes = list_kitty_currencies(club.id, club.currency)
    wanted = data.get("currency") or ""
    code = wanted if wanted in codes else codes[0]
    year = data.get("year") or get_today(club).year
    return load_cash_book(club.id, code, year, account=data.get("account") or ""), codes


@club_view(Right.READ)
def show_cash_book(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Show a page of the cash book of a year, oldest line first; by default the last page."""
    require_all_money(club, request.user, request.rights)
    cash_book, codes = _load_requested_book(request, club)
    pages = Paginator(cash_book.lines, LINES)
    context = {
        **_build_book_context(request, club, cash_book, codes),
        "lines": pages.get_page(request.GET.get("page") or pages.num_pages),
    }
    return render_page(request, "club/kitty/book.html", context)


@club_view(Right.READ)
def show_cash_book_print(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Show a printable page with the whole cash book of a year."""
    require_all_money(club, request.user, request.rights)
    cash_book, codes = _load_requested_book(request, club)
    query = f"?year={cash_book.year}&currency={cash_book.currency}&account={cash_book.account}"
    context = {
        **_build_book_context(request, club, cash_book, codes),
        "lines": cash_book.lines,
        "size": "a4",
        "live": reverse("club:book", args=[club.slug]) + query,
        "printed_on": get_today(club),
    }
    return render_page(request, "club/kitty/papers/book.html", context)


def _build_book_context(
    request: MemberRequest, club: Club, cash_book: CashBook, codes: tuple[str, ...]
) -> dict[str, Any]:
    return {
        "club": club,
        "book": cash_book,
        "years": list_cash_book_years(club.id, get_today(club)),
        "codes": codes,
        "accounts": [("", _("All accounts")), *ACCOUNTS],
        "marks": find_decimal_separator(request),
        "rights": request.rights,
    }


def _build_download_view(ending: str) -> View:
    """Return a view that downloads the cash book as a file of this type."""

    @club_view(Right.EXPORT)
    def download(request: MemberRequest, club: Club) -> HttpResponseBase:
        cash_book, _codes = _load_requested_book(request, club)
        log_export(club_id=club.id, by=request.user, file=f"cash-book.{ending}")
        name = f"{club.slug}-cash-book-{cash_book.year}-{cash_book.currency}.{ending}"
        return build_table_download(request, name, build_cash_book_table(cash_book))

    return download


book_file, book_xlsx_file = _build_download_view("csv"), _build_download_view("xlsx")


@club_view(Right.SETTLE)
def add_kitty_transfer(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Move money from one account of the kitty to another."""
    initial = {
        "date": get_today(club),
        "source": PaymentMethod.CASH,
        "target": PaymentMethod.TRANSFER,
    }
    form = KittyTransferForm(read_post(request), initial=initial)
    form.offer_currencies(list_kitty_currencies(club.id, club.currency))
    saved = submit(
        request,
        form,
        lambda submission: record_kitty_transfer(
            club_id=club.id, form=submission, moved=_read_transfer(form)
        ),
    )
    if saved:
        messages.success(request, _("The transfer is in the cash book."))
        return _redirect_to_book(club, saved)
    context = {"club": club, "form": form, "held": _list_balances(club)}
    return render_page(request, "club/kitty/transfer.html", context)


def _redirect_to_book(club: Club, transfer: KittyTransfer) -> HttpResponseBase:
    """Redirect to the cash book that contains the transfer."""
    book = reverse("club:book", args=[club.slug])
    return redirect(f"{book}?year={transfer.date.year}&currency={transfer.currency}")


def _list_balances(club: Club) -> list[tuple[str, list[tuple[str, int]]]]:
    """Return each currency with the names and balances of the kitty's accounts."""
    held = sum_kitty_accounts(club.id)
    return [
        (code, _list_accounts(held.get(code, {})))
        for code in list_kitty_currencies(club.id, club.currency)
    ]


def _read_transfer(form: KittyTransferForm) -> AccountTransfer:
    data = form.cleaned_data
    return AccountTransfer(
        currency=data["currency"],
        amount=data["amount"],
        source=PaymentMethod(data["source"]),
        target=PaymentMethod(data["target"]),
        date=data["date"],
        note=data["note"],
        overdraw=data["overdraw"],
    )


@club_view(Right.READ, post=Right.SETTLE)
def manage_kitty_transfer(
    request: MemberRequest, club: Club, kitty_transfer_id: UUID
) -> HttpResponseBase:
    """Show a transfer between two accounts; a POST undoes it by a counter-entry."""
    require_all_money(club, request.user, request.rights)
    rows = KittyTransfer.objects.select_related("receipt", "made_by", "reversed_by__made_by")
    transfer = get_object_or_404(rows, pk=kitty_transfer_id, club=club)
    form = UndoForm(read_post(request))
    undone = submit(
        request,
        form,
        lambda submission: undo_kitty_transfer(
            club_id=club.id, form=submission, transfer_id=kitty_transfer_id
        ),
    )
    if undone:
        messages.success(request, _("The transfer is undone by a counter-entry."))
        return _redirect_to_book(club, undone)
    names = dict(ACCOUNTS)
    context = {
        "club": club,
        "transfer": transfer,
        "accounts": (names[transfer.source], names[transfer.target]),
        "is_open": not is_undone_or_counter_entry(transfer),
        "form": form,
        "rights": request.rights,
    }
    return render_page(request, "club/kitty/one_transfer.html", context)


@club_view(Right.SETTLE)
def add_cash_count(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Record a count of the cash, with a reason for any difference."""
    form = CashCountForm(read_post(request), initial={"date": get_today(club)})
    form.offer_currencies(list_kitty_currencies(club.id, club.currency))
    saved = submit(
        request,
        form,
        lambda submission: save_cash_count(
            club_id=club.id, form=submission, cash=_read_count(form)
        ),
    )
    if saved:
        messages.success(request, _("The count is in the cash book."))
        return redirect("club:cash_count", club.slug)
    context = {
        "club": club,
        "form": form,
        "expected": _list_expected_cash(club, form),
        "counts": load_last_cash_counts(club.id),
    }
    return render_page(request, "club/kitty/count.html", context)


def _read_count(form: CashCountForm) -> CountedCash:
    data = form.cleaned_data
    return CountedCash(currency=data["currency"], counted=data["counted"], date=data["date"])


def _list_expected_cash(club: Club, form: CashCountForm) -> list[tuple[str, int, int | None]]:
    """Return each currency with its recorded cash and the difference of a submitted count.

    The difference is None for currencies without a submitted count.
    """
    data = getattr(form, "cleaned_data", {})
    day, sent = data.get("date") or get_today(club), data.get("counted")
    held = sum_kitty_accounts(club.id, until=day)
    codes = list_kitty_currencies(club.id, club.currency)
    cash = {code: held.get(code, {}).get(PaymentMethod.CASH, 0) for code in codes}
    counted = {data.get("currency"): sent} if isinstance(sent, int) else {}
    return [
        (code, cash[code], counted[code] - cash[code] if code in counted else None)
        for code in codes
    ]


@club_view(Right.SETTLE)
def edit_money_kinds(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Edit the club's kinds of income and expense."""
    form = KindsForm(read_post(request), initial={"kinds": load_money_rules(club.id).kinds})
    saved = submit(
        request,
        form,
        lambda submission: set_money_kinds(
            club_id=club.id, form=submission, kinds=form.read_kinds()
        ),
    )
    if saved:
        messages.success(request, _("The kinds are saved."))
        return redirect("club:kitty", club.slug)
    return render_page(request, "club/kitty/kinds.html", {"club": club, "form": form})
