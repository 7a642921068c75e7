"""The files that a treasurer or an owner takes away."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import get_language

from tarokk_club.club.base.fragment_cache import cached
from tarokk_club.club.base.loaders import MemberRequest, club_view, session_view
from tarokk_club.club.base.note_export import note_export
from tarokk_club.club.base.permissions import Right
from tarokk_club.club.base.spreadsheet import Dialect, dialect_of, marks_of
from tarokk_club.club.base.words import ClubWords
from tarokk_club.club.exports.archive import KIND, club_archive
from tarokk_club.club.models import Club, Session
from tarokk_club.club.money.exports.session_settlement import settlement_csv, settlement_xlsx
from tarokk_club.club.money.queries.session_settlement import session_settlement
from tarokk_club.club.session.queries.evenings import evening
from tarokk_club.club.sheet.exports.document import session_document
from tarokk_club.club.sheet.exports.hands import hands_csv
from tarokk_club.club.sheet.exports.ledger import ledger_csv
from tarokk_club.club.statistics.exports import standings_csv, standings_xlsx
from tarokk_club.club.statistics.fragments import standings_key
from tarokk_club.club.statistics.queries.standings import standings

CSV = "text/csv; charset=utf-8"
JSON = "application/json"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@session_view(Right.EXPORT)
def settlement_file(request: MemberRequest, session: Session) -> HttpResponse:
    """What each player wins or loses, and who pays whom."""
    content = settlement_csv(session_settlement(session), dialect(request))
    return _file(request, session, "settlement.csv", content, CSV)


@session_view(Right.EXPORT)
def settlement_book_file(request: MemberRequest, session: Session) -> HttpResponse:
    """The same as a workbook."""
    content = settlement_xlsx(session_settlement(session))
    return _file(request, session, "settlement.xlsx", content, XLSX)


@session_view(Right.EXPORT)
def hands_file(request: MemberRequest, session: Session) -> HttpResponse:
    """One row a hand."""
    whole = evening(session)
    content = hands_csv(whole, ClubWords(whole.names), dialect(request))
    return _file(request, session, "hands.csv", content, CSV)


@session_view(Right.EXPORT)
def ledger_file(request: MemberRequest, session: Session) -> HttpResponse:
    """One row a posting, with its reason."""
    whole = evening(session)
    content = ledger_csv(whole, ClubWords(whole.names), dialect(request))
    return _file(request, session, "ledger.csv", content, CSV)


@session_view(Right.EXPORT)
def document_file(request: MemberRequest, session: Session) -> HttpResponse:
    """The session document, to be taken in elsewhere."""
    return _file(request, session, "session.json", session_document(evening(session)), JSON)


@club_view(Right.EXPORT)
def standings_file(request: MemberRequest, club: Club) -> HttpResponse:
    """The standings over all sessions."""
    kind = dialect(request)
    content = cached(standings_key(club, kind), lambda: standings_csv(standings(club), kind))
    note_export(club_id=club.id, by=request.user, file="standings.csv")
    return file_answer(f"{club.slug}-standings.csv", content, CSV)


@club_view(Right.MEMBERS)
def archive_file(request: MemberRequest, club: Club) -> HttpResponse:
    """The whole club, to be taken in on another site."""
    content = club_archive(club.id)
    note_export(club_id=club.id, by=request.user, file="archive.zip")
    return file_answer(f"{club.slug}-archive.zip", content, KIND)


@club_view(Right.EXPORT)
def standings_book_file(request: MemberRequest, club: Club) -> HttpResponse:
    """The same as a workbook."""
    note_export(club_id=club.id, by=request.user, file="standings.xlsx")
    return file_answer(f"{club.slug}-standings.xlsx", standings_xlsx(standings(club)), XLSX)


def marks_wanted(request: HttpRequest) -> str:
    """Whether tables are taken away with decimal commas or points."""
    return marks_of(get_language() or "en", request.GET.get("marks", ""))


def dialect(request: HttpRequest) -> Dialect:
    """How tables are written for this reader."""
    return dialect_of(get_language() or "en", marks_wanted(request))


def _file(
    request: MemberRequest, session: Session, name: str, content: bytes, kind: str
) -> HttpResponse:
    """A file of a session; the log of the club remembers who took it."""
    user, club_id = request.user, session.club_id
    note_export(club_id=club_id, by=user, file=name, session_id=session.id)
    table = slugify(session.table_name)[:40]
    parts = [session.date.isoformat(), *([table] if table else []), name]
    return file_answer("-".join(parts), content, kind)


def file_answer(name: str, content: bytes, kind: str) -> HttpResponse:
    """An answer that is saved and never shown; its name says what it holds."""
    disposition = content_disposition_header(as_attachment=True, filename=name)
    return HttpResponse(
        content, content_type=kind, headers={"Content-Disposition": disposition or "attachment"}
    )
