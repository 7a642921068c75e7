"""Forms to end API keys and calendar links, and to change the password."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from allauth.account.forms import ChangePasswordForm
from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.pages.widgets import Ticks


class EndAccessForm(forms.Form):
    """A form to choose the API keys and calendar links to end.

    access: the id and description of each key and link; if empty, the form has no field for it.
    """

    def __init__(self, *args: Any, access: Sequence[tuple[str, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        if access:
            self.fields["ends"] = forms.MultipleChoiceField(
                label=_("End these too"),
                required=False,
                choices=access,
                help_text=_("They go on without a password. Tick what you do not know or need."),
                widget=Ticks,
            )


class PasswordChangeForm(EndAccessForm, ChangePasswordForm):  # type: ignore[misc]  # allauth is untyped
    """The form to change the password, and to end API keys and calendar links."""
