"""The club itself: its name, language, time zone and currency."""

from __future__ import annotations

import zoneinfo
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models import Club
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.widgets import Chips
from tarokk_club.club.people.forms.players import currency_choices


class ClubSettingsForm(KeyForm):
    """What an owner may change; a currency that money was booked in is left out."""

    name = forms.CharField(
        label=_("Name of the club"),
        max_length=80,
        help_text=_("The address of the club stays as it is, so that links go on working."),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        choices=settings.LANGUAGES,
        widget=Chips,
        help_text=_("For everybody who has chosen none themselves."),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=lambda: [(name, name.replace("_", " ")) for name in zones()],
        help_text=_("By its clock an evening begins and a day ends."),
    )
    currency = forms.ChoiceField(label=_("Currency"), choices=currency_choices)

    def __init__(self, *args: Any, booked: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if booked:
            del self.fields["currency"]

    @classmethod
    def of(cls, club: Club, data: Any = None, *, booked: bool) -> ClubSettingsForm:
        """The form about a club as it is; booked: whether money was booked in its currency."""
        now = {name: getattr(club, name) for name in ("name", "language", "time_zone", "currency")}
        return cls(data, booked=booked, initial=now)


def zones() -> list[str]:
    """The time zones by the names of their cities."""
    return sorted(name for name in zoneinfo.available_timezones() if "/" in name or name == "UTC")
