"""The settings page of a club."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tarokk_club.club.confirmations.forms import HandConfirmationsForm
from tarokk_club.club.models import Club
from tarokk_club.club.pages.fragment_cache import build_cache_key
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.people.forms.club import ClubSettingsForm
from tarokk_club.club.people.forms.members import TwoFactorsForm
from tarokk_club.club.people.queries.clubs import has_money_records
from tarokk_club.club.people.usecases.clubs import ClubSettings, change_club
from tarokk_club.club.values.naming import Naming
from tarokk_club.club.writing.permissions import Right


@club_view(Right.CLUB)
def edit_club_settings(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Edit the club's name, language, time zone and currency, and link to its other settings."""
    has_money = has_money_records(club)
    form = ClubSettingsForm.build_for_club(club, read_post(request), has_money=has_money)
    saved = submit(
        request,
        form,
        lambda submission: change_club(
            club_id=club.id, form=submission, new_settings=_read_club_settings(form, club)
        ),
    )
    if saved:
        messages.success(request, _("Saved."))
        return redirect("club:club_settings", club.slug)
    context = {
        "club": club,
        "form": form,
        "fields_key": build_cache_key(
            "club settings", club.name, club.language, club.time_zone, club.currency, has_money
        ),
        "booked": has_money,
        "rights": request.rights,
        "naming": Naming(club.guest_names).label,
        "sealing": HandConfirmationsForm(initial={"hands": str(int(not club.seal_hands))}),
        "two_factors": TwoFactorsForm(initial={"wanted": "0" if club.two_factors else "1"}),
    }
    return render_page(request, "club/home/settings.html", context)


def _read_club_settings(form: ClubSettingsForm, club: Club) -> ClubSettings:
    data = form.cleaned_data
    return ClubSettings(
        name=data["name"],
        language=data["language"],
        time_zone=data["time_zone"],
        currency=data.get("currency", club.currency),
    )
