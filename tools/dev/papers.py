"""manage.py papers: regenerate what papers take from the code: picture, schema, settings."""

from __future__ import annotations

from pathlib import Path

from tools.dev import picture, schema, settings_paper

ROOT = Path(__file__).resolve().parent.parent.parent


def main(arguments: list[str]) -> int:
    """Write the files and print their paths; it takes no arguments."""
    if arguments:
        print("papers takes no arguments.")
        return 1
    for part in (picture, schema, settings_paper):
        print(part.main(ROOT).relative_to(ROOT))
    return 0
