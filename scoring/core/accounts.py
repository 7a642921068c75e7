"""Accounts of a session: one for each player and each pot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

POT_PREFIX = "pot:"


def name_pot_account(name: str) -> str:
    """Return the account of the pot `name`.

    >>> name_pot_account("king")
    'pot:king'

    Source: docs/reference/format.md, "What score answers".
    """
    return POT_PREFIX + name


def is_pot(account: str) -> bool:
    """Return whether `account` is a pot rather than a player.

    Source: docs/reference/format.md, "What score answers".
    """
    return account.startswith(POT_PREFIX)


def split_evenly(amount: int, among: Sequence[str]) -> dict[str, int]:
    """Return `amount` (points, either sign) split evenly; the first names get the odd points.

    >>> split_evenly(8, ["A", "B", "C"])
    {'A': 3, 'B': 3, 'C': 2}
    >>> split_evenly(-8, ["A", "B", "C"])
    {'A': -3, 'B': -3, 'C': -2}

    Source: scoring/RULEBOOK.md, "Split".
    """
    share, odd = divmod(abs(amount), len(among))
    sign = 1 if amount >= 0 else -1
    return {name: sign * (share + (place < odd)) for place, name in enumerate(among)}


def add_amounts(totals: dict[str, int], points: Mapping[str, int]) -> None:
    """Add `points` (by account, + receives) to `totals` in place.

    Source: scoring/RULEBOOK.md, section 0.
    """
    for account, amount in points.items():
        totals[account] = totals.get(account, 0) + amount


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
