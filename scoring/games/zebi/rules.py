"""House rules of Zebi tarokk: those of Magas."""

from __future__ import annotations

from scoring.games.magas.rules import PRESETS
from scoring.games.magas.rules import MagasRules as ZebiRules

__all__ = ["PRESETS", "ZebiRules"]
