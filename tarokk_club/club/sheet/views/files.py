"""Downloads: the files of a session, the hands of a season or club, the points of a season."""

from __future__ import annotations

from tempfile import TemporaryFile
from uuid import UUID

from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404

from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.models import Club, Season, Session
from tarokk_club.club.pages.export_throttle import limit_to_one_export
from tarokk_club.club.pages.files import CSV, JSON, download_session_file, find_dialect
from tarokk_club.club.pages.loaders import MemberRequest, club_view, session_view
from tarokk_club.club.session.queries.sessions.session_outcomes import load_session_outcome
from tarokk_club.club.sheet.exports.document import build_session_document
from tarokk_club.club.sheet.exports.points_table import write_points_table
from tarokk_club.club.sheet.exports.tables import (
    build_hands_csv,
    build_ledger_csv,
    write_hand_tables,
)
from tarokk_club.club.writing.log import log_export
from tarokk_club.club.writing.permissions import Right


@session_view(Right.EXPORT)
def download_hands(request: MemberRequest, session: Session) -> HttpResponse:
    """Download the hands as CSV, one row for each event; `terms=keys` selects untranslated keys."""
    content = build_hands_csv(
        load_session_outcome(session), find_dialect(request), keys=_wants_keys(request)
    )
    return download_session_file(request, session, "hands.csv", content, CSV)


@session_view(Right.EXPORT)
def download_ledger(request: MemberRequest, session: Session) -> HttpResponse:
    """Download the postings as CSV, one row each with its reason."""
    outcome = load_session_outcome(session)
    content = build_ledger_csv(outcome, ClubWords(outcome.names), find_dialect(request))
    return download_session_file(request, session, "ledger.csv", content, CSV)


@session_view(Right.EXPORT)
def download_document(request: MemberRequest, session: Session) -> HttpResponse:
    """Download the session document, which another installation can import."""
    return download_session_file(
        request,
        session,
        "session.json",
        build_session_document(load_session_outcome(session)),
        JSON,
    )


@club_view(Right.EXPORT)
@limit_to_one_export
def download_club_hands(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Download all hands of the club as a ZIP, with one data table for each game."""
    return _send_hand_tables(request, club, f"{club.slug}-hands.zip")


@club_view(Right.EXPORT)
@limit_to_one_export
def download_season_hands(request: MemberRequest, club: Club, season_id: UUID) -> HttpResponseBase:
    """Download all hands of a season as a ZIP, with one data table for each game."""
    season = get_object_or_404(Season, pk=season_id, club=club)
    return _send_hand_tables(request, club, f"{club.slug}-{season.starts}-hands.zip", season.id)


@club_view(Right.EXPORT)
@limit_to_one_export
def download_season_points(request: MemberRequest, club: Club, season_id: UUID) -> HttpResponseBase:
    """Download the points of a season in long form, a row for each player and event."""
    season = get_object_or_404(Season, pk=season_id, club=club)
    out = TemporaryFile()  # noqa: SIM115 - the response closes it
    write_points_table(out, find_dialect(request), season)
    out.seek(0)
    log_export(club_id=club.id, by=request.user, file="points.csv")
    name = f"{club.slug}-{season.starts}-points.csv"
    return FileResponse(out, as_attachment=True, filename=name, content_type=CSV)


def _send_hand_tables(
    request: MemberRequest, club: Club, name: str, season_id: UUID | None = None
) -> HttpResponseBase:
    # Write to an unnamed file first, so a slow client keeps no transaction open.
    out = TemporaryFile()  # noqa: SIM115 - the response closes it
    write_hand_tables(
        out, find_dialect(request), club_id=club.id, season_id=season_id, keys=_wants_keys(request)
    )
    out.seek(0)
    log_export(club_id=club.id, by=request.user, file="hands.zip")
    return FileResponse(out, as_attachment=True, filename=name, content_type="application/zip")


def _wants_keys(request: HttpRequest) -> bool:
    """Return whether the request asks for the document's keys instead of translated terms."""
    return request.GET.get("terms") == "keys"
