"""Downloads: content types, file names and number formats."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import get_language

from tarokk_club.club.models import Session
from tarokk_club.club.pages.loaders import MemberRequest
from tarokk_club.club.tables.spreadsheet_csv import (
    Dialect,
    choose_decimal_separator,
    choose_dialect,
)
from tarokk_club.club.tables.table import Table
from tarokk_club.club.tables.workbook import build_xlsx
from tarokk_club.club.writing.log import log_export

CSV = "text/csv; charset=utf-8"

JSON = "application/json"

PDF = "application/pdf"

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def find_decimal_separator(request: HttpRequest) -> str:
    """Return the decimal separator for downloaded tables: "comma" or "point"."""
    return choose_decimal_separator(get_language() or "en", request.GET.get("marks", ""))


def find_dialect(request: HttpRequest) -> Dialect:
    """Return the CSV dialect for the request's language and decimal separator."""
    return choose_dialect(get_language() or "en", find_decimal_separator(request))


def download_session_file(
    request: MemberRequest, session: Session, name: str, content: bytes, kind: str
) -> HttpResponse:
    """Log the download of a session's file, and return the response with the file.

    name: the end of the file name, after the date and the table.
    """
    user, club_id = request.user, session.club_id
    log_export(club_id=club_id, by=user, file=name, session_id=session.id)
    return build_download(f"{_build_session_file_name(session)}-{name}", content, kind)


def download_session_table(
    request: MemberRequest, session: Session, name: str, table: Table
) -> HttpResponse:
    """Log the download of a session's table, and return the response with the file."""
    return download_session_file(request, session, name, *render_table_file(request, name, table))


def build_table_download(request: HttpRequest, name: str, table: Table) -> HttpResponse:
    """Return a response that downloads the table, in the format of the name's ending."""
    return build_download(name, *render_table_file(request, name, table))


def render_table_file(request: HttpRequest, name: str, table: Table) -> tuple[bytes, str]:
    """Return the content of a table's file, and its content type.

    name: file name; its ending selects the format.
    """
    if name.endswith(".xlsx"):
        return build_xlsx(table), XLSX
    return table.build_csv(find_dialect(request)), CSV


def build_download(name: str, content: bytes, kind: str) -> HttpResponse:
    """Return a response that downloads the content as a file with this name."""
    disposition = content_disposition_header(as_attachment=True, filename=name)
    return HttpResponse(
        content, content_type=kind, headers={"Content-Disposition": disposition or "attachment"}
    )


def _build_session_file_name(session: Session) -> str:
    """Return the base name of a session's files: date, table, and a number if not unique."""
    table = _build_table_slug(session)
    sessions = Session.objects.filter(club=session.club_id, date=session.date, binned_at=None)
    alike = [
        row.pk for row in sessions.order_by("created_at", "pk") if _build_table_slug(row) == table
    ]
    parts = [session.date.isoformat(), *([table] if table else [])]
    if len(alike) > 1 and session.pk in alike:
        parts.append(str(alike.index(session.pk) + 1))
    return "-".join(parts)


def _build_table_slug(session: Session) -> str:
    return slugify(session.table_name)[:40]
