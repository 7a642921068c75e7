"""Pages to create rankings, to take part in them, and to agree to be ranked as one person."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tarokk_club.club.models import Club, RankingClub
from tarokk_club.club.models.people import PublicPart
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.rankings import usecases
from tarokk_club.club.rankings.forms import RankedTournamentsForm, RankingForm
from tarokk_club.club.rankings.queries.rankings import (
    find_participation,
    has_agreed,
    is_ranking_public,
    list_chosen_tournament_ids,
    list_invitable_clubs,
    list_offered_tournaments,
    list_participations,
    list_ranking_clubs,
    list_user_players,
)
from tarokk_club.club.values.scales import format_place_points
from tarokk_club.club.writing.permissions import Right


def _get_participation_or_404(club: Club, ranking_id: UUID, *, own: bool = False) -> RankingClub:
    """Return the participation or invitation of the club, or raise Http404.

    own: whether the club must have made the ranking.
    """
    participation = find_participation(club, ranking_id)
    if participation is None or (own and participation.ranking.club_id != club.pk):
        raise Http404
    return participation


@club_view(Right.READ)
def list_rankings(request: MemberRequest, club: Club) -> HttpResponseBase:
    """List the rankings in which the club takes part or to which it was invited."""
    context = {"club": club, "rows": list_participations(club), "rights": request.rights}
    return render_page(request, "club/rankings/list.html", context)


@club_view(Right.CLUB)
def create_ranking(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Show the form for a new ranking; a POST creates the ranking."""
    form = RankingForm(read_post(request), clubs=list_invitable_clubs(None, club))
    created = submit(
        request,
        form,
        lambda submission: usecases.make_ranking(
            club_id=club.id, form=submission, plan=form.read_plan()
        ),
    )
    if created:
        return redirect("club:ranking_tournaments", club.slug, created.pk)
    return render_page(request, "club/rankings/settings.html", {"club": club, "form": form})


@club_view(Right.CLUB)
def edit_ranking(request: MemberRequest, club: Club, ranking_id: UUID) -> HttpResponseBase:
    """Show the form for the name, rule and clubs of a ranking; a POST changes them."""
    ranking = _get_participation_or_404(club, ranking_id, own=True).ranking
    form = RankingForm(
        read_post(request),
        clubs=list_invitable_clubs(ranking, club),
        initial={
            "name": ranking.name,
            "best": ranking.best or None,
            "scale": format_place_points(ranking.place_points or ()),
            "clubs": [str(pk) for pk in ranking.clubs.values_list("club_id", flat=True)],
        },
    )
    done = submit(
        request,
        form,
        lambda submission: usecases.change_ranking(
            club_id=club.id, form=submission, ranking_id=ranking.pk, plan=form.read_plan()
        ),
    )
    if done:
        messages.success(request, _("Saved."))
        return redirect("club:ranking", club.slug, ranking.pk)
    context = {"club": club, "form": form, "ranking": ranking, "other": KeyForm()}
    return render_page(request, "club/rankings/settings.html", context)


@club_view(post=Right.CLUB)
def delete_ranking(request: MemberRequest, club: Club, ranking_id: UUID) -> HttpResponseBase:
    """Remove a ranking that the club made."""
    ranking = _get_participation_or_404(club, ranking_id, own=True).ranking
    if submit(
        request,
        KeyForm(request.POST),
        lambda submission: usecases.remove_ranking(
            club_id=club.id, form=submission, ranking_id=ranking.pk
        ),
    ):
        messages.success(request, _("The ranking is removed."))
        return redirect("club:rankings", club.slug)
    return redirect("club:ranking_settings", club.slug, ranking.pk)


@club_view(Right.READ, post=Right.CLAIM)
def show_participation(request: MemberRequest, club: Club, ranking_id: UUID) -> HttpResponseBase:
    """Show the participation of the club and of the reader in a ranking.

    A POST gives or withdraws the reader's consent to be ranked as one person.
    """
    participation = _get_participation_or_404(club, ranking_id)
    form = KeyForm(read_post(request))
    agrees = request.POST.get("agrees") == "1"

    def save_consent(submission: Any) -> bool:
        usecases.record_one_person_consent(
            club_id=club.id, form=submission, ranking_id=ranking_id, agrees=agrees
        )
        return True

    if submit(request, form, save_consent):
        messages.success(
            request,
            _("You are ranked as one person.") if agrees else _("Your players are ranked apart."),
        )
        return redirect("club:ranking", club.slug, ranking_id)
    ranking_row = participation.ranking
    context = {
        "club": club,
        "participation": participation,
        "ranking": ranking_row,
        "others": list_ranking_clubs(ranking_row),
        "players": list_user_players(ranking_row, request.user),
        "agreed": has_agreed(ranking_row, request.user),
        "form": form,
        "other": KeyForm(),
        "shown": is_ranking_public(ranking_row),
        "publishes": club.has_published(PublicPart.TOURNAMENTS),
        "is_own": ranking_row.club_id == club.pk,
        "rights": request.rights,
    }
    return render_page(request, "club/rankings/ranking.html", context)


@club_view(Right.CLUB)
def choose_ranked_tournaments(
    request: MemberRequest, club: Club, ranking_id: UUID
) -> HttpResponseBase:
    """Show the form for the club's tournaments that count; a POST saves the choice.

    Saving a choice also accepts an invitation.
    """
    participation = _get_participation_or_404(club, ranking_id)
    chosen = [str(pk) for pk in list_chosen_tournament_ids(club, participation.ranking)]
    form = RankedTournamentsForm(
        read_post(request),
        tournaments=list_offered_tournaments(club, participation.ranking),
        initial={"tournaments": chosen},
    )
    if submit(
        request,
        form,
        lambda submission: usecases.set_participation(
            club_id=club.id,
            form=submission,
            ranking_id=ranking_id,
            tournaments=[UUID(pk) for pk in form.cleaned_data["tournaments"]],
        ),
    ):
        messages.success(request, _("Saved."))
        return redirect("club:ranking", club.slug, ranking_id)
    context = {
        "club": club,
        "participation": participation,
        "ranking": participation.ranking,
        "form": form,
    }
    return render_page(request, "club/rankings/tournaments.html", context)


@club_view(post=Right.CLUB)
def leave_ranking(request: MemberRequest, club: Club, ranking_id: UUID) -> HttpResponseBase:
    """Leave a ranking that another club made, or decline the invitation."""
    _get_participation_or_404(club, ranking_id)

    def end_participation(submission: Any) -> bool:
        return not usecases.set_participation(
            club_id=club.id, form=submission, ranking_id=ranking_id, tournaments=None
        )

    if submit(request, KeyForm(request.POST), end_participation):
        messages.success(request, _("The club does not take part."))
        return redirect("club:rankings", club.slug)
    return redirect("club:ranking", club.slug, ranking_id)
