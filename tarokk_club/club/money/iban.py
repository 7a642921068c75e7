"""Bank accounts that euros can be transferred to: the IBAN, read and written."""

from __future__ import annotations

from scoring.core.problem import Problem, RefusedError

# Source: EPC409-09, the countries of the euro payments area and how long their numbers are.
_LENGTHS = {
    "AD": 24,
    "AL": 28,
    "AT": 20,
    "BE": 16,
    "BG": 22,
    "CH": 21,
    "CY": 28,
    "CZ": 24,
    "DE": 22,
    "DK": 18,
    "EE": 20,
    "ES": 24,
    "FI": 18,
    "FR": 27,
    "GB": 22,
    "GI": 23,
    "GR": 27,
    "HR": 21,
    "HU": 28,
    "IE": 22,
    "IS": 26,
    "IT": 27,
    "LI": 21,
    "LT": 20,
    "LU": 20,
    "LV": 21,
    "MC": 27,
    "MD": 24,
    "ME": 22,
    "MK": 19,
    "MT": 31,
    "NL": 18,
    "NO": 15,
    "PL": 28,
    "PT": 25,
    "RO": 24,
    "RS": 22,
    "SE": 24,
    "SI": 19,
    "SK": 24,
    "SM": 27,
    "VA": 22,
}
GROUP = 4


def read_iban(text: str, *, field: str) -> str:
    """The number without spaces and in capitals; field: where a fault of it belongs.

    Raises RefusedError with `iban_wrong` or, for a country without euro transfers, `iban_abroad`.
    """
    iban = "".join(text.split()).upper()
    if not _is_sound(iban):
        raise RefusedError([Problem("iban_wrong", field)])
    if iban[:2] not in _LENGTHS:
        raise RefusedError([Problem("iban_abroad", field)])
    return iban


def iban_in_groups(iban: str) -> str:
    """The number as it is printed, four characters each."""
    return " ".join(iban[place : place + GROUP] for place in range(0, len(iban), GROUP))


def _is_sound(iban: str) -> bool:
    """Whether it is built as ISO 13616 says and its check digits fit (ISO 7064, mod 97-10)."""
    plain = iban.isascii() and iban.isalnum() and iban[:2].isalpha() and iban[2:4].isdigit()
    if not plain or not 15 <= len(iban) <= 34 or len(iban) != _LENGTHS.get(iban[:2], len(iban)):
        return False
    digits = "".join(str(int(char, 36)) for char in iban[4:] + iban[:4])
    return int(digits) % 97 == 1
