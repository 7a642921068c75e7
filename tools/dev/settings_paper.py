"""The table of settings in docs/reference/settings.md, made of the settings themselves."""

import re
from pathlib import Path

from tarokk_club.serving.known_settings import settings_table

_TABLE = re.compile(r"^\| variable \|.*?\n\n", re.M | re.S)


def main(root: Path) -> Path:
    """Write the table into the paper and return its path."""
    path = root / "docs" / "reference" / "settings.md"
    path.write_text(with_table(path.read_text("utf-8")), "utf-8")
    return path


def with_table(text: str) -> str:
    """Return the text of the paper with the table of today."""
    return _TABLE.sub(lambda _old: f"{settings_table()}\n", text, count=1)
