"""Forms of a ranking: its rule and clubs, and a club's tournaments in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.formatting.numbers_and_dates import format_plain_date
from tarokk_club.club.models import Club, Tournament
from tarokk_club.club.pages.forms import KeyForm, build_number_field
from tarokk_club.club.pages.widgets import Ticks
from tarokk_club.club.rankings.plan import MOST_BEST, RankingPlan
from tarokk_club.club.values.scales import LONGEST


class RankingForm(KeyForm):
    """The form for the name and rule of a ranking, and for the clubs to invite.

    clubs: clubs to choose from.
    """

    name = forms.CharField(label=_("Name"), max_length=80)
    best = build_number_field(
        _("How many tournaments of a player count"),
        most=MOST_BEST,
        help_text=_("The best ones count; empty for all."),
    )
    scale = forms.CharField(
        label=_("Points of each place"),
        max_length=LONGEST,
        required=False,
        help_text=_("From the first place down, as 25 18 15 12 10; empty for the table points."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    clubs = forms.MultipleChoiceField(
        label=_("Clubs that are asked to take part"),
        required=False,
        widget=Ticks,
        help_text=_("Clubs that show their tournaments to everybody. Their owners agree."),
    )

    def __init__(self, *args: Any, clubs: Sequence[Club], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["clubs"].choices = [  # type: ignore[attr-defined]
            (str(club.pk), club.name) for club in clubs
        ]
        if not clubs:
            del self.fields["clubs"]

    def read_plan(self) -> RankingPlan:
        """Return the submitted plan."""
        data = self.cleaned_data
        return RankingPlan(
            name=data["name"],
            best=data["best"] or 0,
            scale=data["scale"],
            clubs=[UUID(pk) for pk in data.get("clubs", ())],
        )


class RankedTournamentsForm(KeyForm):
    """The form that chooses which tournaments of a club count in a ranking.

    tournaments: tournaments to choose from.
    """

    tournaments = forms.MultipleChoiceField(
        label=_("Tournaments that count"), required=False, widget=Ticks
    )

    def __init__(self, *args: Any, tournaments: Sequence[Tournament], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["tournaments"].choices = [  # type: ignore[attr-defined]
            (str(tournament.pk), f"{tournament.name} · {format_plain_date(tournament.date)}")
            for tournament in tournaments
        ]
