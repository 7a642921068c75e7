"""The pages of a club's tournaments that every member can read, with live updates."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponseBase
from django.urls import reverse

from tarokk_club.club.models import Club, Tournament
from tarokk_club.club.pages.files import find_decimal_separator
from tarokk_club.club.pages.forms import VersionForm
from tarokk_club.club.pages.fragment_cache import compute_etag, get_club_cache_values
from tarokk_club.club.pages.loaders import MemberRequest, club_view, tournament_view
from tarokk_club.club.pages.polling import respond_to_poll
from tarokk_club.club.pages.responses import render_page
from tarokk_club.club.tournaments.forms import NameConsentForm, TakeBackRoundForm
from tarokk_club.club.tournaments.queries.drawn_rounds import load_last_draw
from tarokk_club.club.tournaments.queries.entrants import find_entrant_of_user
from tarokk_club.club.tournaments.queries.open_tables import (
    TableToClose,
    find_tables_to_close_with_urls,
)
from tarokk_club.club.tournaments.queries.standing import (
    TournamentStanding,
    load_standing,
)
from tarokk_club.club.tournaments.queries.tournament_list import load_tournament_rows
from tarokk_club.club.tournaments.queries.wall import (
    WallContent,
    WallQuery,
    build_prize_giving,
    build_seat_list,
    build_wall_page,
    paginate_if_crowded,
    read_wall_query,
)
from tarokk_club.club.tournaments.words import explain_tournament
from tarokk_club.club.writing.permissions import Right


@club_view(Right.READ)
def list_tournaments(request: MemberRequest, club: Club) -> HttpResponseBase:
    """List all tournaments, latest first."""
    context = {"club": club, "rows": load_tournament_rows(club), "rights": request.rights}
    return render_page(request, "club/tournaments/list.html", context)


@tournament_view(Right.READ)
def show_tournament(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show the tables of the round, the standings and the next steps."""
    context = build_tournament_context(request, tournament)
    context |= {
        "rules": explain_tournament(
            tournament, sides=bool(context["standing"].teams or context["standing"].clubs)
        ),
        "marks": find_decimal_separator(request),
        **_build_own_name_context(request, tournament),
        "back": TakeBackRoundForm(initial={"round": context["standing"].next_round_number - 1}),
        **_build_draw_context(request, tournament, context["standing"]),
    }
    return render_page(request, "club/tournaments/tournament.html", context)


@tournament_view(Right.READ)
def poll_tournament(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Return the live fragment of the tournament page, or status 304 if nothing has changed."""
    return respond_to_poll(
        request,
        _compute_member_etag(request, tournament),
        lambda: build_tournament_context(request, tournament),
        template="club/tournaments/_live.html",
    )


@tournament_view(Right.READ)
def show_projector_page(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show a projector page: tables and standings, the list of seats, or the prizes."""
    wall_href = reverse("club:tournament_screen", args=[tournament.club.slug, tournament.id])
    context = build_tournament_context(request, tournament)
    standing, live = context["standing"], context["live_href"]
    context |= build_wall_context(
        standing, paginate_if_crowded(standing, read_wall_query(request.GET)), live
    )
    context |= {"wall_href": wall_href}
    return render_page(request, "club/tournaments/screen.html", context)


def _build_draw_context(
    request: MemberRequest, tournament: Tournament, standing: TournamentStanding
) -> dict[str, Any]:
    """Return the unpublished draw, and whether seats can change, for organisers and arbiters."""
    draw = load_last_draw(tournament) if Right.DIRECT in request.rights else None
    unpublished = draw if draw and draw.published_at is None else None
    return {
        "draw_waits": unpublished,
        "changeable": draw
        and standing.current_round
        and draw.round == standing.current_round.number,
    }


def _build_own_name_context(request: MemberRequest, tournament: Tournament) -> dict[str, Any]:
    """Return the context of the form in which an entrant consents to the full name."""
    entrant = find_entrant_of_user(tournament, request.user)
    return {
        "own": entrant,
        "own_name": NameConsentForm.build_for_entrant(entrant) if entrant else None,
    }


def build_tournament_context(request: MemberRequest, tournament: Tournament) -> dict[str, Any]:
    """Return the context for the page of a tournament, its live fragment and its projector page."""
    standing, live = load_standing(tournament), _build_live_href(tournament)
    waiting = find_tables_to_close_with_urls(tournament, standing, request.user, request.rights)
    return {
        "club": tournament.club,
        "tournament": tournament,
        "standing": standing,
        "live_href": live,
        "tag": _compute_member_etag(request, tournament),
        "rights": request.rights,
        "waiting": [(open_table, _build_closing_form(open_table)) for open_table in waiting],
        **build_wall_context(standing, read_wall_query(request.GET), live),
    }


def _build_closing_form(table: TableToClose) -> VersionForm | None:
    """Return the form that closes the table, None if the reader may not close it."""
    if not table.close_href:
        return None
    return VersionForm(initial={"version": table.table.version}, auto_id=False)


def _build_live_href(tournament: Tournament) -> str:
    return reverse("club:tournament_live", args=[tournament.club.slug, tournament.id])


def build_wall_context(standing: TournamentStanding, query: WallQuery, live: str) -> dict[str, Any]:
    """Return the context of a projector page: its content, and the URL that it loads next.

    query: content that the query string requests.
    live: URL that the page polls, without its query.
    """
    seats = build_seat_list(standing, query.part) if query.show == WallContent.SEATS else None
    pages = build_wall_page(standing, query.part) if query.show == WallContent.PAGES else None
    turned = seats or pages
    turning = {"show": query.show, "part": turned.next_part} if turned else {}
    if turned and query.still:
        turning = {"show": query.show, "part": turned.part, "still": 1}
    return {
        "show": query.show,
        "still": query.still,
        "seats": seats,
        "pages": pages,
        "turning_href": f"{live}?{urlencode(turning)}" if turned else "",
        "prizes": build_prize_giving(standing, query.announced)
        if query.show == WallContent.PRIZES
        else None,
    }


def _compute_member_etag(request: MemberRequest, tournament: Tournament) -> str:
    """Return the ETag of the page for this reader."""
    played = tournament.played  # type: ignore[attr-defined]  # annotated by tournament_view
    rights = ",".join(sorted(request.rights))
    return compute_tournament_etag(
        tournament, played, rights, read_wall_query(request.GET).cache_key
    )


def compute_tournament_etag(tournament: Tournament, *values: object) -> str:
    """Return an ETag that changes with the tournament, its club, language, build and `values`.

    values: versions of the sessions, rights of the reader, and anything else that the page shows.
    """
    parts = (tournament.id, tournament.version, *get_club_cache_values(tournament.club), *values)
    return compute_etag("tournament", *parts)
