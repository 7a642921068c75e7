"""Totals over sessions, and places in a table of standings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scoring.core.accounts import add_to


def sum_balances(sessions: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Return the balances of several sessions added up by account (+ receives).

    >>> sum_balances([{"Anna": 3, "Cili": -3}, {"Anna": -1, "Dora": 1}])
    {'Anna': 2, 'Cili': -3, 'Dora': 1}

    Source: docs/explanation/architecture.md, "The flow".
    """
    totals: dict[str, int] = {}
    for balances in sessions:
        add_to(totals, balances)
    return totals


def rank_accounts(balances: Mapping[str, int]) -> dict[str, int]:
    """Return the rank of each account, from 1 for the best; equal balances share a rank.

    >>> rank_accounts({"Anna": 5, "Bela": -9, "Cili": 5, "Dora": -1})
    {'Anna': 1, 'Bela': 4, 'Cili': 1, 'Dora': 3}

    Source: docs/explanation/architecture.md, "The flow".
    """
    first: dict[int, int] = {}
    for place, points in enumerate(sorted(balances.values(), reverse=True), start=1):
        first.setdefault(points, place)
    return {account: first[points] for account, points in balances.items()}
