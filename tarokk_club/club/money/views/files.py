"""Downloads of money data: plain-text accounting, tables and settlements."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404

from tarokk_club.club.models import Club, Season, Settlement
from tarokk_club.club.money.exports.beancount import build_beancount_file
from tarokk_club.club.money.exports.money_ledger import build_money_ledger_table
from tarokk_club.club.money.exports.settlement import build_settlement_table
from tarokk_club.club.money.forms import DatesForm
from tarokk_club.club.money.queries.entries.journal import Journal, load_journal
from tarokk_club.club.money.queries.settlements.settlement import (
    SettlementPage,
    load_settlement_page,
)
from tarokk_club.club.money.queries.settlements.settlement_print import build_settlement_print
from tarokk_club.club.pages.files import (
    build_download,
    build_table_download,
    find_decimal_separator,
)
from tarokk_club.club.pages.loaders import MemberRequest, View, club_view
from tarokk_club.club.pages.responses import render_page
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.writing.log import log_export
from tarokk_club.club.writing.permissions import Right

TEXT = "text/plain; charset=utf-8"


@club_view(Right.EXPORT)
def show_money_downloads(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Show the downloads of the club's money, with a form for their dates."""
    return _render_downloads(request, club, DatesForm())


def _render_downloads(request: MemberRequest, club: Club, form: DatesForm) -> HttpResponseBase:
    context = {
        "club": club,
        "form": form,
        "seasons": tuple(Season.objects.filter(club=club)),
        "marks": find_decimal_separator(request),
    }
    return render_page(
        request, "club/money/files.html", context, status=422 if form.errors else 200
    )


def _build_download_view(name: str) -> View:
    """Return a view that downloads the journal between two days as a file.

    name: last part of the file name; its ending sets the format.
    """

    @club_view(Right.EXPORT)
    def download(request: MemberRequest, club: Club) -> HttpResponseBase:
        form = DatesForm(request.GET)
        if not form.is_valid():
            return _render_downloads(request, club, form)
        first, last = form.cleaned_data["first"], form.cleaned_data["last"]
        journal = load_journal(club.id, first=first, last=last)
        log_export(club_id=club.id, by=request.user, file=name)
        days = [day.isoformat() for day in (first, last) if day]
        full_name = "-".join([club.slug, *days, name])
        if name.endswith(".beancount"):
            return build_download(full_name, _build_accounting_file(club, journal), TEXT)
        return build_table_download(request, full_name, build_money_ledger_table(journal))

    return download


def _build_accounting_file(club: Club, journal: Journal) -> bytes:
    return build_beancount_file(
        journal, title=club.name, currency=club.currency, day=get_today(club)
    )


accounting_file = _build_download_view("accounting.beancount")
money_ledger_file = _build_download_view("money.csv")
money_ledger_xlsx_file = _build_download_view("money.xlsx")


@club_view(Right.EXPORT)
def download_settlement_csv(
    request: MemberRequest, club: Club, settlement_id: UUID
) -> HttpResponseBase:
    """Download the shares and transfers of a settlement as CSV."""
    settled = _load_page_or_404(request, club, settlement_id)
    return _send_settlement(request, settled, "csv")


@club_view(Right.EXPORT)
def download_settlement_xlsx(
    request: MemberRequest, club: Club, settlement_id: UUID
) -> HttpResponseBase:
    """Download the shares and transfers of a settlement as an Excel workbook."""
    settled = _load_page_or_404(request, club, settlement_id)
    return _send_settlement(request, settled, "xlsx")


def _load_page_or_404(request: MemberRequest, club: Club, settlement_id: UUID) -> SettlementPage:
    settlement = get_object_or_404(Settlement, pk=settlement_id, club=club)
    return load_settlement_page(settlement, request.user.id)


def _send_settlement(
    request: MemberRequest, settled: SettlementPage, ending: str
) -> HttpResponseBase:
    settlement = settled.settlement
    log_export(club_id=settlement.club_id, by=request.user, file=f"settlement.{ending}")
    name = f"{settlement.club.slug}-settlement-{settlement.number}.{ending}"
    table = build_settlement_table(settled, build_settlement_print(settled))
    return build_table_download(request, name, table)
