"""Write the table of settings in docs/reference/settings.md, generated from the code."""

import re
from pathlib import Path

from tarokk_club.serving.known_settings import KNOWN_SETTINGS

_TABLE = re.compile(r"^\| variable \|.*?\n\n", re.M | re.S)


def main(root: Path) -> Path:
    """Write the table into the page below `root` and return the page's path."""
    path = root / "docs" / "reference" / "settings.md"
    path.write_text(replace_settings_table(path.read_text("utf-8")), "utf-8")
    return path


def replace_settings_table(text: str) -> str:
    """Return the page's text with its table replaced by the current one."""
    return _TABLE.sub(lambda _old: f"{build_settings_table()}\n", text, count=1)


def build_settings_table() -> str:
    """Return the table in docs/reference/settings.md as Markdown."""
    rows = [f"| `{each.name}` | {each.meaning} | {each.default} |" for each in KNOWN_SETTINGS]
    return "\n".join(["| variable | meaning | when left out |", "|---|---|---|", *rows, ""])
