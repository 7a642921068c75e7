"""Downloads of the settlement of a session."""

from __future__ import annotations

from django.http import HttpResponse

from tarokk_club.club.models import Session
from tarokk_club.club.money.exports.session_settlement import (
    write_session_settlement_csv,
    write_session_settlement_xlsx,
)
from tarokk_club.club.money.queries.settlements.session_settlement import load_session_settlement
from tarokk_club.club.pages.files import CSV, XLSX, download_session_file, find_dialect
from tarokk_club.club.pages.loaders import MemberRequest, session_view
from tarokk_club.club.writing.permissions import Right


@session_view(Right.EXPORT)
def settlement_file(request: MemberRequest, session: Session) -> HttpResponse:
    """Download the settlement of a session as CSV."""
    content = write_session_settlement_csv(load_session_settlement(session), find_dialect(request))
    return download_session_file(request, session, "settlement.csv", content, CSV)


@session_view(Right.EXPORT)
def settlement_xlsx_file(request: MemberRequest, session: Session) -> HttpResponse:
    """Download the settlement of a session as an Excel workbook."""
    content = write_session_settlement_xlsx(load_session_settlement(session))
    return download_session_file(request, session, "settlement.xlsx", content, XLSX)
