"""The tournaments of a club: what everybody reads of them, live."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponseBase
from django.urls import reverse

from tarokk_club.club.models import Club, Tournament
from tarokk_club.club.pages.files import marks_wanted
from tarokk_club.club.pages.forms import VersionForm
from tarokk_club.club.pages.fragment_cache import club_facts, etag
from tarokk_club.club.pages.loaders import MemberRequest, club_view, tournament_view
from tarokk_club.club.pages.polling import polled
from tarokk_club.club.pages.responses import page
from tarokk_club.club.tournaments.forms import OwnNameForm, RoundBackForm
from tarokk_club.club.tournaments.queries.entrants import own_entrant
from tarokk_club.club.tournaments.queries.open_tables import OpenTable, tables_to_close_by
from tarokk_club.club.tournaments.queries.tournaments import (
    TournamentStanding,
    tournament_rows,
    tournament_standing,
)
from tarokk_club.club.tournaments.queries.wall import (
    Asked,
    Show,
    prize_giving,
    seat_list,
    wall_asked,
)
from tarokk_club.club.tournaments.words import tournament_sentences
from tarokk_club.club.writing.permissions import Right


@club_view(Right.READ)
def tournaments(request: MemberRequest, club: Club) -> HttpResponseBase:
    """All tournaments, the youngest first."""
    context = {"club": club, "rows": tournament_rows(club), "rights": request.rights}
    return page(request, "club/tournaments/list.html", context)


@tournament_view(Right.READ)
def tournament(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """The tables of the round, the order, and what comes next."""
    context = tournament_context(request, tournament)
    context |= {
        "rules": tournament_sentences(
            tournament, sides=bool(context["standing"].teams or context["standing"].clubs)
        ),
        "marks": marks_wanted(request),
        **_own_name(request, tournament),
        "back": RoundBackForm(initial={"round": context["standing"].next_number - 1}),
    }
    return page(request, "club/tournaments/tournament.html", context)


@tournament_view(Right.READ)
def tournament_live(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """The part that changes, for screens that wait: 304 while nothing did."""
    return polled(
        request,
        _tag(request, tournament),
        lambda: tournament_context(request, tournament),
        template="club/tournaments/_live.html",
    )


@tournament_view(Right.READ)
def tournament_screen(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Tables and order alone, where everybody sits, or the prizes, for the projector."""
    here = reverse("club:tournament_screen", args=[tournament.club.slug, tournament.id])
    context = tournament_context(request, tournament) | {"wall_href": here}
    return page(request, "club/tournaments/screen.html", context)


def _own_name(request: MemberRequest, tournament: Tournament) -> dict[str, Any]:
    """What a member who takes part can say of the name that guests read."""
    entrant = own_entrant(tournament, request.user)
    return {"own": entrant, "own_name": OwnNameForm.of(entrant) if entrant else None}


def tournament_context(request: MemberRequest, tournament: Tournament) -> dict[str, Any]:
    """What every page of a tournament shows."""
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
        **wall_context(standing, wall_asked(request.GET), live),
    }


def _closing_form(one: OpenTable) -> VersionForm | None:
    """Return the form that closes the table; None where the reader may not."""
    if not one.close_href:
        return None
    return VersionForm(initial={"version": one.table.version}, auto_id=False)


def _live(tournament: Tournament) -> str:
    return reverse("club:tournament_live", args=[tournament.club.slug, tournament.id])


def wall_context(standing: TournamentStanding, asked: Asked, live: str) -> dict[str, Any]:
    """What a wall shows in place of tables and order; live: where its changes are asked for.

    A list that is too long for the wall asks for its next part there.
    """
    seats = seat_list(standing, asked.part) if asked.show == Show.SEATS else None
    return {
        "show": asked.show,
        "seats": seats,
        "turning_href": f"{live}?show={asked.show}&part={seats.following}" if seats else "",
        "prizes": prize_giving(standing, asked.given) if asked.show == Show.PRIZES else None,
    }


def _tag(request: MemberRequest, tournament: Tournament) -> str:
    """The tag of the page as this member sees it."""
    played = tournament.played  # type: ignore[attr-defined]  # annotated by tournament_view
    rights = ",".join(sorted(request.rights))
    return tournament_tag(tournament, played, rights, wall_asked(request.GET).mark)


def tournament_tag(tournament: Tournament, *facts: object) -> str:
    """Changes with the tournament, its club, the facts, the language and the build.

    facts: of its sessions, and what the reader sees otherwise than others.
    """
    shown = (tournament.id, tournament.version, *club_facts(tournament.club), *facts)
    return etag("tournament", *shown)
