"""The table of rules names tests that exist, and rows for every registered game."""

import re

from rules.source import ROOT
from scoring.games import GAMES

TABLE = ROOT / "scoring" / "RULES.md"
TESTS = ROOT / "tests" / "scoring"


def _rows() -> list[list[str]]:
    lines = TABLE.read_text("utf-8").splitlines()
    rows = [line.strip("|").split("|") for line in lines if line.startswith("| ")]
    return [[cell.strip() for cell in row] for row in rows[1:]]


def test_every_named_test_exists() -> None:
    missing = []
    for row in _rows():
        module = ""
        # A row that moves no points has no test, and says so in its last column.
        if row[3] == "-":
            assert row[4].startswith("deliberately")
            continue
        for part in row[3].split(", "):
            name, _, test = part.partition("::")
            module = name.partition("[")[0] or module
            text = (TESTS / module).read_text("utf-8")
            if test and not re.search(rf"^def {re.escape(test.partition('[')[0])}\(", text, re.M):
                missing.append(part)
    assert missing == []


def test_every_game_has_its_rows_its_goldens_and_its_folder() -> None:
    named = {game for row in _rows() for game in row[1].split(", ")}
    for key in GAMES:
        assert key in named
        assert list((TESTS / "examples").glob(f"{key}-*.json"))
        assert (TESTS.parent / "strategies" / f"{key}.py").exists()
        assert (ROOT / "scoring" / "games" / key / "tables.py").exists()
