"""Whether a club has ratings."""

from __future__ import annotations

from tarokk_club.club.pages.forms import KeyForm, hidden_switch


class RatingForm(KeyForm):
    """Whether the players are rated."""

    rated = hidden_switch()
