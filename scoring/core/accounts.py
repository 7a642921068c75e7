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


def add_to(totals: dict[str, int], points: Mapping[str, int]) -> None:
    """Add `points` (account to points, + receives) to `totals` in place.

    Source: scoring/RULEBOOK.md, section 0.
    """
    for account, amount in points.items():
        totals[account] = totals.get(account, 0) + amount
