"""The form for a club's name, language, time zone and currency."""

from __future__ import annotations

import zoneinfo
from functools import cache
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models import Club
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.widgets import Chips, LongSelect
from tarokk_club.club.people.forms.founding import list_currency_choices


@cache
def list_time_zone_names() -> tuple[str, ...]:
    """Return the names of the time zones with a slash, such as Europe/Budapest, and UTC."""
    # Cached, as the names are read from disk and do not change at run time.
    names = zoneinfo.available_timezones()
    return tuple(sorted(name for name in names if "/" in name or name == "UTC"))


class ClubSettingsForm(KeyForm):
    """A form for the club's settings; once money was recorded, it has no field for the currency."""

    name = forms.CharField(
        label=_("Name of the club"),
        max_length=80,
        help_text=_("The address of the club stays as it is, so that links go on working."),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        choices=settings.LANGUAGES,
        widget=Chips,
        help_text=_("For everybody who has not chosen one."),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=lambda: [(name, name.replace("_", " ")) for name in list_time_zone_names()],
        widget=LongSelect,
        help_text=_("By its clock an evening begins and a day ends."),
    )
    currency = forms.ChoiceField(
        label=_("Currency"), choices=list_currency_choices, widget=LongSelect
    )

    def __init__(self, *args: Any, has_money: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if has_money:
            del self.fields["currency"]

    @classmethod
    def build_for_club(cls, club: Club, data: Any = None, *, has_money: bool) -> ClubSettingsForm:
        """Return the form with the club's current settings as initial values.

        has_money: whether money was recorded in the club's currency.
        """
        current = {
            name: getattr(club, name) for name in ("name", "language", "time_zone", "currency")
        }
        return cls(data, has_money=has_money, initial=current)
