"""The figures of Paskievics: those shared by the whole family, and no others."""

from __future__ import annotations

from scoring.games.hungarian.tables import COMMON

FIGURES = COMMON
