"""manage.py papers: regenerate the parts of the docs that come from the code.

These are the architecture picture, the schema of session documents and the table of settings.
"""

from __future__ import annotations

from pathlib import Path

from tools.dev import picture, schema, settings_page

ROOT = Path(__file__).resolve().parent.parent.parent


def main(arguments: list[str]) -> int:
    """Write the files and print their paths; it takes no arguments."""
    if arguments:
        print("papers takes no arguments.")
        return 1
    for generator in (picture, schema, settings_page):
        print(generator.main(ROOT).relative_to(ROOT))
    return 0
