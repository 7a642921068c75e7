"""Rounding and transfer plans that order accounts by name, so that they never depend on ids."""

from collections.abc import Iterable, Mapping

from scoring.ledger.money import round_to_cash
from scoring.ledger.settle import Transfer, plan_transfers, plan_transfers_through


def round_by_name(
    exact: Mapping[str, int], names: Mapping[str, str], *, step: int
) -> dict[str, int]:
    """Return the payable amounts by account; equal remainders are rounded in order of names."""
    labels = _build_labels(exact, names)
    rounded = round_to_cash({labels[one]: minor for one, minor in exact.items()}, step=step)
    return {account: rounded[labels[account]] for account in exact}


def plan_by_name(
    balances: Mapping[str, int], names: Mapping[str, str], *, hub: str = ""
) -> tuple[Transfer, ...]:
    """Return the transfers between accounts that clear these balances.

    hub: the account through which everybody pays; "" for none.
    """
    labels = _build_labels([*balances, *([hub] if hub else [])], names)
    accounts = {label: account for account, label in labels.items()}
    labelled = {labels[one]: amount for one, amount in balances.items()}
    planned = plan_transfers_through(labelled, labels[hub]) if hub else plan_transfers(labelled)
    return tuple(
        Transfer(accounts[one.payer], accounts[one.receiver], one.amount) for one in planned
    )


def _build_labels(accounts: Iterable[str], names: Mapping[str, str]) -> dict[str, str]:
    """Return a label by account that sorts by the account's name; the kitty comes last."""
    ordered = sorted(
        set(accounts),
        key=lambda one: (one not in names, names.get(one, "").casefold(), one),
    )
    return {account: f"{place:06}" for place, account in enumerate(ordered)}
