"""Receipts and yearly statements as PDF files."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from uuid import UUID

from django.http import Http404, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tarokk_club.club.formatting.numbers_and_dates import format_plain_date
from tarokk_club.club.kitty.exports import PrintedDocument, build_pdf_file
from tarokk_club.club.kitty.queries.year_figures import list_club_years
from tarokk_club.club.models import Club, Payment, Player, Season
from tarokk_club.club.money.queries.balances.own_money import find_visible_accounts
from tarokk_club.club.money.queries.balances.statements import (
    AccountStatement,
    load_account_statements,
)
from tarokk_club.club.money.queries.entries.money_entries import load_money_entry
from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.pages.files import PDF, build_download
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.writing.log import log_export
from tarokk_club.club.writing.permissions import Right


@club_view(Right.READ)
def download_receipt(request: MemberRequest, club: Club, fact_id: UUID) -> HttpResponseBase:
    """Download the receipt of a payment from or to the kitty."""
    visible = find_visible_accounts(club, request.user, request.rights)
    row = load_money_entry(club.id, fact_id, visible=visible)
    if row is None or not row.has_receipt:
        raise Http404
    rows = Payment.objects.select_related("receipt", "payer", "receiver")
    payment = get_object_or_404(rows, pk=fact_id, club=club, receipt__isnull=False)
    number = payment.receipt.number
    content = build_pdf_file(
        [_build_receipt(club, payment)],
        title=_("Receipt %(number)s") % {"number": number},
        language=get_language() or "en",
    )
    return build_download(f"{club.slug}-receipt-{number}.pdf", content, PDF)


def _build_receipt(club: Club, payment: Payment) -> PrintedDocument:
    """Return the receipt of a payment as a document."""
    context = {
        "club": club,
        "payment": payment,
        "receipt": payment.receipt,
        "purpose": (payment.purpose, payment.receipt.kind),
        # A line break in the note would add a line to the receipt.
        "note": " ".join(payment.note.split()),
    }
    lines = render_to_string("club/kitty/papers/receipt.txt", context).strip().split("\n")
    return PrintedDocument(tuple(lines[:2]), texts=tuple(lines[2:]))


@club_view(Right.EXPORT)
def download_statements(request: MemberRequest, club: Club, year: int) -> HttpResponseBase:
    """Download the statements of all players for a year as a single PDF file."""
    if year not in list_club_years(club.id, get_today(club)):
        raise Http404
    log_export(club_id=club.id, by=request.user, file=f"statements-{year}.pdf")
    title = _("Statements of %(year)s") % {"year": year}
    content = build_pdf_file(
        _build_statements(club, year), title=title, language=get_language() or "en"
    )
    return build_download(f"{club.slug}-statements-{year}.pdf", content, PDF)


def _build_statements(club: Club, year: int) -> Iterator[PrintedDocument]:
    """Yield the statements of the year by player and currency, then a closing page."""
    span = Season(club=club, starts=date(year, 1, 1), ends=date(year, 12, 31))
    players = Player.objects.filter(club=club).select_related("club")
    for player in sorted(players, key=lambda player: build_sort_key(player.name)):
        for statement in load_account_statements(player, span):
            if statement.lines or statement.opening or statement.closing:
                yield _build_statement(club, player, statement, year)
    day = format_plain_date(get_today(club))
    ending = _("All members are listed that had an entry or a balance in the year.")
    heading = (club.name, _("Statements of %(year)s") % {"year": year})
    yield PrintedDocument(heading, texts=(ending, _("Printed on %(day)s.") % {"day": day}))


def _build_statement(
    club: Club, player: Player, statement: AccountStatement, year: int
) -> PrintedDocument:
    text = render_to_string("club/kitty/papers/statement.txt", {"one": statement})
    rows = tuple(tuple(line.split("\t")) for line in text.strip("\n").split("\n"))
    legend = _("Above zero the player is still owed, below zero the player still owes.")
    about = _("Statement of %(year)s, in %(currency)s") % {
        "year": year,
        "currency": statement.currency,
    }
    return PrintedDocument(
        (club.name, player.name, about), rows, (legend,), widths=(22, 42, 18, 18)
    )
