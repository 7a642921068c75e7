"""The form of a webhook."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.webhooks import WebhookEvent
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.widgets import Ticks


class WebhookForm(KeyForm):
    """A form for the URL and the events of a new webhook."""

    url = forms.CharField(
        label=_("Address"),
        max_length=500,
        widget=forms.TextInput(attrs={"inputmode": "url", "placeholder": "https://"}),
        help_text=_("An https address of your program that everybody can reach."),
    )
    events = forms.MultipleChoiceField(
        label=_("Tell it when"),
        choices=WebhookEvent.choices,
        widget=Ticks,
        initial=list(WebhookEvent.values),
    )
