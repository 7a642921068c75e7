"""Downloads of the money book: plain-text accounting, and a table."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404

from tarokk_club.club.models import Club, Season, Settlement
from tarokk_club.club.money.exports.accounting import write_beancount
from tarokk_club.club.money.exports.money_ledger import money_ledger_csv, money_ledger_xlsx
from tarokk_club.club.money.exports.settlement import settled_csv, settled_xlsx
from tarokk_club.club.money.forms import DatesForm
from tarokk_club.club.money.queries.journal import Journal, journal
from tarokk_club.club.money.queries.settlement import SettlementPage, settlement_page
from tarokk_club.club.money.queries.settlement_papers import settled_paper
from tarokk_club.club.pages.files import CSV, XLSX, decimal_separator, dialect, download_response
from tarokk_club.club.pages.loaders import Answer, MemberRequest, club_view
from tarokk_club.club.pages.responses import page
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.writing.log import note_export
from tarokk_club.club.writing.permissions import Right

TEXT = "text/plain; charset=utf-8"
Write = Callable[[HttpRequest, Club, Journal], bytes]


@club_view(Right.EXPORT)
def money_files(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Choose the files of the money book and their dates."""
    return _render_downloads(request, club, DatesForm())


def _render_downloads(request: MemberRequest, club: Club, form: DatesForm) -> HttpResponseBase:
    context = {
        "club": club,
        "form": form,
        "seasons": Season.objects.filter(club=club),
        "marks": decimal_separator(request),
    }
    return page(request, "club/money/files.html", context, status=422 if form.errors else 200)


def _file(name: str, kind: str, write: Write) -> Answer:
    """Return the view of one kind of file, with the entries between two days."""

    @club_view(Right.EXPORT)
    def view(request: MemberRequest, club: Club) -> HttpResponseBase:
        form = DatesForm(request.GET)
        if not form.is_valid():
            return _render_downloads(request, club, form)
        first, last = form.cleaned_data["first"], form.cleaned_data["last"]
        found = journal(club.id, first=first, last=last)
        note_export(club_id=club.id, by=request.user, file=name)
        days = [day.isoformat() for day in (first, last) if day]
        return download_response(
            "-".join([club.slug, *days, name]), write(request, club, found), kind
        )

    return view


def _accounting(_request: HttpRequest, club: Club, journal: Journal) -> bytes:
    return write_beancount(journal, title=club.name, currency=club.currency, day=today(club))


def _table(request: HttpRequest, _club: Club, journal: Journal) -> bytes:
    return money_ledger_csv(journal, dialect(request))


def _workbook(_request: HttpRequest, _club: Club, journal: Journal) -> bytes:
    return money_ledger_xlsx(journal)


accounting_file = _file("accounting.beancount", TEXT, _accounting)
money_ledger_file = _file("money.csv", CSV, _table)
money_ledger_book_file = _file("money.xlsx", XLSX, _workbook)


@club_view(Right.EXPORT)
def settled_file(request: MemberRequest, club: Club, settlement_id: UUID) -> HttpResponseBase:
    """Download a settlement as CSV: each account's result, and who pays whom."""
    found = _settled(request, club, settlement_id)
    content = settled_csv(found, settled_paper(found), dialect(request))
    return _settled_answer(request, found, content, CSV)


@club_view(Right.EXPORT)
def settled_book_file(request: MemberRequest, club: Club, settlement_id: UUID) -> HttpResponseBase:
    """Download a settlement as a workbook."""
    found = _settled(request, club, settlement_id)
    content = settled_xlsx(found, settled_paper(found))
    return _settled_answer(request, found, content, XLSX)


def _settled(request: MemberRequest, club: Club, settlement_id: UUID) -> SettlementPage:
    settlement = get_object_or_404(Settlement, pk=settlement_id, club=club)
    return settlement_page(settlement, request.user.id)


def _settled_answer(
    request: MemberRequest, settlement: SettlementPage, content: bytes, kind: str
) -> HttpResponseBase:
    one, ending = settlement.settlement, "csv" if kind == CSV else "xlsx"
    note_export(club_id=one.club_id, by=request.user, file=f"settlement.{ending}")
    return download_response(f"{one.club.slug}-settlement-{one.number}.{ending}", content, kind)
