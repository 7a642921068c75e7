"""Downloads of the standings of a club."""

from __future__ import annotations

from django.http import HttpResponse

from tarokk_club.club.models import Club
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.pages.files import (
    CSV,
    build_download,
    build_table_download,
    find_dialect,
)
from tarokk_club.club.pages.fragment_cache import build_cache_key, get_or_compute
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.seasons.queries.season_totals import load_club_stamp
from tarokk_club.club.statistics.exports import build_standings_table
from tarokk_club.club.statistics.queries.standings import load_club_standings
from tarokk_club.club.writing.log import log_export
from tarokk_club.club.writing.permissions import Right


def compute_standings_key(club: Club, *reader: object) -> str:
    """Return the cache key of the standings over all sessions.

    reader: values that depend on the request, such as the dialect of CSV.
    """
    names = sorted(load_names(club.id).items())
    return build_cache_key(
        "standings", club.id, load_club_stamp(club.id), club.erased, names, *reader
    )


@club_view(Right.EXPORT)
def download_standings_csv(request: MemberRequest, club: Club) -> HttpResponse:
    """Download the standings over all sessions as CSV, and log the export."""
    kind = find_dialect(request)
    content = get_or_compute(
        compute_standings_key(club, kind),
        lambda: build_standings_table(load_club_standings(club)).build_csv(kind),
    )
    log_export(club_id=club.id, by=request.user, file="standings.csv")
    return build_download(f"{club.slug}-standings.csv", content, CSV)


@club_view(Right.EXPORT)
def download_standings_xlsx(request: MemberRequest, club: Club) -> HttpResponse:
    """Download the standings over all sessions as an XLSX workbook, and log the export."""
    log_export(club_id=club.id, by=request.user, file="standings.xlsx")
    table = build_standings_table(load_club_standings(club))
    return build_table_download(request, f"{club.slug}-standings.xlsx", table)
