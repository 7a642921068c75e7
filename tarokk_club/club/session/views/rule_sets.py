"""The saved house rules of a club: list, add, change, remove."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tarokk_club.club.formatting.labels import label_game
from tarokk_club.club.models import Club, RuleSet, Session
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.htmx import render_page_or_fragment
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.session.forms.house_rules import describe_rule_set
from tarokk_club.club.session.forms.rule_sets import RuleSetForm
from tarokk_club.club.session.forms.rules_form import pick_values_after_choice
from tarokk_club.club.session.offered_rules import build_offered_rules
from tarokk_club.club.session.usecases.rule_sets import (
    RuleSetPlan,
    change_rule_set,
    remove_rule_set,
    save_rule_set,
)
from tarokk_club.club.session.views.sessions import list_offered_games
from tarokk_club.club.values.ids import read_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission

PAGE, FORM = "club/session/rule_set.html", "club/session/_rule_set_form.html"
# The session from which a new set is copied.
SESSION = "session"


@club_view(Right.READ)
def list_rule_sets(request: MemberRequest, club: Club) -> HttpResponseBase:
    """List the saved rule sets of the club, each with the preset on which it is based."""
    rows = [
        (row, label_game(row.game), describe_rule_set(row.played_game, build_offered_rules(row)))
        for row in club.rule_sets.all()
    ]
    context = {"club": club, "rows": rows, "rights": request.rights}
    return render_page(request, "club/session/rule_sets.html", context)


@club_view(Right.CLUB)
def add_rule_set(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Add a rule set; a session in the query string supplies the initial rules."""
    session_id = read_id(request.GET.get(SESSION, ""))
    session = Session.objects.filter(pk=session_id, club=club).first() if session_id else None
    initial = _build_initial_values(session) if session else {"game": club.last_choice.get("game")}
    form = RuleSetForm(read_post(request), initial=initial, games=list_offered_games())
    return _save_or_render_rule_set(
        request, club, form, lambda sent: _save_rule_set(club, form, sent)
    )


@club_view(Right.CLUB)
def edit_rule_set(request: MemberRequest, club: Club, rule_set_id: UUID) -> HttpResponseBase:
    """Rename a set, or change its rules."""
    saved_set = get_object_or_404(RuleSet, pk=rule_set_id, club=club)
    initial = _build_initial_values(saved_set) | {"name": saved_set.name}
    form = RuleSetForm(read_post(request), initial=initial, games=list_offered_games())
    return _save_or_render_rule_set(
        request,
        club,
        form,
        lambda sent: _change_rule_set(saved_set, form, sent),
        rule_set=saved_set,
    )


@club_view(post=Right.CLUB)
def remove_saved_rule_set(
    request: MemberRequest, club: Club, rule_set_id: UUID
) -> HttpResponseBase:
    """Remove a rule set, and redirect to the list."""
    saved_set = get_object_or_404(RuleSet, pk=rule_set_id, club=club)
    form = KeyForm(request.POST)
    if submit(
        request,
        form,
        lambda sent: remove_rule_set(club_id=club.id, form=sent, rule_set_id=saved_set.id),
    ):
        messages.success(request, _("%(name)s is removed.") % {"name": saved_set.name})
    return redirect("club:rule_sets", club.slug)


def _save_or_render_rule_set(
    request: MemberRequest,
    club: Club,
    form: RuleSetForm,
    write: Callable[[Submission], RuleSet],
    rule_set: RuleSet | None = None,
) -> HttpResponseBase:
    """Save the form and redirect; render it again after an error or a change of game or preset."""
    context: dict[str, Any] = {"club": club, "one": rule_set, "form": form, "removing": KeyForm()}
    do = request.POST.get("do", "")
    if do in {"game", "preset"}:
        context["form"] = RuleSetForm(
            initial=pick_values_after_choice(form.read_typed_values(), do),
            games=list_offered_games(),
        )
        return render_page_or_fragment(request, PAGE, FORM, context)
    if submit(request, form, write):
        messages.success(request, _("The house rules are saved."))
        return redirect("club:rule_sets", club.slug)
    return render_page(request, PAGE, context)


def _save_rule_set(club: Club, form: RuleSetForm, sent: Submission) -> RuleSet:
    return save_rule_set(club_id=club.id, form=sent, plan=_build_plan(form))


def _change_rule_set(rule_set: RuleSet, form: RuleSetForm, sent: Submission) -> RuleSet:
    return change_rule_set(
        club_id=rule_set.club_id, form=sent, rule_set_id=rule_set.id, plan=_build_plan(form)
    )


def _build_plan(form: RuleSetForm) -> RuleSetPlan:
    data = form.cleaned_data
    return RuleSetPlan(
        name=data["name"], game=form.played, rules=data["rules"], preset=data["began"]
    )


def _build_initial_values(row: RuleSet | Session) -> dict[str, Any]:
    last = {"game": row.game, "rules": row.rules, "preset": row.rules_preset}
    return RuleSetForm.build_initial_from_choice(last | {"rules_version": row.rules_version})
