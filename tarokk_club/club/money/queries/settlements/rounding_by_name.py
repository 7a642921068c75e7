"""Rounding and transfer plans that sort accounts by name, so that ids make no difference."""

from collections.abc import Iterable, Mapping

from scoring.ledger.fewest_transfers import Transfer, plan_transfers, plan_transfers_through
from scoring.ledger.money import round_to_cash


def round_amounts_by_name(
    exact: Mapping[str, int], names: Mapping[str, str], *, step: int
) -> dict[str, int]:
    """Return the payable amounts by account; equal remainders are rounded in order of names.

    step: the smallest payment, in minor units.
    """
    labels = _build_labels(exact, names)
    rounded = round_to_cash({labels[player]: minor for player, minor in exact.items()}, step=step)
    return {account: rounded[labels[account]] for account in exact}


def plan_transfers_by_name(
    balances: Mapping[str, int], names: Mapping[str, str], *, hub: str = ""
) -> tuple[Transfer, ...]:
    """Return the transfers between accounts that clear these balances.

    hub: the account through which everybody pays; "" for none.
    """
    labels = _build_labels([*balances, *([hub] if hub else [])], names)
    accounts = {label: account for account, label in labels.items()}
    labelled = {labels[player]: amount for player, amount in balances.items()}
    planned = plan_transfers_through(labelled, labels[hub]) if hub else plan_transfers(labelled)
    return tuple(
        Transfer(accounts[transfer.payer], accounts[transfer.receiver], transfer.amount)
        for transfer in planned
    )


def _build_labels(accounts: Iterable[str], names: Mapping[str, str]) -> dict[str, str]:
    """Return a label for each account; the labels sort by name, with the kitty last."""
    ordered = sorted(
        set(accounts),
        key=lambda account: (account not in names, names.get(account, "").casefold(), account),
    )
    return {account: f"{place:06}" for place, account in enumerate(ordered)}
