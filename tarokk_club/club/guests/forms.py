"""Forms for guest links, public parts and the names that guests see."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.people import PublicPart
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.widgets import Chips, Ticks
from tarokk_club.club.values.naming import Naming

Choices = Iterable[tuple[str, Any]]


class GuestLinkForm(KeyForm):
    """A form for a new guest link.

    pages, spans: the choices of pages and lifetimes.
    """

    what = forms.ChoiceField(label=_("What guests see"))
    lasting = forms.ChoiceField(label=_("How long"), widget=Chips)
    language = forms.ChoiceField(
        label=_("Language of the page"),
        required=False,
        choices=[("", _("The club's language")), *settings.LANGUAGES],
        widget=Chips,
    )

    def __init__(self, *args: Any, pages: Choices, spans: Choices, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["what"].choices = pages  # type: ignore[attr-defined]  # a ChoiceField
        self.fields["lasting"].choices = spans  # type: ignore[attr-defined]  # a ChoiceField


class PublishForm(KeyForm):
    """A form to choose the parts of the club that are public."""

    parts = forms.MultipleChoiceField(
        label=_("Anybody can see"), required=False, choices=PublicPart.choices, widget=Ticks
    )


class GuestNamesForm(KeyForm):
    """A form to choose how players are named on guest pages."""

    names = forms.ChoiceField(label=_("Guests see"), choices=Naming.choices, widget=Chips)
