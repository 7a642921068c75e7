"""The public pages of clubs, their embedded form for other web sites, and the choice of parts."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import UUID
from zoneinfo import ZoneInfo

from csp.decorators import csp_replace
from django.conf import settings
from django.contrib import messages
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt

from tarokk_club.accounts.language import read_cookie_language
from tarokk_club.club.calendar.queries.evenings import load_public_evenings
from tarokk_club.club.guests.forms import PublishForm
from tarokk_club.club.guests.queries import (
    find_published_club,
    load_current_or_last_season,
    load_published_clubs,
)
from tarokk_club.club.guests.usecases import set_published_parts
from tarokk_club.club.guests.views.guests import build_season_context
from tarokk_club.club.models import Club, Tournament
from tarokk_club.club.models.people import PublicPart
from tarokk_club.club.pages.link_pages import build_absolute_url, forbid_indexing
from tarokk_club.club.pages.loaders import MemberRequest, club_view, public_reading
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.people.queries.players import load_names_for_guests
from tarokk_club.club.rankings.queries.rankings import list_public_rankings
from tarokk_club.club.seasons.queries.final_tables import load_season_table
from tarokk_club.club.seasons.queries.season_totals import Filters
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.tournaments.queries.tournament_list import load_tournament_rows
from tarokk_club.club.writing.permissions import Right

# The number of rows on an embedded page, which links to the full page.
MOST_EMBEDDED = 20
# Query parameters with colours, and the CSS custom properties that they set.
COLOURS = {"accent": "--accent", "paper": "--paper", "ink": "--ink", "line": "--line"}
_HEX = re.compile(r"(?:[0-9a-fA-F]{3}){1,2}")
# Caches may store embedded pages for a minute, which spares the server.
CACHE_A_MINUTE = "public, max-age=60"


View = Callable[..., HttpResponseBase]


def require_published_part(
    part: PublicPart | None, *, by_cookie: bool = True
) -> Callable[[View], View]:
    """Return a decorator that calls `view(request, club, …)` only if the club publishes the part.

    Raise Http404 otherwise. Before the call, activate the club's time zone and the reader's
    language; after it, forbid indexing.

    part: None if any public part is enough.
    by_cookie: whether to read the language cookie; False for pages in shared caches.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, club_slug: str, **arguments: Any) -> HttpResponseBase:
            club = find_published_club(club_slug, part)
            if club is None:
                raise Http404
            timezone.activate(ZoneInfo(club.time_zone))
            chosen = read_cookie_language(request) if by_cookie else None
            translation.activate(_choose_language(request, chosen, club.language))
            return forbid_indexing(view(request, club, **arguments))

        return guarded

    return decorate


def _choose_language(request: HttpRequest, *languages: str | None) -> str:
    """Return the query's `lang`, or else the first supported one of these languages, or else "en".

    A `lang` that is not supported is ignored.
    """
    for language in (request.GET.get("lang"), *languages):
        if language in dict(settings.LANGUAGES):
            return language
    return "en"


@public_reading
def list_public_clubs(request: HttpRequest) -> HttpResponseBase:
    """List the clubs with a public part."""
    clubs = load_published_clubs()
    return forbid_indexing(render_page(request, "club/guests/public_clubs.html", {"clubs": clubs}))


@public_reading
@require_published_part(None)
def show_public_club(request: HttpRequest, club: Club) -> HttpResponseBase:
    """Show all public parts of a club on one page."""
    context: dict[str, Any] = {"club": club, "parts": club.published.split(), "guest": True}
    if club.has_published(PublicPart.LEADERBOARD) and (season := load_current_or_last_season(club)):
        context |= build_season_context(club, season, load_names_for_guests(club))
    if club.has_published(PublicPart.EVENINGS):
        context["evenings"] = load_public_evenings(club)
    if club.has_published(PublicPart.TOURNAMENTS):
        context["tournaments"] = load_tournament_rows(club)
        context["rankings"] = list_public_rankings(club)
    return render_page(request, "club/guests/public_club.html", context)


@public_reading
@require_published_part(PublicPart.TOURNAMENTS)
def show_public_tournament(
    request: HttpRequest, club: Club, tournament_id: UUID
) -> HttpResponseBase:
    """Show the standings of a public tournament."""
    tournament = get_object_or_404(Tournament, pk=tournament_id, club=club)
    standing = load_standing(tournament, names=load_names_for_guests(club, tournament))
    context = {"club": club, "tournament": tournament, "standing": standing, "guest": True}
    return render_page(request, "club/guests/public_tournament.html", context)


@public_reading
@xframe_options_exempt
@csp_replace({"frame-ancestors": "*"})  # type: ignore[arg-type]  # its stub knows lists only
def show_embedded_part(request: HttpRequest, club_slug: str, part: str) -> HttpResponseBase:
    """Show one public part as a small page that other web sites may frame."""
    if part not in PublicPart.values:
        raise Http404
    response = require_published_part(PublicPart(part), by_cookie=False)(
        _EMBED_VIEWS[PublicPart(part)]
    )(request, club_slug)
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    # Cacheable, as the language depends on the URL and not on cookies.
    response.headers["Cache-Control"] = CACHE_A_MINUTE
    return response


def _render_embedded(
    request: HttpRequest, club: Club, part: PublicPart, **more: Any
) -> HttpResponseBase:
    colours = {name: value for name, value in request.GET.items() if name in COLOURS}
    style = reverse("club:embed_style")
    context = {
        "club": club,
        "style": f"{style}?{urlencode(colours)}" if colours else "",
        "whole": build_absolute_url(request, reverse("club:public_club", args=[club.slug])),
        **more,
    }
    return render_page(request, f"club/guests/embed_{part}.html", context)


def _render_embedded_leaderboard(request: HttpRequest, club: Club) -> HttpResponseBase:
    season = load_current_or_last_season(club)
    table = season and load_season_table(
        club, season, Filters(), names=load_names_for_guests(club)
    ).limit_money_to(())
    board = table.board if table else None
    rows = [row for row in board.rows if row.place is not None] if board else []
    return _render_embedded(
        request,
        club,
        PublicPart.LEADERBOARD,
        season=season,
        board=board,
        rows=rows[:MOST_EMBEDDED],
        more=max(len(rows) - MOST_EMBEDDED, 0),
    )


def _render_embedded_evenings(request: HttpRequest, club: Club) -> HttpResponseBase:
    return _render_embedded(request, club, PublicPart.EVENINGS, evenings=load_public_evenings(club))


def _render_embedded_tournaments(request: HttpRequest, club: Club) -> HttpResponseBase:
    rows = load_tournament_rows(club)
    return _render_embedded(
        request,
        club,
        PublicPart.TOURNAMENTS,
        tournaments=rows[:MOST_EMBEDDED],
        more=max(len(rows) - MOST_EMBEDDED, 0),
    )


_EMBED_VIEWS: dict[PublicPart, Callable[[HttpRequest, Club], HttpResponseBase]] = {
    PublicPart.LEADERBOARD: _render_embedded_leaderboard,
    PublicPart.EVENINGS: _render_embedded_evenings,
    PublicPart.TOURNAMENTS: _render_embedded_tournaments,
}


@public_reading
def serve_embed_style(request: HttpRequest) -> HttpResponseBase:
    """Return a style sheet with the colours in the query, as the CSP forbids inline styles."""
    wanted = ((COLOURS[name], request.GET[name]) for name in request.GET if name in COLOURS)
    lines = [f"  {name}: #{value};" for name, value in wanted if _HEX.fullmatch(str(value))]
    content = ":root {\n" + "\n".join(lines) + "\n}\n"
    return HttpResponse(content, content_type="text/css", headers={"Cache-Control": CACHE_A_MINUTE})


@public_reading
def serve_embed_script(request: HttpRequest) -> HttpResponseBase:
    """Return the script with which another web site resizes its frames."""
    path = finders.find("club/guests/frames.js")
    content = Path(str(path)).read_bytes()
    kind = "text/javascript; charset=utf-8"
    headers = {"Cache-Control": CACHE_A_MINUTE, "Cross-Origin-Resource-Policy": "cross-origin"}
    return HttpResponse(content, content_type=kind, headers=headers)


@club_view(Right.CLUB)
def choose_public_parts(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Show how to embed the public parts in other web sites; a POST chooses these parts."""
    form = PublishForm(read_post(request), initial={"parts": club.published.split()})
    saved = submit(
        request,
        form,
        lambda submission: set_published_parts(
            club_id=club.id,
            form=submission,
            parts=[PublicPart(part) for part in form.cleaned_data["parts"]],
        ),
    )
    if saved:
        messages.success(request, _("Saved."))
        return redirect("club:publish", club.slug)
    context = {
        "club": club,
        "form": form,
        "address": build_absolute_url(request, reverse("club:public_club", args=[club.slug])),
        "frames": _list_embed_urls(request, club),
        "script": build_absolute_url(request, reverse("club:embed_script")),
        "rights": request.rights,
    }
    return render_page(request, "club/guests/publish.html", context)


def _list_embed_urls(request: HttpRequest, club: Club) -> list[tuple[str, str]]:
    """Return the name and the embed URL of each public part."""
    return [
        (
            str(part.label),
            build_absolute_url(request, reverse("club:embed", args=[club.slug, part.value])),
        )
        for part in PublicPart
        if club.has_published(part)
    ]
