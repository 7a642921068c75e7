"""Pages where an organiser appoints arbiters, and where an invited user accepts."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tarokk_club.club.models import Arbiter, Tournament, User
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.loaders import MemberRequest, signed_in, tournament_view
from tarokk_club.club.pages.responses import read_post, render_page, submit, try_write
from tarokk_club.club.tournaments.queries.arbiters import (
    list_possible_arbiters,
    load_arbiter_rows,
    load_directed_tournaments,
)
from tarokk_club.club.tournaments.seat_forms import ArbiterForm
from tarokk_club.club.tournaments.usecases.arbiters import (
    accept_arbiter_invitation,
    appoint_arbiter,
    remove_arbiter,
)
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission


@tournament_view(Right.CORRECT)
def show_arbiters(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """List the arbiters of the tournament; a POST appoints another one."""
    form = ArbiterForm(read_post(request), members=list_possible_arbiters(tournament.club))
    if submit(
        request,
        form,
        lambda submission: appoint_arbiter(
            club_id=tournament.club_id,
            form=submission,
            tournament_id=tournament.id,
            member=UUID(form.cleaned_data["member"]) if form.cleaned_data["member"] else None,
            user_name=form.cleaned_data["user_name"],
        ),
    ):
        return redirect("club:tournament_arbiters", tournament.club.slug, tournament.id)
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "form": form,
        "rows": load_arbiter_rows(tournament),
        "end": KeyForm(auto_id=False),
        "ended": tournament.has_ended(),
        "address": request.build_absolute_uri(reverse("club:directing")),
    }
    return render_page(request, "club/tournaments/arbiters.html", context)


@tournament_view(post=Right.CORRECT)
def dismiss_arbiter(
    request: MemberRequest, tournament: Tournament, arbiter_id: UUID
) -> HttpResponseBase:
    """Remove an arbiter, or withdraw the invitation."""
    form = KeyForm(request.POST)

    def submit_removal(submission: Submission) -> Tournament:
        return remove_arbiter(
            club_id=tournament.club_id,
            form=submission,
            tournament_id=tournament.id,
            arbiter_id=arbiter_id,
        )

    try:
        ended = submit(request, form, submit_removal)
    except Arbiter.DoesNotExist as error:
        raise Http404 from error
    if ended:
        messages.success(request, _("This person is no longer an arbiter of the tournament."))
    return redirect("club:tournament_arbiters", tournament.club.slug, tournament.id)


@signed_in
def list_directed_tournaments(request: HttpRequest) -> HttpResponseBase:
    """List the tournaments of other clubs that the user directs or is invited to direct."""
    context = {
        "rows": load_directed_tournaments(cast(User, request.user)),
        "agree": KeyForm(auto_id=False),
    }
    return render_page(request, "club/tournaments/directing.html", context)


@signed_in
def accept_arbiter_role(request: HttpRequest, arbiter_id: UUID) -> HttpResponseBase:
    """Accept the invitation to be an arbiter, and redirect to the tournament."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    form, user = KeyForm(request.POST), cast(User, request.user)
    try:
        agreed = try_write(form, lambda: accept_arbiter_invitation(by=user, arbiter_id=arbiter_id))
    except Arbiter.DoesNotExist as error:
        raise Http404 from error
    if agreed is None:
        for sentence in form.non_field_errors():
            messages.warning(request, str(sentence))
        return redirect("club:directing")
    return redirect("club:tournament", agreed.club.slug, agreed.pk)
