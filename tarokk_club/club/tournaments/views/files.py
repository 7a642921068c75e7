"""Downloads of the results of a tournament for spreadsheets and programs."""

from __future__ import annotations

from django.http import HttpResponse

from tarokk_club.club.models import Tournament
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.pages.files import CSV, JSON, XLSX, build_download, find_dialect
from tarokk_club.club.pages.loaders import MemberRequest, tournament_view
from tarokk_club.club.tournaments import exports
from tarokk_club.club.tournaments.queries.drawn_rounds import load_published_draws
from tarokk_club.club.tournaments.queries.rated_tables import build_rated_tournament
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.tournaments.rating_file import render_rating_csv, render_rating_json
from tarokk_club.club.tournaments.seat_words import describe_seat_changes
from tarokk_club.club.writing.log import log_export
from tarokk_club.club.writing.permissions import Right

_KINDS = {"csv": CSV, "xlsx": XLSX, "json": JSON}


@tournament_view(Right.EXPORT)
def download_results_csv(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Download the standings as CSV, and log the export."""
    standing = load_standing(tournament)
    content = exports.build_tournament_results_table(tournament, standing).build_csv(
        find_dialect(request)
    )
    return _send_export(request, tournament, "tournament.csv", content)


@tournament_view(Right.EXPORT)
def download_rounds_csv(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Download the tables of every round as CSV, and log the export."""
    names = load_names(tournament.club_id)
    standing = load_standing(tournament, names=names)
    by_hand = describe_seat_changes(load_published_draws(tournament), names)
    content = exports.build_rounds_table(standing, by_hand).build_csv(find_dialect(request))
    return _send_export(request, tournament, "rounds.csv", content)


@tournament_view(Right.EXPORT)
def download_results_xlsx(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Download the standings and the tables of every round as XLSX, and log the export."""
    names = load_names(tournament.club_id)
    standing = load_standing(tournament, names=names)
    by_hand = describe_seat_changes(load_published_draws(tournament), names)
    content = exports.render_tournament_xlsx(tournament, standing, by_hand)
    return _send_export(request, tournament, "tournament.xlsx", content)


@tournament_view(Right.EXPORT)
def download_tournament_json(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Download the whole tournament as JSON, and log the export."""
    standing, draws = load_standing(tournament), load_published_draws(tournament)
    content = exports.render_tournament_json(tournament, standing, draws)
    return _send_export(request, tournament, "tournament.json", content)


@tournament_view(Right.EXPORT)
def download_rating_csv(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Download the rating file of the tournament as CSV, and log the export."""
    names = load_names(tournament.club_id)
    rated = build_rated_tournament(tournament, load_standing(tournament, names=names))
    content = render_rating_csv([rated], names, find_dialect(request))
    return _send_export(request, tournament, "rating.csv", content)


@tournament_view(Right.EXPORT)
def download_rating_json(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Download the rating file of the tournament as JSON, and log the export."""
    names = load_names(tournament.club_id)
    rated = build_rated_tournament(tournament, load_standing(tournament, names=names))
    return _send_export(request, tournament, "rating.json", render_rating_json([rated], names))


def _send_export(
    request: MemberRequest, tournament: Tournament, name: str, content: bytes
) -> HttpResponse:
    club = tournament.club
    log_export(club_id=club.id, by=request.user, file=name)
    _stem, _dot, ending = name.rpartition(".")
    filename = f"{club.slug}-{tournament.date.isoformat()}-{name}"
    return build_download(filename, content, _KINDS[ending])
