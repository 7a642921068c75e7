"""The pages of a club's tournaments that all members can read, updated live."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponseBase
from django.urls import reverse

from tarokk_club.club.models import Club, Tournament
from tarokk_club.club.pages.files import decimal_separator
from tarokk_club.club.pages.forms import VersionForm
from tarokk_club.club.pages.fragment_cache import club_cache_values, etag
from tarokk_club.club.pages.loaders import MemberRequest, club_view, tournament_view
from tarokk_club.club.pages.polling import respond_to_poll
from tarokk_club.club.pages.responses import page
from tarokk_club.club.tournaments.forms import OwnNameForm, RoundBackForm
from tarokk_club.club.tournaments.queries.drawn_rounds import last_draw
from tarokk_club.club.tournaments.queries.entrants import own_entrant
from tarokk_club.club.tournaments.queries.open_tables import OpenTable, tables_to_close_by
from tarokk_club.club.tournaments.queries.tournaments import (
    TournamentStanding,
    tournament_rows,
    tournament_standing,
)
from tarokk_club.club.tournaments.queries.wall import (
    Show,
    WallQuery,
    on_wall,
    prize_giving,
    read_wall_query,
    seat_list,
    wall_page,
)
from tarokk_club.club.tournaments.words import tournament_sentences
from tarokk_club.club.writing.permissions import Right


@club_view(Right.READ)
def tournaments(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Show all tournaments, latest first."""
    context = {"club": club, "rows": tournament_rows(club), "rights": request.rights}
    return page(request, "club/tournaments/list.html", context)


@tournament_view(Right.READ)
def tournament(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show the tables of the round, the order, and the next steps."""
    context = tournament_context(request, tournament)
    context |= {
        "rules": tournament_sentences(
            tournament, sides=bool(context["standing"].teams or context["standing"].clubs)
        ),
        "marks": decimal_separator(request),
        **_own_name(request, tournament),
        "back": RoundBackForm(initial={"round": context["standing"].next_number - 1}),
        **_drawn(request, tournament, context["standing"]),
    }
    return page(request, "club/tournaments/tournament.html", context)


@tournament_view(Right.READ)
def tournament_live(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Render the changing fragment for polling; 304 while nothing has changed."""
    return respond_to_poll(
        request,
        _tag(request, tournament),
        lambda: tournament_context(request, tournament),
        template="club/tournaments/_live.html",
    )


@tournament_view(Right.READ)
def tournament_screen(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show only the tables and the order, the seats, or the prizes, for a projector."""
    here = reverse("club:tournament_screen", args=[tournament.club.slug, tournament.id])
    context = tournament_context(request, tournament)
    standing, live = context["standing"], context["live_href"]
    context |= wall_context(standing, on_wall(standing, read_wall_query(request.GET)), live)
    context |= {"wall_href": here}
    return page(request, "club/tournaments/screen.html", context)


def _drawn(
    request: MemberRequest, tournament: Tournament, standing: TournamentStanding
) -> dict[str, Any]:
    """Return the context for those who direct the tournament: the draw that waits for being
    published, and whether the seats of the last one can change.
    """
    draw = last_draw(tournament) if Right.DIRECT in request.rights else None
    waits = draw if draw and draw.published_at is None else None
    return {
        "draw_waits": waits,
        "changeable": draw and standing.now and draw.round == standing.now.number,
    }


def _own_name(request: MemberRequest, tournament: Tournament) -> dict[str, Any]:
    """Return the context with which a member who takes part chooses whether guests see the full
    name.
    """
    entrant = own_entrant(tournament, request.user)
    return {"own": entrant, "own_name": OwnNameForm.of(entrant) if entrant else None}


def tournament_context(request: MemberRequest, tournament: Tournament) -> dict[str, Any]:
    """Return the context that every page of a tournament needs."""
    standing, live = tournament_standing(tournament), _live(tournament)
    waiting = tables_to_close_by(tournament, standing, request.user, request.rights)
    return {
        "club": tournament.club,
        "tournament": tournament,
        "standing": standing,
        "live_href": live,
        "tag": _tag(request, tournament),
        "rights": request.rights,
        "waiting": [(one, _closing_form(one)) for one in waiting],
        **wall_context(standing, read_wall_query(request.GET), live),
    }


def _closing_form(table: OpenTable) -> VersionForm | None:
    """Return the form that closes the table, None if the reader may not."""
    if not table.close_href:
        return None
    return VersionForm(initial={"version": table.table.version}, auto_id=False)


def _live(tournament: Tournament) -> str:
    return reverse("club:tournament_live", args=[tournament.club.slug, tournament.id])


def wall_context(standing: TournamentStanding, asked: WallQuery, live: str) -> dict[str, Any]:
    """Return the context of a projector page that replaces tables and order.

    If the list of names is too long for one page, the page requests the next part itself.

    live: URL from which the page is updated.
    """
    seats = seat_list(standing, asked.part) if asked.show == Show.SEATS else None
    pages = wall_page(standing, asked.part) if asked.show == Show.PAGES else None
    turned = seats or pages
    query = {"show": asked.show, "part": turned.following} if turned else {}
    if turned and asked.still:
        query = {"show": asked.show, "part": turned.part, "still": 1}
    return {
        "show": asked.show,
        "still": asked.still,
        "seats": seats,
        "pages": pages,
        "turning_href": f"{live}?{urlencode(query)}" if turned else "",
        "prizes": prize_giving(standing, asked.given) if asked.show == Show.PRIZES else None,
    }


def _tag(request: MemberRequest, tournament: Tournament) -> str:
    """Return the ETag of the page as this member sees it."""
    played = tournament.played  # type: ignore[attr-defined]  # annotated by tournament_view
    rights = ",".join(sorted(request.rights))
    return tournament_tag(tournament, played, rights, read_wall_query(request.GET).mark)


def tournament_tag(tournament: Tournament, *facts: object) -> str:
    """Return an ETag that changes with the tournament, its club, the facts, the language and the
    build.

    facts: versions of its sessions, and whatever this reader sees differently from others.
    """
    shown = (tournament.id, tournament.version, *club_cache_values(tournament.club), *facts)
    return etag("tournament", *shown)
