"""The entry form of a hand of Taper: that of Romanian tarok with its own tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from scoring.games.taper.tables import TABLES
from tarokk_club.club.hand.forms.romanian.form import RomanianForm


class TaperForm(RomanianForm):
    """A hand of Taper: three at the table, nobody is called."""

    tables = TABLES
    partnered: ClassVar[bool] = False
    usual: ClassVar[Mapping[str, Any]] = {}


FORM = TaperForm
