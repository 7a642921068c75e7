"""Totals over sessions, and places in a table of standings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scoring.core.accounts import add_to


def sum_of(sessions: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Return the sum of the balances of several sessions (account to points or minor units, +
    receives).

    >>> sum_of([{"Anna": 3, "Cili": -3}, {"Anna": -1, "Dora": 1}])
    {'Anna': 2, 'Cili': -3, 'Dora': 1}

    Source: docs/explanation/architecture.md, "The flow".
    """
    totals: dict[str, int] = {}
    for balances in sessions:
        add_to(totals, balances)
    return totals


def places(balances: Mapping[str, int]) -> dict[str, int]:
    """Return the place of each account, best first, from 1; equal balances share a place and the
    next is skipped.

    >>> places({"Anna": 5, "Bela": -9, "Cili": 5, "Dora": -1})
    {'Anna': 1, 'Bela': 4, 'Cili': 1, 'Dora': 3}

    Source: docs/explanation/architecture.md, "The flow".
    """
    first: dict[int, int] = {}
    for place, points in enumerate(sorted(balances.values(), reverse=True), start=1):
        first.setdefault(points, place)
    return {account: first[points] for account, points in balances.items()}
