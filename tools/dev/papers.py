"""manage.py papers: regenerate the documents derived from the code, the picture and the schema."""

from __future__ import annotations

from pathlib import Path

from tools.dev import picture, schema

ROOT = Path(__file__).resolve().parent.parent.parent


def main(arguments: list[str]) -> int:
    """Write both files and print their paths; it takes no arguments."""
    if arguments:
        print("papers takes no arguments.")
        return 1
    for part in (picture, schema):
        print(part.main(ROOT).relative_to(ROOT))
    return 0
