"""Points times stake as whole minor units, and rounding to what can be paid in cash."""

from __future__ import annotations

import re
from collections.abc import Mapping

from scoring.core.problem import Problem, RefusedError
from scoring.ledger.currency import Currency

_AMOUNT = re.compile(r"(?P<whole>0|[1-9][0-9]{0,8})(?:\.(?P<part>[0-9]{1,4}))?")
# Both signs that people write before an amount below zero.
_BELOW_ZERO = re.compile(r"[-\u2212][0-9]+(?:\.[0-9]+)?")
_TOO_LARGE = re.compile(r"[1-9][0-9]{9,}(?:\.(?P<part>[0-9]+))?")


class UnbalancedMoneyError(Exception):
    """Amounts that should add up to zero and do not: a fault of the programme, never of the record.

    Source: docs/adr/0018-scoring-core.md, "Zero sum".
    """


def read_amount(text: str, currency: Currency, *, field: str) -> int:
    """The amount that `text`, a decimal number with a point, names: minor units, 0 or more.

    field: where a fault of it belongs. Raises RefusedError with `amount_below_zero`,
    `amount_too_large` (a thousand million or more), or `amount_wrong`: no such number, or more
    digits than the currency has; `amount_not_whole` where it has none.

    >>> read_amount("0.5", Currency("EUR", 2), field="per_point")
    50

    Source: docs/reference/format.md ("per_point").
    """
    match = _AMOUNT.fullmatch(text)
    part = (match["part"] or "") if match else ""
    if match is None or len(part) > currency.digits:
        raise RefusedError([_amount_problem(text, currency, field=field)])
    return int(match["whole"] + part.ljust(currency.digits, "0"))


def _amount_problem(text: str, currency: Currency, *, field: str) -> Problem:
    if _BELOW_ZERO.fullmatch(text):
        return Problem("amount_below_zero", field)
    large = _TOO_LARGE.fullmatch(text)
    if large and len(large["part"] or "") <= currency.digits:
        return Problem("amount_too_large", field)
    if not currency.digits:
        return Problem("amount_not_whole", field)
    return Problem("amount_wrong", field, {"digits": currency.digits})


def money_of(points: Mapping[str, int], *, per_point: int) -> dict[str, int]:
    """What `points` by account (+ receives) are worth, in minor units (+ receives).

    per_point: minor units for one point. Exact: nothing is rounded.

    >>> money_of({"Anna": 3, "Cili": -3}, per_point=50)
    {'Anna': 150, 'Cili': -150}

    Source: docs/reference/format.md ("per_point").
    """
    return {account: amount * per_point for account, amount in points.items()}


def decimal_text(minor: int, *, digits: int) -> str:
    """`minor` units (either sign) as a decimal number with `digits` digits after its point.

    >>> decimal_text(-1205, digits=2), decimal_text(7, digits=0)
    ('-12.05', '7')

    Source: ISO 4217, minor units.
    """
    if not digits:
        return str(minor)
    whole, part = divmod(abs(minor), 10**digits)
    return f"{'-' if minor < 0 else ''}{whole}.{part:0{digits}}"


def round_to_cash(amounts: Mapping[str, int], *, step: int) -> dict[str, int]:
    """Multiples of `step` near `amounts` (by account, minor units, + receives) that add up to 0.

    Largest remainder: everybody is rounded down to a multiple of `step`; what then is missing goes,
    one step each, to those who lost most by it, the first by key among equals. Nobody moves by a
    whole step. Raises UnbalancedMoneyError when the amounts do not add up to zero.

    >>> round_to_cash({"Anna": 12, "Bela": 11, "Cili": -23}, step=5)
    {'Anna': 15, 'Bela': 10, 'Cili': -25}

    Source: docs/explanation/money.md, "Settling"; docs/adr/0020-whole-points-and-minor-units.md.
    """
    if sum(amounts.values()):
        raise UnbalancedMoneyError(f"the amounts add up to {sum(amounts.values())}")
    lost = {account: amount % step for account, amount in amounts.items()}
    missing = sum(lost.values()) // step
    raised = set(sorted(lost, key=lambda account: (-lost[account], account))[:missing])
    return {
        account: amount - lost[account] + step * (account in raised)
        for account, amount in amounts.items()
    }


def nearest_in_cash(minor: int, *, step: int) -> int:
    """`minor` units (either sign) as the nearest multiple of `step`; half a step goes up.

    For one amount alone: several that must add up to zero are rounded by `round_to_cash`.

    >>> nearest_in_cash(-12, step=5), nearest_in_cash(13, step=5)
    (-10, 15)

    Source: Act III of 2008 (HU); docs/explanation/money.md, "Settling".
    """
    return (2 * minor + step) // (2 * step) * step
