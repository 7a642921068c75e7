"""IBANs of bank accounts that can receive euro transfers: parsing and formatting."""

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
    """Return the number in capitals without spaces.

    field: the form field for errors.
    Raise RefusedError with `iban_wrong`, or with `iban_abroad` for a country without euro
        transfers.
    """
    number = "".join(text.split()).upper()
    # Allow only spaces between the groups; the library would accept other characters.
    plain = number.isascii() and number.isalnum()
    if not plain or not iban.is_valid(number, check_country=False):
        raise RefusedError([Problem("iban_wrong", field)])
    if number[:2] not in _COUNTRIES:
        raise RefusedError([Problem("iban_abroad", field)])
    return number


def iban_in_groups(number: str) -> str:
    """Return the number in groups of four characters, as it is printed."""
    return " ".join(number[place : place + GROUP] for place in range(0, len(number), GROUP))
