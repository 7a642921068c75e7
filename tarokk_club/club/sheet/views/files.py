"""The files of a session: its hands, its postings, its document."""

from __future__ import annotations

from django.http import HttpResponse

from tarokk_club.club.base.files import CSV, JSON, dialect, session_file
from tarokk_club.club.base.loaders import MemberRequest, session_view
from tarokk_club.club.base.permissions import Right
from tarokk_club.club.base.words import ClubWords
from tarokk_club.club.models import Session
from tarokk_club.club.session.queries.evenings import evening
from tarokk_club.club.sheet.exports.document import session_document
from tarokk_club.club.sheet.exports.hands import hands_csv
from tarokk_club.club.sheet.exports.ledger import ledger_csv


@session_view(Right.EXPORT)
def hands_file(request: MemberRequest, session: Session) -> HttpResponse:
    """One row a hand."""
    whole = evening(session)
    content = hands_csv(whole, ClubWords(whole.names), dialect(request))
    return session_file(request, session, "hands.csv", content, CSV)


@session_view(Right.EXPORT)
def ledger_file(request: MemberRequest, session: Session) -> HttpResponse:
    """One row a posting, with its reason."""
    whole = evening(session)
    content = ledger_csv(whole, ClubWords(whole.names), dialect(request))
    return session_file(request, session, "ledger.csv", content, CSV)


@session_view(Right.EXPORT)
def document_file(request: MemberRequest, session: Session) -> HttpResponse:
    """The session document, to be taken in elsewhere."""
    return session_file(request, session, "session.json", session_document(evening(session)), JSON)
