"""Bank accounts that euros can be transferred to: the IBAN, read and written."""

from __future__ import annotations

from stdnum import iban

from scoring.core.problem import Problem, RefusedError

# Source: EPC409-09, the countries of the euro payments area.
_COUNTRIES = {
    *("AD", "AL", "AT", "BE", "BG", "CH", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR"),
    *("GB", "GI", "GR", "HR", "HU", "IE", "IS", "IT", "LI", "LT", "LU", "LV", "MC", "MD"),
    *("ME", "MK", "MT", "NL", "NO", "PL", "PT", "RO", "RS", "SE", "SI", "SK", "SM", "VA"),
}
GROUP = 4


def read_iban(text: str, *, field: str) -> str:
    """The number without spaces and in capitals; field: where a fault of it belongs.

    Raises RefusedError with `iban_wrong` or, for a country without euro transfers, `iban_abroad`.
    """
    number = "".join(text.split()).upper()
    # Of signs between the groups people write spaces alone; the library would take more.
    plain = number.isascii() and number.isalnum()
    if not plain or not iban.is_valid(number, check_country=False):
        raise RefusedError([Problem("iban_wrong", field)])
    if number[:2] not in _COUNTRIES:
        raise RefusedError([Problem("iban_abroad", field)])
    return number


def iban_in_groups(number: str) -> str:
    """The number as it is printed, four characters each."""
    return " ".join(number[place : place + GROUP] for place in range(0, len(number), GROUP))
