"""Whether a club has ratings."""

from __future__ import annotations

from tarokk_club.club.base.forms import KeyForm, hidden_switch


class RatingForm(KeyForm):
    """Whether the players are rated."""

    rated = hidden_switch()
