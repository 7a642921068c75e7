"""Pages of the fair table, which ranks players by strength, and the switch for the ratings."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tarokk_club.club.models import Club, RatingTable
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.people.queries.clubs import load_tournament_guest_ids
from tarokk_club.club.statistics.forms import RatingForm
from tarokk_club.club.statistics.queries.ratings import (
    ON_REQUEST,
    RatingState,
    build_rating_list,
    is_stale,
    load_rating_states,
)
from tarokk_club.club.statistics.usecases import rate_players, switch_ratings
from tarokk_club.club.writing.permissions import Right


@club_view(Right.READ)
def show_ratings(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Show the ratings of a game; compute them first if they are stale and the hands are few."""
    return render_page(
        request, "club/statistics/ratings/rating.html", _build_context(request, club)
    )


@club_view(post=Right.CLUB)
def switch_club_ratings(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Turn the ratings of the club on or off."""
    form = RatingForm(read_post(request))
    if submit(
        request,
        form,
        lambda submission: switch_ratings(
            club_id=club.id, form=submission, rated=form.cleaned_data["rated"]
        ),
    ):
        messages.success(request, _("The setting is saved."))
        return redirect("club:rating", club.slug)
    return render_page(
        request,
        "club/statistics/ratings/rating.html",
        _build_context(request, club) | {"form": form},
    )


def _build_context(request: MemberRequest, club: Club) -> dict[str, Any]:
    played = _load_played_games(club) if club.rates_players else {}
    # The most played game comes first and is the default.
    games = sorted(played, key=lambda key: (-played[key].hands, key))
    chosen = request.GET.get("game", "")
    game = chosen if chosen in games else next(iter(games), "")
    return {
        "club": club,
        "rights": request.rights,
        "games": games,
        "game": game,
        "table": _load_or_compute_table(club, game, played[game]) if game else None,
        "switch": RatingForm(initial={"rated": str(int(not club.rates_players))}),
    }


def _load_played_games(club: Club) -> dict[str, RatingState]:
    return {
        game: state for (_club, game), state in load_rating_states(club.id).items() if state.hands
    }


def _load_or_compute_table(club: Club, game: str, state: RatingState) -> Any:
    stored = RatingTable.objects.filter(club=club, game=game).first()
    if is_stale(stored, state) and state.hands <= ON_REQUEST:
        stored = rate_players(club_id=club.id, game=game)
    return build_rating_list(
        stored, state, load_names(club.id), guests=load_tournament_guest_ids(club.id)
    )
