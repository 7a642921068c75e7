"""The generation of the database, which changes with every restore.

After a restore, the counters in the database reach old values again with other content. So whatever
was cached under a counter is valid only for one generation.
"""

import secrets
from pathlib import Path

FILE = "book_life"


def read_generation(var: Path) -> str:
    """Return the generation as a short text, or "" if the database was never restored."""
    try:
        return (var / FILE).read_text().strip()
    except FileNotFoundError:
        return ""


def start_generation(var: Path) -> None:
    """Start a new generation, which makes all cached content outdated after the next start."""
    fresh = (var / FILE).with_suffix(".fresh")
    fresh.write_text(secrets.token_hex(4))
    fresh.replace(var / FILE)
