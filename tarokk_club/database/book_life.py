"""The generation of the database, which changes with every restore.

The counters in the database go back with a restore and reach the same values again with other
content. So whatever a device or the site cached under such a counter is valid for one generation
only.
"""

import secrets
from pathlib import Path

FILE = "book_life"


def life_of(var: Path) -> str:
    """Return the generation as a short text, or "" if nothing was ever restored."""
    try:
        return (var / FILE).read_text().strip()
    except FileNotFoundError:
        return ""


def start_generation(var: Path) -> None:
    """Start a new generation, so that all cached content is outdated from the next start on."""
    fresh = (var / FILE).with_suffix(".fresh")
    fresh.write_text(secrets.token_hex(4))
    fresh.replace(var / FILE)
