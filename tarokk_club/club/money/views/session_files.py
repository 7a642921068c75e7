"""Downloads of a session's result in money."""

from __future__ import annotations

from django.http import HttpResponse

from tarokk_club.club.models import Session
from tarokk_club.club.money.exports.session_settlement import settlement_csv, settlement_xlsx
from tarokk_club.club.money.queries.session_settlement import session_settlement
from tarokk_club.club.pages.files import CSV, XLSX, dialect, download_session_file
from tarokk_club.club.pages.loaders import MemberRequest, session_view
from tarokk_club.club.writing.permissions import Right


@session_view(Right.EXPORT)
def settlement_file(request: MemberRequest, session: Session) -> HttpResponse:
    """Download what each player wins or loses, and who pays whom, as CSV."""
    content = settlement_csv(session_settlement(session), dialect(request))
    return download_session_file(request, session, "settlement.csv", content, CSV)


@session_view(Right.EXPORT)
def settlement_book_file(request: MemberRequest, session: Session) -> HttpResponse:
    """Download what each player wins or loses, and who pays whom, as a workbook."""
    content = settlement_xlsx(session_settlement(session))
    return download_session_file(request, session, "settlement.xlsx", content, XLSX)
