"""Print sheets of a tournament, and its certificates as a PDF."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from tarokk_club.club.models import Tournament
from tarokk_club.club.pages.files import PDF, build_download
from tarokk_club.club.pages.link_pages import build_absolute_url
from tarokk_club.club.pages.loaders import MemberRequest, tournament_view
from tarokk_club.club.pages.responses import render_page
from tarokk_club.club.tournaments.certificate_pdf import render_certificates_pdf
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.tournaments.queries.tournament_papers import (
    list_certificates,
    list_place_cards,
    load_pairing_sheets,
)
from tarokk_club.club.writing.permissions import Right


@tournament_view(Right.READ)
def show_pairings(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show the pairings to print, one page for each round, or only the requested round."""
    sheets = load_pairing_sheets(tournament)
    requested = request.GET.get("round", "")
    matching = [sheet for sheet in sheets if str(sheet.number) == requested]
    context = {
        "sheets": matching or sheets,
        "numbers": [sheet.number for sheet in sheets],
        "requested": matching[0].number if matching else None,
    }
    return _render_print_sheet(request, tournament, "pairings", context)


@tournament_view(Right.READ)
def show_place_cards(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show a place card for each entrant, to print and cut out."""
    context = {"sheets": list_place_cards(load_standing(tournament))}
    return _render_print_sheet(request, tournament, "cards", context)


@tournament_view(Right.READ)
def show_certificates(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show certificates to print, for the first places or for everybody."""
    standing, everybody = load_standing(tournament), request.GET.get("who") == "all"
    context = {
        "sheets": list_certificates(standing, everybody=everybody),
        "everybody": everybody,
        "players": len(standing.results),
    }
    return _render_print_sheet(request, tournament, "certificates", context)


@tournament_view(Right.READ)
def download_certificates(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Download the certificates as PDF; redirect to their page while there are none."""
    standing, everybody = load_standing(tournament), request.GET.get("who") == "all"
    certificates = list_certificates(standing, everybody=everybody)
    if not certificates:
        return redirect("club:tournament_certificates", tournament.club.slug, tournament.id)
    club, players = tournament.club, len(standing.results)
    with override(club.language):
        context = {"club": club, "tournament": tournament, "players": players}
        words = [
            render_to_string(
                "club/tournaments/papers/certificate.txt", {**context, "certificate": certificate}
            )
            for certificate in certificates
        ]
        title = f"{_('Certificates')} · {tournament.name}"
    pages = [text.strip().split("\n") for text in words]
    content = render_certificates_pdf(pages, title=title, language=club.language)
    name = f"{club.slug}-{tournament.date.isoformat()}-certificates.pdf"
    return build_download(name, content, PDF)


def _render_print_sheet(
    request: MemberRequest, tournament: Tournament, name: str, context: dict[str, Any]
) -> HttpResponseBase:
    live = reverse("club:tournament", args=[tournament.club.slug, tournament.id])
    common = {
        "club": tournament.club,
        "tournament": tournament,
        "size": "a4",
        "live": live,
        "address": build_absolute_url(request, live),
    }
    return render_page(request, f"club/tournaments/papers/{name}.html", common | context)
