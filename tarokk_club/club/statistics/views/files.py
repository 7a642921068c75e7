"""Downloads of the standings of a club."""

from __future__ import annotations

from django.http import HttpResponse

from tarokk_club.club.models import Club
from tarokk_club.club.names.player_names import names_in
from tarokk_club.club.pages.files import CSV, XLSX, dialect, download_response
from tarokk_club.club.pages.fragment_cache import cache_key, cached
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.seasons.queries.season_totals import stamp_of
from tarokk_club.club.statistics.exports import standings_csv, standings_xlsx
from tarokk_club.club.statistics.queries.standings import standings
from tarokk_club.club.writing.log import note_export
from tarokk_club.club.writing.permissions import Right


def standings_key(club: Club, *reader: object) -> str:
    """Return the cache key of the standings over all seasons."""
    names = sorted(names_in(club.id).items())
    return cache_key(
        "standings", club.id, stamp_of(club.sessions.all()), club.erased, names, *reader
    )


@club_view(Right.EXPORT)
def standings_file(request: MemberRequest, club: Club) -> HttpResponse:
    """Download the standings over all sessions as CSV."""
    kind = dialect(request)
    content = cached(standings_key(club, kind), lambda: standings_csv(standings(club), kind))
    note_export(club_id=club.id, by=request.user, file="standings.csv")
    return download_response(f"{club.slug}-standings.csv", content, CSV)


@club_view(Right.EXPORT)
def standings_book_file(request: MemberRequest, club: Club) -> HttpResponse:
    """Download the standings over all sessions as an XLSX workbook."""
    note_export(club_id=club.id, by=request.user, file="standings.xlsx")
    return download_response(f"{club.slug}-standings.xlsx", standings_xlsx(standings(club)), XLSX)
