"""Which life of the book this is: a restore begins another one.

The counts in the book go back with it and come to the same figures again with other content. So
whatever a phone or the site kept under such a count belongs to one life alone.
"""

import secrets
from pathlib import Path

FILE = "book_life"


def life_of(var: Path) -> str:
    """A short text; empty as long as nothing was ever restored."""
    try:
        return (var / FILE).read_text().strip()
    except FileNotFoundError:
        return ""


def begin_another(var: Path) -> None:
    """What was kept before is old from the next start on."""
    fresh = (var / FILE).with_suffix(".fresh")
    fresh.write_text(secrets.token_hex(4))
    fresh.replace(var / FILE)
