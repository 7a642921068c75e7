"""The fewest transfers that clear all balances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.ledger.money import UnbalancedMoneyError

# With more open balances, the exact search would be too slow for a page.
EXACT_UP_TO = 14

_Open = list[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Transfer:
    """One payment from a player to another.

    amount: above 0, in the unit of the balances.

    Source: docs/explanation/money.md, "Settling".
    """

    payer: str
    receiver: str
    amount: int


def plan_transfers(balances: Mapping[str, int]) -> tuple[Transfer, ...]:
    """Return the transfers that bring every balance to zero, largest first.

    balances: by player, + receives.

    Raise UnbalancedMoneyError if the balances do not add up to 0.

    The number of transfers is minimal up to EXACT_UP_TO players with an open balance, and small
    beyond that. Nobody both pays and receives, and the order of `balances` makes no difference.

    >>> plan_transfers({"Anna": 30, "Bela": -30, "Cili": 0})
    (Transfer(payer='Bela', receiver='Anna', amount=30),)

    Source: docs/explanation/money.md, "Settling"; docs/reference/quality.md, R07.
    """
    if sum(balances.values()):
        raise UnbalancedMoneyError(f"the balances add up to {sum(balances.values())}")
    unpaid = {player: balances[player] for player in sorted(balances) if balances[player]}
    transfers = _pay_opposites(unpaid)
    while len(unpaid) > EXACT_UP_TO:
        transfers.append(_pay_largest(unpaid))
        transfers += _pay_opposites(unpaid)
    for group in _split_into_zero_sums(list(unpaid.items())):
        members = dict(group)
        while members:
            transfers.append(_pay_largest(members))
    return tuple(sorted(transfers, key=lambda done: (-done.amount, done.payer, done.receiver)))


def plan_transfers_through(balances: Mapping[str, int], hub: str) -> tuple[Transfer, ...]:
    """Return the transfers that clear the balances if all players settle only with `hub`.

    balances: by player, + receives.

    Raise UnbalancedMoneyError if the balances do not add up to 0.

    Payers come first, so that the hub can pay out the money it received; each group is sorted
    largest first.

    >>> [one.payer for one in plan_transfers_through({"Anna": 30, "Bela": -40, "Cili": 10}, "Anna")]
    ['Bela', 'Anna']

    Source: docs/explanation/money.md, "Settling".
    """
    if sum(balances.values()):
        raise UnbalancedMoneyError(f"the balances add up to {sum(balances.values())}")
    others = {account: amount for account, amount in balances.items() if account != hub and amount}
    transfers = [
        Transfer(account, hub, -amount) if amount < 0 else Transfer(hub, account, amount)
        for account, amount in others.items()
    ]
    return tuple(
        sorted(
            transfers,
            key=lambda transfer: (transfer.payer == hub, -transfer.amount, *_get_parties(transfer)),
        )
    )


def _get_parties(transfer: Transfer) -> tuple[str, str]:
    return transfer.payer, transfer.receiver


def _pay_opposites(unpaid: dict[str, int]) -> list[Transfer]:
    """Pay every debt that equals a credit with one transfer, and return these transfers."""
    creditors: dict[int, list[str]] = {}
    for player, amount in unpaid.items():
        if amount > 0:
            creditors.setdefault(amount, []).append(player)
    transfers = []
    for payer, amount in list(unpaid.items()):
        receivers = creditors.get(-amount)
        if receivers:
            receiver = receivers.pop(0)
            transfers.append(Transfer(payer, receiver, -amount))
            del unpaid[payer], unpaid[receiver]
    return transfers


def _pay_largest(unpaid: dict[str, int]) -> Transfer:
    """Pay the largest credit from the largest debt, clearing at least one of them; return it."""
    payer = min(unpaid, key=lambda player: (unpaid[player], player))
    receiver = min(unpaid, key=lambda player: (-unpaid[player], player))
    amount = min(-unpaid[payer], unpaid[receiver])
    unpaid[payer] += amount
    unpaid[receiver] -= amount
    for player in (payer, receiver):
        if not unpaid[player]:
            del unpaid[player]
    return Transfer(payer, receiver, amount)


def _split_into_zero_sums(members: _Open) -> list[_Open]:
    """Return `members` split into as many groups of sum zero as possible, to save transfers."""
    count = len(members)
    sums = [0] * (1 << count)
    most = [0] * (1 << count)
    # most[mask]: the most prefixes of sum zero that any order of the members in mask can have.
    for mask in range(1, 1 << count):
        lowest = (mask & -mask).bit_length() - 1
        sums[mask] = sums[mask & (mask - 1)] + members[lowest][1]
        best, remaining = 0, mask
        while remaining:
            bit = remaining & -remaining
            remaining ^= bit
            best = max(best, most[mask ^ bit])
        most[mask] = best + (not sums[mask])
    return _collect_groups(members, sums, most)


def _collect_groups(members: _Open, sums: list[int], most: list[int]) -> list[_Open]:
    groups: list[_Open] = []
    mask = len(sums) - 1
    while mask:
        if not sums[mask]:
            groups.append([])
        best = most[mask] - (not sums[mask])
        place = next(
            place
            for place in range(len(members))
            if mask >> place & 1 and most[mask ^ (1 << place)] == best
        )
        groups[-1].append(members[place])
        mask ^= 1 << place
    return groups
