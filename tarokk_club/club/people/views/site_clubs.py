"""The operator's pages: all clubs, decisions about them, and lost passwords."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.core.problem import Problem
from tarokk_club.club.formatting.numbers_and_dates import format_plain_date
from tarokk_club.club.models import Club, Membership, User
from tarokk_club.club.pages.link_pages import build_absolute_url
from tarokk_club.club.pages.loaders import View, signed_in
from tarokk_club.club.pages.responses import read_post, render_page, try_write
from tarokk_club.club.people.forms.site_clubs import (
    LIMIT,
    REMOVE,
    RESUME,
    SUSPEND,
    DecisionForm,
    LostPasswordForm,
)
from tarokk_club.club.people.queries.site_clubs import load_site_clubs
from tarokk_club.club.people.usecases.accounts import make_password_link
from tarokk_club.club.people.usecases.clubs import (
    Decision,
    limit_club_hands,
    resume_club,
    schedule_club_removal,
    suspend_club,
)
from tarokk_club.club.writing.unit_of_work import Submission

_DECISIONS: Mapping[str, Callable[[Decision], Club]] = {
    SUSPEND: suspend_club,
    RESUME: resume_club,
    REMOVE: schedule_club_removal,
}


def operator_view(view: Callable[[HttpRequest, User], HttpResponseBase]) -> View:
    """Decorate `view(request, operator)`; signed-in users who are not operators get a 404."""

    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponseBase:
        user = cast(User, request.user)
        if not (user.is_superuser and user.is_staff):
            raise Http404
        return view(request, user)

    return signed_in(guarded)


@operator_view
def list_site_clubs(request: HttpRequest, operator: User) -> HttpResponseBase:
    """List the clubs with their size and state; a POST carries out a decision about a club."""
    form = DecisionForm(read_post(request))
    if request.method == "POST" and form.is_valid():
        try:
            messages.success(request, _carry_out_decision(form, operator))
        except Club.DoesNotExist:
            raise Http404 from None
        return redirect("club:site_clubs")
    if form.errors:
        messages.error(request, _("Write a number, or nothing for any number."))
    context = {"clubs": load_site_clubs()}
    return render_page(
        request, "club/people/site_clubs.html", context, status=422 if form.errors else 200
    )


def _carry_out_decision(form: DecisionForm, operator: User) -> str:
    """Carry out the decision and return the success message."""
    data = form.cleaned_data
    decision = Decision(data["club"], operator)
    if data["decision"] == LIMIT:
        limit_club_hands(decision, data["most_hands"])
        return _("Saved.")
    club = _DECISIONS[data["decision"]](decision)
    if club.removal_on:
        values = {"club": club.name, "day": format_plain_date(club.removal_on)}
        return _("%(club)s is removed on %(day)s; until then it can be kept.") % values
    if club.suspended_at:
        return _("%(club)s is suspended: its members can read but not enter anything.") % {
            "club": club.name
        }
    return _("The members of %(club)s enter hands again.") % {"club": club.name}


@operator_view
def create_lost_password_link(request: HttpRequest, _operator: User) -> HttpResponseBase:
    """Create a password link for a member of any club, and show its URL once."""
    form, address = LostPasswordForm(read_post(request)), ""
    if request.method == "POST" and form.is_valid():
        address = _create_password_url(request, form)
    context = {"form": form, "address": address}
    return render_page(request, "club/people/operators_password.html", context)


def _create_password_url(request: HttpRequest, form: LostPasswordForm) -> str:
    """Create a password link and return its URL, or "" with errors in the form."""
    username = User.normalize_username(form.cleaned_data["username"])
    rows = Membership.objects.filter(user__username=username, user__is_active=True)
    membership = rows.order_by("since").first()
    if membership is None:
        form.show_problems([Problem("no_such_account", "username")])
        return ""
    link = try_write(
        form,
        lambda: make_password_link(
            club_id=membership.club_id,
            form=Submission(key=form.cleaned_data["key"], by=None),
            user_id=membership.user_id,
        ),
    )
    if link is None or link.token is None:
        return ""
    return build_absolute_url(request, reverse("club:new_password", args=[link.token]))
