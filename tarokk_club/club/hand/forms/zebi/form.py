"""The entry form of a Zebi hand: the Magas form with the figures of Zebi."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from scoring.games.hungarian.tables import Figure
from scoring.games.zebi.tables import FIGURES
from tarokk_club.club.hand.forms.magas.form import MagasForm


class ZebiForm(MagasForm):
    """The entry form of a hand of Zebi tarokk."""

    figures: ClassVar[Mapping[str, Figure]] = FIGURES


FORM = ZebiForm
