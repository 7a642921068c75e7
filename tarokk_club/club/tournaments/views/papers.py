"""Print sheets of a tournament, and its certificates also as a PDF."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from tarokk_club.club.models import Tournament
from tarokk_club.club.pages.files import PDF, download_response
from tarokk_club.club.pages.link_pages import absolute_url
from tarokk_club.club.pages.loaders import MemberRequest, tournament_view
from tarokk_club.club.pages.responses import page
from tarokk_club.club.tournaments.certificate_pdf import certificates_pdf
from tarokk_club.club.tournaments.queries.tournament_papers import (
    certificates,
    pairing_leaves,
    place_cards,
)
from tarokk_club.club.tournaments.queries.tournaments import tournament_standing
from tarokk_club.club.writing.permissions import Right


@tournament_view(Right.READ)
def tournament_pairings(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show the seats to print, one page for each round, or only the requested round."""
    leaves = pairing_leaves(tournament)
    wish = request.GET.get("round", "")
    wished = [leaf for leaf in leaves if str(leaf.number) == wish]
    context = {
        "leaves": wished or leaves,
        "numbers": [leaf.number for leaf in leaves],
        "wish": wished[0].number if wished else None,
    }
    return _on_paper(request, tournament, "pairings", context)


@tournament_view(Right.READ)
def tournament_cards(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show a place card for each entrant, to print and cut out."""
    context = {"leaves": place_cards(tournament_standing(tournament))}
    return _on_paper(request, tournament, "cards", context)


@tournament_view(Right.READ)
def tournament_certificates(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show a certificate for each of the first places, or for everybody, in the language of the
    club.
    """
    standing, everybody = tournament_standing(tournament), request.GET.get("who") == "all"
    context = {
        "leaves": certificates(standing, everybody=everybody),
        "everybody": everybody,
        "players": len(standing.results),
    }
    return _on_paper(request, tournament, "certificates", context)


@tournament_view(Right.READ)
def tournament_certificates_file(
    request: MemberRequest, tournament: Tournament
) -> HttpResponseBase:
    """Download the certificates as PDF, or redirect to their page before the tournament is over."""
    standing, everybody = tournament_standing(tournament), request.GET.get("who") == "all"
    given = certificates(standing, everybody=everybody)
    if not given:
        return redirect("club:tournament_certificates", tournament.club.slug, tournament.id)
    club, players = tournament.club, len(standing.results)
    with override(club.language):
        context = {"club": club, "tournament": tournament, "players": players}
        words = [
            render_to_string("club/tournaments/papers/certificate.txt", {**context, "one": one})
            for one in given
        ]
        title = f"{_('Certificates')} · {tournament.name}"
    pages = [told.strip().split("\n") for told in words]
    content = certificates_pdf(pages, title=title, language=club.language)
    name = f"{club.slug}-{tournament.date.isoformat()}-certificates.pdf"
    return download_response(name, content, PDF)


def _on_paper(
    request: MemberRequest, tournament: Tournament, name: str, context: dict[str, Any]
) -> HttpResponseBase:
    live = reverse("club:tournament", args=[tournament.club.slug, tournament.id])
    common = {
        "club": tournament.club,
        "tournament": tournament,
        "size": "a4",
        "live": live,
        "address": absolute_url(request, live),
    }
    return page(request, f"club/tournaments/papers/{name}.html", common | context)
