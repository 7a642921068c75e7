"""Downloads of a club's money: plain-text accounting, tables and settlements."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404

from tarokk_club.club.models import Club, Season, Settlement
from tarokk_club.club.money.exports.beancount import write_beancount
from tarokk_club.club.money.exports.money_ledger import (
    write_money_ledger_csv,
    write_money_ledger_xlsx,
)
from tarokk_club.club.money.exports.settlement import write_settlement_csv, write_settlement_xlsx
from tarokk_club.club.money.forms import DatesForm
from tarokk_club.club.money.queries.entries.journal import Journal, load_journal
from tarokk_club.club.money.queries.settlements.settlement import (
    SettlementPage,
    load_settlement_page,
)
from tarokk_club.club.money.queries.settlements.settlement_print import build_settlement_print
from tarokk_club.club.pages.files import (
    CSV,
    XLSX,
    build_download,
    find_decimal_separator,
    find_dialect,
)
from tarokk_club.club.pages.loaders import Answer, MemberRequest, club_view
from tarokk_club.club.pages.responses import render_page
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.writing.log import log_export
from tarokk_club.club.writing.permissions import Right

TEXT = "text/plain; charset=utf-8"
Write = Callable[[HttpRequest, Club, Journal], bytes]


@club_view(Right.EXPORT)
def money_files(request: MemberRequest, club: Club) -> HttpResponseBase:
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


def _build_download_view(name: str, kind: str, write: Write) -> Answer:
    """Return a view that downloads the journal between two days as a file.

    name: last part of the file name.
    kind: content type.
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
        return build_download(
            "-".join([club.slug, *days, name]), write(request, club, journal), kind
        )

    return download


def _write_accounting(_request: HttpRequest, club: Club, journal: Journal) -> bytes:
    return write_beancount(journal, title=club.name, currency=club.currency, day=get_today(club))


def _write_table(request: HttpRequest, _club: Club, journal: Journal) -> bytes:
    return write_money_ledger_csv(journal, find_dialect(request))


def _write_workbook(_request: HttpRequest, _club: Club, journal: Journal) -> bytes:
    return write_money_ledger_xlsx(journal)


accounting_file = _build_download_view("accounting.beancount", TEXT, _write_accounting)
money_ledger_file = _build_download_view("money.csv", CSV, _write_table)
money_ledger_xlsx_file = _build_download_view("money.xlsx", XLSX, _write_workbook)


@club_view(Right.EXPORT)
def settled_file(request: MemberRequest, club: Club, settlement_id: UUID) -> HttpResponseBase:
    """Download the shares and transfers of a settlement as CSV."""
    settled = _load_page_or_404(request, club, settlement_id)
    content = write_settlement_csv(settled, build_settlement_print(settled), find_dialect(request))
    return _send_settlement(request, settled, content, CSV)


@club_view(Right.EXPORT)
def settled_xlsx_file(request: MemberRequest, club: Club, settlement_id: UUID) -> HttpResponseBase:
    """Download the shares and transfers of a settlement as an Excel workbook."""
    settled = _load_page_or_404(request, club, settlement_id)
    content = write_settlement_xlsx(settled, build_settlement_print(settled))
    return _send_settlement(request, settled, content, XLSX)


def _load_page_or_404(request: MemberRequest, club: Club, settlement_id: UUID) -> SettlementPage:
    settlement = get_object_or_404(Settlement, pk=settlement_id, club=club)
    return load_settlement_page(settlement, request.user.id)


def _send_settlement(
    request: MemberRequest, settled: SettlementPage, content: bytes, kind: str
) -> HttpResponseBase:
    settlement, ending = settled.settlement, "csv" if kind == CSV else "xlsx"
    log_export(club_id=settlement.club_id, by=request.user, file=f"settlement.{ending}")
    return build_download(
        f"{settlement.club.slug}-settlement-{settlement.number}.{ending}", content, kind
    )
