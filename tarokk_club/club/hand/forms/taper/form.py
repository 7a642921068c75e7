"""The entry form of a hand of Taper: the Romanian form with the tables of Taper."""

from __future__ import annotations

from typing import ClassVar

from scoring.games.taper.tables import TABLES
from tarokk_club.club.hand.forms.romanian.form import RomanianForm


class TaperForm(RomanianForm):
    """The entry form of a hand of Taper: three players, and no partner is called."""

    tables = TABLES
    partnered: ClassVar[bool] = False


FORM = TaperForm
