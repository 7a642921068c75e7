"""One short text for any number of facts: another as soon as one of them is another."""

import hashlib


def digest(*facts: object) -> str:
    """The SHA-256 of what the facts are written as, in hex; not for secrets, nor to be stored.

    >>> digest("a", 1) == digest("a", 1), digest("a", 1) == digest("a", "1")
    (True, False)
    """
    return hashlib.sha256(repr(facts).encode()).hexdigest()
