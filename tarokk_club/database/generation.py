"""The generation of the database, which changes with every restore.

After a restore, the counters in the database reach earlier values again, with other content. So
content that is cached under a counter is valid only in one generation.
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
    """Write a new generation: the site ignores all content cached before, once it is restarted."""
    fresh = (var / FILE).with_suffix(".fresh")
    fresh.write_text(secrets.token_hex(4))
    fresh.replace(var / FILE)
