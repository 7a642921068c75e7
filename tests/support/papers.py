"""The papers of the project, read for the house rules."""

import re
from collections.abc import Iterator
from functools import cache

from support.source import ROOT

RULEBOOK = ROOT / "scoring" / "RULEBOOK.md"
SOURCES = ROOT / "scoring" / "SOURCES.md"


def table_rows(text: str, columns: int) -> Iterator[list[str]]:
    """The cells of every table row of so many columns, heads and rules between apart."""
    lines = text.splitlines()
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if not line.startswith("| ") or following.startswith("|---"):
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) == columns:
            yield cells


@cache
def rulebook() -> tuple[list[str], ...]:
    """Every rule: id, games, rule, source, what holds it."""
    return tuple(table_rows(RULEBOOK.read_text("utf-8"), 5))


@cache
def source_ids() -> frozenset[str]:
    """The ids of all sources, those of standards among them."""
    text = SOURCES.read_text("utf-8")
    return frozenset(row[0] for columns in (3, 5) for row in table_rows(text, columns))


def sections(text: str) -> dict[str, str]:
    """Each numbered section of a paper by its number, from its heading to the next."""
    parts = re.split(r"^## (\d+)\. ", text, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))
