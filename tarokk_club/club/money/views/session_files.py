"""Downloads of the settlement of a session."""

from __future__ import annotations

from django.http import HttpResponse

from tarokk_club.club.models import Session
from tarokk_club.club.money.exports.session_settlement import build_session_settlement_table
from tarokk_club.club.money.queries.settlements.session_settlement import load_session_settlement
from tarokk_club.club.pages.files import download_session_table
from tarokk_club.club.pages.loaders import MemberRequest, session_view
from tarokk_club.club.writing.permissions import Right


@session_view(Right.EXPORT)
def download_session_settlement_csv(request: MemberRequest, session: Session) -> HttpResponse:
    """Download the settlement of a session as CSV."""
    table = build_session_settlement_table(load_session_settlement(session))
    return download_session_table(request, session, "settlement.csv", table)


@session_view(Right.EXPORT)
def download_session_settlement_xlsx(request: MemberRequest, session: Session) -> HttpResponse:
    """Download the settlement of a session as an Excel workbook."""
    table = build_session_settlement_table(load_session_settlement(session))
    return download_session_table(request, session, "settlement.xlsx", table)
