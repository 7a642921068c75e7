"""Random legal hands of Zebi tarokk."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from scoring.core.table import Table
from scoring.games.zebi import ZEBI
from scoring.games.zebi.tables import FIGURES
from support.strategies.magas import hands_with


def hands(table: Table) -> st.SearchStrategy[dict[str, Any]]:
    """Return a strategy for legal hand events."""
    return hands_with(table, FIGURES, ZEBI)
