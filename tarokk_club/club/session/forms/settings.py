"""The form that replaces one player with another in a whole session."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.pages.forms import ReasonForm
from tarokk_club.club.pages.widgets import Chips
from tarokk_club.club.session.forms.rules_form import set_choices


class ReplaceForm(ReasonForm):
    """A form to replace a recorded player with the player who really sat at the table."""

    old = forms.ChoiceField(label=_("Who was written down?"), widget=Chips)
    new = forms.ChoiceField(label=_("Who really played?"), widget=Chips)

    def __init__(
        self,
        *args: Any,
        seated: Sequence[tuple[str, str]],
        others: Sequence[tuple[str, str]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self.fields["old"], seated)
        set_choices(self.fields["new"], others)

    def read_players(self) -> tuple[UUID, UUID]:
        """Return the ids of the two players."""
        return UUID(self.cleaned_data["old"]), UUID(self.cleaned_data["new"])
