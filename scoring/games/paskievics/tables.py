"""The figures of Paskievics: those that the whole family has, and no others."""

from __future__ import annotations

from scoring.games.hungarian.tables import COMMON

FIGURES = COMMON
