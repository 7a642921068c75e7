"""Read the documents of the project for the tests in tests/house."""

import re
from collections.abc import Iterator
from functools import cache

from support.source import ROOT

RULEBOOK = ROOT / "scoring" / "RULEBOOK.md"
SOURCES = ROOT / "scoring" / "SOURCES.md"


def table_rows(text: str, columns: int) -> Iterator[list[str]]:
    """Yield the cells of each table row with this many columns, without header rows."""
    lines = text.splitlines()
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if not line.startswith("| ") or following.startswith("|---"):
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) == columns:
            yield cells


@cache
def rulebook() -> tuple[list[str], ...]:
    """Return every rule: id, games, rule, source, test."""
    return tuple(table_rows(RULEBOOK.read_text("utf-8"), 5))


@cache
def source_ids() -> frozenset[str]:
    """Return the ids of all sources, including standards."""
    text = SOURCES.read_text("utf-8")
    return frozenset(row[0] for columns in (3, 5) for row in table_rows(text, columns))


def sections(text: str) -> dict[str, str]:
    """Return the numbered sections of a paper by their numbers."""
    parts = re.split(r"^## (\d+)\. ", text, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))
