"""Every `Source:` of the code leads to something in the repository."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring.core.game import AnyGame
from scoring.core.options import list_options
from scoring.games import GAMES
from support.papers import RULEBOOK, sections, source_ids
from support.source import ROOT, files

CODE = {".py", ".js", ".css", ".html"}
# A docstring's source ends with its paragraph or the docstring; a comment's with its line.
CITED = re.compile(
    r"(?<!`)Sources?: ((?:(?!\"\"\").)*?)(?=\"\"\"|\n[ \t]*\n|\n[ \t]*\"\"\"|\Z)", re.S
)
PATH = re.compile(r"(?:docs|scoring|tests|bench|tools)/[\w./-]+\.\w+")
SHORT = re.compile(r"RULEBOOK (\d)(?:\.(\d+))?")
# Written in pieces, so that this file does not point there itself.
OUTSIDE = re.compile(r"\bshared" + r"/|\bissue \"|\bRULES (?:\d|\.md)|\bDECISIONS\b|\bUSERS\.md")


def cited(text: str) -> Iterator[str]:
    """The text of each source of a file, on one line."""
    for found in CITED.finditer(text):
        before = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
        lines = found[1].splitlines()
        yield " ".join(line.strip() for line in (lines[:1] if "#" in before else lines))


def faults(source: str) -> Iterator[str]:
    """What is wrong with one source: each of its references must lead somewhere."""
    parts = [part.strip() for part in source.rstrip(". ").split("; ")]
    if not (_leads(parts[0])):
        yield f"leads nowhere: {source}"
    for part in parts:
        path = PATH.match(part)
        if path is not None:
            yield from _faults_of_paper(path[0].rstrip("."), part[path.end() :])


def _leads(part: str) -> bool:
    ids = sorted(source_ids(), key=len, reverse=True)
    named = any(re.match(rf"(?:[A-Z]{{3}} )?{re.escape(one)}\b", part) for one in ids)
    return named or PATH.match(part) is not None or SHORT.match(part) is not None


def _faults_of_paper(path: str, rest: str) -> Iterator[str]:
    if not (ROOT / path).is_file():
        yield f"no such paper: {path}"
        return
    text = (ROOT / path).read_text("utf-8").casefold()
    for words in re.findall(r"\"([^\"]+)\"", rest):
        if words.casefold() not in text:
            yield f'{path} does not say "{words}"'
    known = sections((ROOT / path).read_text("utf-8"))
    for numbers in re.findall(r"\bsections? ((?:\d+(?:, | and | to )?)+)", rest):
        yield from (
            f"{path} has no section {one}"
            for one in re.findall(r"\d+", re.sub(r", \d+$", "", numbers))
            if one not in known
        )


def test_each_source_leads_to_something_here() -> None:
    found = []
    for path in files():
        # This file's own examples lead nowhere on purpose.
        if path.suffix in CODE and path != Path(__file__):
            for source in cited(path.read_text("utf-8")):
                found += [f"{path.relative_to(ROOT)}: {fault}" for fault in faults(source)]

    assert found == []


def test_no_line_points_to_a_paper_outside() -> None:
    kinds = CODE | {".md", ".json", ".toml", ".po"}
    found = []
    for path in files():
        if path.suffix in kinds:
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                if OUTSIDE.search(line):
                    found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()}")

    assert found == []


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_each_option_of_a_game_has_a_source_that_is_listed(game: AnyGame) -> None:
    known = sections(RULEBOOK.read_text("utf-8"))
    for item in list_options(game.rules):
        parts = item.source.split("; ")
        short = [found[1] for part in parts if (found := SHORT.match(part))]
        assert [one for part in parts for one in faults(part)] == [], item.name
        assert set(short) <= set(known), item.name


def test_detects_a_source_that_leads_nowhere() -> None:
    good = 'Source: scoring/RULEBOOK.md, section 1, "Auction"; S0, "The bidding".'
    text = f'"""One.\n\n{good}\n"""\n# Source: nowhere\n# more\n'

    assert list(cited(text)) == [good.removeprefix("Source: "), "nowhere"]
    assert list(faults('scoring/RULEBOOK.md, section 1, "Auction"')) == []
    assert list(faults("nowhere")) == ["leads nowhere: nowhere"]
    assert list(faults("docs/ghost.md")) == ["no such paper: docs/ghost.md"]
    assert list(faults("scoring/RULEBOOK.md, section 77")) == [
        "scoring/RULEBOOK.md has no section 77"
    ]
    assert list(faults('S0; scoring/RULEBOOK.md, "Ghosts"')) == [
        'scoring/RULEBOOK.md does not say "Ghosts"'
    ]
