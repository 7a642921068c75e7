"""Random legal hands of Taper."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from scoring.core.table import Table
from scoring.games.taper.tables import TABLES
from support.strategies.romanian import abandoned, passed_out, played


def hands(table: Table) -> st.SearchStrategy[dict[str, Any]]:
    """Return a strategy for legal hand events."""
    return st.one_of(played(table, TABLES), played(table, TABLES), passed_out(), abandoned())
