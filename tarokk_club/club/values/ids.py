"""Parsing of ids and numbers in requests, and digests of values."""

import hashlib
from uuid import UUID


def read_id(text: str | None) -> UUID | None:
    """Return the id in the text; None unless it is an id in its canonical form.

    >>> read_id("00000000-0000-0000-0000-000000000001")
    UUID('00000000-0000-0000-0000-000000000001')
    >>> read_id(None), read_id(""), read_id("{00000000-0000-0000-0000-000000000001}")
    (None, None, None)
    """
    try:
        parsed = UUID(text or "")
    except ValueError:
        return None
    return parsed if str(parsed) == text else None


def read_short_number(text: str) -> int | None:
    """Return the number in the text; None unless it is one to nine plain digits.

    Python refuses to convert thousands of digits.

    >>> read_short_number("12"), read_short_number("-1"), read_short_number("9" * 10)
    (12, None, None)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def compute_digest(*values: object) -> str:
    """Return the SHA-256 of the repr of the values, in hex, for comparisons within one run.

    >>> compute_digest("a", 1) == compute_digest("a", 1)
    True
    >>> compute_digest("a", 1) == compute_digest("a", "1")
    False
    """
    return hashlib.sha256(repr(values).encode()).hexdigest()
