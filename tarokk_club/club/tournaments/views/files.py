"""Downloads of the results of a tournament, for spreadsheets and programs."""

from __future__ import annotations

from django.http import HttpResponse

from tarokk_club.club.models import Tournament
from tarokk_club.club.names.player_names import names_in
from tarokk_club.club.pages.files import CSV, JSON, XLSX, dialect, download_response
from tarokk_club.club.pages.loaders import MemberRequest, tournament_view
from tarokk_club.club.tournaments import exports
from tarokk_club.club.tournaments.queries.drawn_rounds import published_draws
from tarokk_club.club.tournaments.queries.tournaments import tournament_standing
from tarokk_club.club.tournaments.seat_words import seat_changes
from tarokk_club.club.writing.log import note_export
from tarokk_club.club.writing.permissions import Right

_KINDS = {"csv": CSV, "xlsx": XLSX, "json": JSON}


@tournament_view(Right.EXPORT)
def tournament_csv_file(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Download the final table as CSV."""
    standing = tournament_standing(tournament)
    content = exports.tournament_csv(standing, dialect(request), xxi=tournament.xxi_table)
    return _file(request, tournament, "tournament.csv", content)


@tournament_view(Right.EXPORT)
def tournament_rounds_file(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Download the tables of every round as CSV."""
    names = names_in(tournament.club_id)
    standing = tournament_standing(tournament, names=names)
    by_hand = seat_changes(published_draws(tournament), names)
    content = exports.rounds_csv(standing, dialect(request), by_hand)
    return _file(request, tournament, "rounds.csv", content)


@tournament_view(Right.EXPORT)
def tournament_xlsx_file(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Download the final table and the tables of every round as an XLSX workbook."""
    names = names_in(tournament.club_id)
    standing = tournament_standing(tournament, names=names)
    by_hand = seat_changes(published_draws(tournament), names)
    content = exports.tournament_xlsx(tournament, standing, by_hand)
    return _file(request, tournament, "tournament.xlsx", content)


@tournament_view(Right.EXPORT)
def tournament_json_file(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Download the whole tournament as JSON."""
    standing, draws = tournament_standing(tournament), published_draws(tournament)
    content = exports.tournament_json(tournament, standing, draws)
    return _file(request, tournament, "tournament.json", content)


def _file(
    request: MemberRequest, tournament: Tournament, name: str, content: bytes
) -> HttpResponse:
    club = tournament.club
    note_export(club_id=club.id, by=request.user, file=name)
    _stem, _dot, ending = name.rpartition(".")
    whole = f"{club.slug}-{tournament.date.isoformat()}-{name}"
    return download_response(whole, content, _KINDS[ending])
