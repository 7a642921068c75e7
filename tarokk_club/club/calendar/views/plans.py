"""Pages that plan, change, cancel and restore evenings."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.utils.translation import gettext as _

from tarokk_club.club.calendar.forms import (
    ChangeEveningForm,
    EveningForm,
    NewEveningForm,
    SeriesChoiceForm,
)
from tarokk_club.club.calendar.queries.evenings import find_last_planned_evening
from tarokk_club.club.calendar.usecases.evenings import (
    EveningPlan,
    SeriesPlan,
    cancel_evening,
    change_evening,
    plan_evening,
    restore_evening,
)
from tarokk_club.club.calendar.views.evenings import (
    PAGE,
    build_evening_context,
    redirect_to_evening,
)
from tarokk_club.club.models import Club, PlannedEvening
from tarokk_club.club.pages.loaders import MemberRequest, club_view, evening_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.session.views.sessions import list_offered_games
from tarokk_club.club.writing.permissions import Right

SETTINGS = "club/calendar/settings.html"


@club_view(Right.CORRECT)
def create_evening(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Show the form to plan an evening or a series; a POST creates it.

    The form starts with the values of the evening that was planned last.
    """
    form = NewEveningForm(
        read_post(request), games=list_offered_games(), initial=_build_initial_from_last(club)
    )
    created = submit(
        request,
        form,
        lambda submission: plan_evening(
            club_id=club.id, form=submission, plan=_read_plan(form), repeating=_read_repeating(form)
        ),
    )
    if created:
        messages.success(request, _("The evening is in the calendar."))
        return redirect_to_evening(created)
    return render_page(request, SETTINGS, {"club": club, "form": form})


@evening_view(Right.CORRECT)
def edit_evening(request: MemberRequest, evening: PlannedEvening) -> HttpResponseBase:
    """Show the form for an evening; a POST changes it, and later ones of its series if chosen."""
    form = ChangeEveningForm(
        read_post(request), games=list_offered_games(), initial=_build_initial_values(evening)
    )
    done = submit(
        request,
        form,
        lambda submission: change_evening(
            club_id=evening.club_id,
            form=submission,
            evening_id=evening.id,
            plan=_read_plan(form),
            onwards=form.cleaned_data["onwards"],
        ),
    )
    if done:
        messages.success(request, _("Saved."))
        return redirect_to_evening(evening)
    if form.status == 409:
        evening.refresh_from_db(fields=["version"])
        form.renew(evening.version)
    context = {"club": evening.club, "evening": evening, "form": form}
    return render_page(request, SETTINGS, context)


@evening_view(post=Right.CORRECT)
def cancel_evening_or_series(request: MemberRequest, evening: PlannedEvening) -> HttpResponseBase:
    """Cancel an evening, and optionally the later ones of its series."""
    return _cancel_or_restore(request, evening, cancel=True)


@evening_view(post=Right.CORRECT)
def restore_evening_or_series(request: MemberRequest, evening: PlannedEvening) -> HttpResponseBase:
    """Restore a cancelled evening, and optionally those cancelled together with it."""
    return _cancel_or_restore(request, evening, cancel=False)


def _cancel_or_restore(
    request: MemberRequest, evening: PlannedEvening, *, cancel: bool
) -> HttpResponseBase:
    form, write = SeriesChoiceForm(request.POST), cancel_evening if cancel else restore_evening
    done = submit(
        request,
        form,
        lambda submission: write(
            club_id=evening.club_id,
            form=submission,
            evening_id=evening.id,
            onwards=form.cleaned_data["onwards"],
        ),
    )
    if done is None:
        evening.refresh_from_db(fields=["cancelled_at", "version"])
        return render_page(request, PAGE, build_evening_context(request, evening, onwards=form))
    if cancel:
        messages.success(request, _("The evening is cancelled; it stays in the calendar as such."))
    else:
        messages.success(request, _("The evening takes place after all."))
    return redirect_to_evening(evening)


def _read_plan(form: EveningForm) -> EveningPlan:
    data = form.cleaned_data
    return EveningPlan(
        day=data["date"],
        starts=data["starts"],
        place=data["place"],
        game=data["game"],
        note=data["note"],
        most=data["most"],
    )


def _read_repeating(form: NewEveningForm) -> SeriesPlan | None:
    data = form.cleaned_data
    if not data["rhythm"]:
        return None
    return SeriesPlan(rhythm=data["rhythm"], until=data["until"])


def _build_initial_values(evening: PlannedEvening) -> dict[str, Any]:
    return {
        "version": evening.version,
        "date": evening.date,
        "starts": evening.starts,
        "place": evening.place,
        "game": evening.game,
        "note": evening.note,
        "most": evening.most,
    }


def _build_initial_from_last(club: Club) -> dict[str, Any]:
    """Return the initial values for a new evening, from the evening planned last."""
    last = find_last_planned_evening(club)
    if last is None:
        return {"game": ""}
    return {"starts": last.starts, "place": last.place, "game": last.game, "most": last.most}
