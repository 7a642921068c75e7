"""Ids that come from outside, and digests of any number of facts."""

import hashlib
from uuid import UUID


def read_id(text: str | None) -> UUID | None:
    """The id that the text is; None when it is none, or written otherwise than ids are.

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


def digest(*facts: object) -> str:
    """The SHA-256 of what the facts are written as, in hex; not for secrets, nor to be stored.

    >>> digest("a", 1) == digest("a", 1), digest("a", 1) == digest("a", "1")
    (True, False)
    """
    return hashlib.sha256(repr(facts).encode()).hexdigest()
