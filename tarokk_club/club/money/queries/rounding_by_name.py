"""Rounding and transfer plans ordered by names rather than ids, so that every site gets the same
result.
"""

from collections.abc import Iterable, Mapping

from scoring.ledger.money import round_to_cash
from scoring.ledger.settle import Transfer, plan_transfers, plan_transfers_through


def rounded_by_name(
    exact: Mapping[str, int], names: Mapping[str, str], *, step: int
) -> dict[str, int]:
    """Return the payable amounts by account; among equal remainders the first name wins."""
    labels = _labels(exact, names)
    rounded = round_to_cash({labels[one]: minor for one, minor in exact.items()}, step=step)
    return {account: rounded[labels[account]] for account in exact}


def planned_by_name(
    balances: Mapping[str, int], names: Mapping[str, str], *, hub: str = ""
) -> tuple[Transfer, ...]:
    """Return the transfers that clear these balances, by account.

    hub: the account that everybody settles with; "" for none.
    """
    labels = _labels([*balances, *([hub] if hub else [])], names)
    accounts = {label: account for account, label in labels.items()}
    labelled = {labels[one]: amount for one, amount in balances.items()}
    found = plan_transfers_through(labelled, labels[hub]) if hub else plan_transfers(labelled)
    return tuple(Transfer(accounts[one.payer], accounts[one.receiver], one.amount) for one in found)


def _labels(accounts: Iterable[str], names: Mapping[str, str]) -> dict[str, str]:
    """Return a label for each account that sorts as its name does; the kitty, without a name, comes
    last.
    """
    ordered = sorted(
        set(accounts),
        key=lambda one: (one not in names, names.get(one, "").casefold(), one),
    )
    return {account: f"{place:06}" for place, account in enumerate(ordered)}
