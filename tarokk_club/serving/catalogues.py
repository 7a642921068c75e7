"""Compilation of the translation catalogues.

This module imports nothing else of the site, because the build of a wheel also uses it, without
the packages that the site needs.
"""

import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path(__file__).resolve().parent.parent / "locale"


def compile_catalogues() -> None:
    """Compile each catalogue that is newer than its compiled form."""
    for source in LOCALE.glob("*/LC_MESSAGES/*.po"):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.parent.parent.name, abort_invalid=True)
        # Written to a temporary file and moved, as a running site may be reading the old one.
        fresh = target.with_suffix(f".{os.getpid()}.tmp")
        with fresh.open("wb") as file:
            write_mo(file, catalogue)
        fresh.replace(target)
