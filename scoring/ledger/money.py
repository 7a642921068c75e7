"""Conversion of points to money in minor units, and rounding to amounts payable in cash."""

from __future__ import annotations

import re
from collections.abc import Mapping

from scoring.core.problem import Problem, RefusedError
from scoring.ledger.currency import Currency

_AMOUNT = re.compile(r"(?P<whole>0|[1-9][0-9]{0,8})(?:\.(?P<part>[0-9]{1,4}))?")
# Both minus signs that people type before a negative amount.
_BELOW_ZERO = re.compile(r"[-\u2212][0-9]+(?:\.[0-9]+)?")
_TOO_LARGE = re.compile(r"[1-9][0-9]{9,}(?:\.(?P<part>[0-9]+))?")


class UnbalancedMoneyError(Exception):
    """Amounts of money that do not add up to zero: a bug in the program, not a fault of the record.

    Source: docs/adr/0018-scoring-core.md, "Zero sum".
    """


def read_amount(text: str, currency: Currency, *, field: str) -> int:
    """Return the amount in `text`, a decimal number with a point, as minor units, 0 or more.

    field: path of the field to which a fault refers.
    Raise RefusedError with `amount_below_zero` if the number is negative.
    Raise RefusedError with `amount_too_large` if it is a thousand million or more.
    Raise RefusedError with `amount_not_whole` for other faults in a currency without digits.
    Raise RefusedError with `amount_wrong` for other faults, such as too many digits.

    >>> read_amount("0.5", Currency("EUR", 2), field="per_point")
    50

    Source: docs/reference/format.md ("per_point").
    """
    match = _AMOUNT.fullmatch(text)
    part = (match["part"] or "") if match else ""
    if match is None or len(part) > currency.digits:
        raise RefusedError([_build_amount_problem(text, currency, field=field)])
    return int(match["whole"] + part.ljust(currency.digits, "0"))


def _build_amount_problem(text: str, currency: Currency, *, field: str) -> Problem:
    if _BELOW_ZERO.fullmatch(text):
        return Problem("amount_below_zero", field)
    large = _TOO_LARGE.fullmatch(text)
    if large and len(large["part"] or "") <= currency.digits:
        return Problem("amount_too_large", field)
    if not currency.digits:
        return Problem("amount_not_whole", field)
    return Problem("amount_wrong", field, {"digits": currency.digits})


def convert_points_to_money(points: Mapping[str, int], *, per_point: int) -> dict[str, int]:
    """Return the value of `points` by account (+ receives), in minor units (+ receives).

    per_point: minor units for one point.
    The result is exact, without rounding.

    >>> convert_points_to_money({"Anna": 3, "Cili": -3}, per_point=50)
    {'Anna': 150, 'Cili': -150}

    Source: docs/reference/format.md ("per_point").
    """
    return {account: amount * per_point for account, amount in points.items()}


def format_decimal(minor: int, *, digits: int) -> str:
    """Return `minor` units (either sign) as a decimal number with `digits` digits after the point.

    >>> format_decimal(-1205, digits=2), format_decimal(7, digits=0)
    ('-12.05', '7')

    Source: ISO 4217, minor units.
    """
    if not digits:
        return str(minor)
    major, fraction = divmod(abs(minor), 10**digits)
    return f"{'-' if minor < 0 else ''}{major}.{fraction:0{digits}}"


def round_to_cash(amounts: Mapping[str, int], *, step: int) -> dict[str, int]:
    """Return the amounts rounded to multiples of `step` that still add up to 0.

    amounts: by account, in minor units, + receives.

    Raise UnbalancedMoneyError if the amounts do not add up to zero.

    This is the largest remainder method. Every amount is rounded down to a multiple of `step`.
    The accounts with the largest remainders then get one step each, until the sum is 0; ties go to
    the first by key.
    No amount changes by a whole step or more.

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


def round_amount_to_cash(minor: int, *, step: int) -> int:
    """Return `minor` units (either sign) as the nearest multiple of `step`; half a step goes up.

    Use `round_to_cash` for several amounts that must add up to zero.

    >>> round_amount_to_cash(-12, step=5), round_amount_to_cash(13, step=5)
    (-10, 15)

    Source: Act III of 2008 (HU); docs/explanation/money.md, "Settling".
    """
    return (2 * minor + step) // (2 * step) * step
