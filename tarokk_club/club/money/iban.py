"""Parsing and formatting of IBANs that can receive euro transfers."""

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
# Source: EPC069-12; the name of an account's holder in a QR code for banking apps.
LONGEST_HOLDER, MOST_HOLDER_BYTES = 70, 140


def read_iban(text: str, *, field: str) -> str:
    """Return the IBAN in capitals, without spaces.

    field: the form field that errors refer to.
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


def group_iban(number: str) -> str:
    """Return the IBAN in groups of four characters, as banks print it."""
    return " ".join(number[place : place + GROUP] for place in range(0, len(number), GROUP))
