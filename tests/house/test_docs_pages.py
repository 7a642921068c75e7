"""The pages of docs/: short paragraphs, all in the index, names as on the site."""

import html
import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from support.source import ROOT, files
from tools.lab.ux.tokens import read_tokens

MOST_WORDS = 80
INDEX = ROOT / "docs" / "README.md"
# Decisions are records: they stay as they were written.
PAGES = [
    path
    for path in files()
    if path.suffix == ".md" and ROOT / "docs" in path.parents and path.parent.name != "adr"
]
TEXTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *PAGES]
ROLES = ("player", "secretary", "treasurer", "organiser", "operator")
# On these pages bold is for what a person taps or reads on the site, and for nothing else.
NAMING = [
    *sorted((ROOT / "docs" / "tutorial").glob("*.md")),
    *(path for role in ROLES for path in sorted((ROOT / "docs" / "how-to" / role).glob("*.md"))),
    ROOT / "docs" / "how-to" / "developer" / "use-the-api.md",
]
CATALOGUE = ROOT / "tarokk_club" / "locale" / "hu" / "LC_MESSAGES" / "django.po"
PATH = re.compile(r"`([\w.-]+(?:/[\w.-]+)*(?:/|\.(?:py|md|toml|html|js|css|json|svg|conf|env)))`")
# Files and folders that appear while the program runs or is installed.
MADE = ("var/", "backups/", ".venv/", ".tools/")


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs and list items; tables, headings and code apart."""
    found: list[str] = []
    lines: list[str] = []
    for line in [*re.sub(r"^ *```.*?^ *```", "", text, flags=re.M | re.S).splitlines(), ""]:
        words = line.strip()
        begins_item = re.match(r"(?:[-*]|\d+\.) ", words)
        apart = not words or words.startswith(("#", "|"))
        if (apart or begins_item) and lines:
            found.append(" ".join(lines))
            lines = []
        if not apart:
            lines.append(words)
    return found


@cache
def words_of_the_site() -> frozenset[str]:
    """Every string of the site, its values replaced by the number 1."""
    with CATALOGUE.open("rb") as file:
        catalogue = read_po(file)
    strings = (
        string
        for message in catalogue
        for string in (message.id if isinstance(message.id, (list, tuple)) else [message.id])
    )
    return frozenset(re.sub(r"%\(\w+\)s", "1", html.unescape(string)) for string in strings)


def unknown_names(text: str) -> list[str]:
    """Return what is in bold and nowhere on the site."""
    return [name for name in re.findall(r"\*\*(.+?)\*\*", text) if name not in words_of_the_site()]


def missing_paths(text: str) -> list[str]:
    """Return the paths in code marks that name no file or folder of the project."""
    every = [f"/{path.relative_to(ROOT)}" for path in files()]
    named = [path for path in PATH.findall(text) if not path.startswith(MADE)]
    return [
        path
        for path in named
        if not any(
            f"/{path}" in f"{name}/" if path[-1] == "/" else name.endswith(f"/{path}")
            for name in every
        )
    ]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_paragraph_is_longer_than_eighty_words(path: Path) -> None:
    long = {
        paragraph[:60]: len(paragraph.split())
        for paragraph in paragraphs(path.read_text("utf-8"))
        if len(paragraph.split()) > MOST_WORDS
    }

    assert long == {}


@pytest.mark.parametrize("path", NAMING, ids=lambda path: path.stem)
def test_names_in_bold_are_on_the_site(path: Path) -> None:
    assert unknown_names(path.read_text("utf-8")) == []


def test_every_page_is_in_the_index() -> None:
    text = INDEX.read_text("utf-8")
    listed = {(INDEX.parent / link).resolve() for link in re.findall(r"\]\(([^)#]+)\)", text)}

    assert {path for path in PAGES if path != INDEX} - listed == set()


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_that_a_page_names_exist(path: Path) -> None:
    assert missing_paths(path.read_text("utf-8")) == []


# --- the checks themselves, tried on something broken


def test_paragraphs_end_at_items_tables_headings_and_code() -> None:
    text = "# H\none\ntwo\n- three\n  four\n1. five\n\n```\ncode\n```\n| a | b |\n\nsix\n"

    assert paragraphs(text) == ["one two", "- three four", "1. five", "six"]


def test_reports_a_name_missing_from_the_site() -> None:
    assert unknown_names("**Undo**, **Start table 1** and **Ghost table**") == ["Ghost table"]


def test_reports_a_missing_file() -> None:
    text = "`docs/adr/`, `money.md`, `ghost/`, `queries/ghost.py`, `var/secret.json`"

    assert missing_paths(text) == ["ghost/", "queries/ghost.py"]


def test_every_token_of_the_design_is_explained() -> None:
    page = (ROOT / "docs" / "reference" / "design.md").read_text("utf-8")
    named = set(re.findall(r"`(--[a-z-]+)`", page))
    assert named == set(read_tokens())


def test_every_room_is_on_the_page_about_the_architecture() -> None:
    text = (ROOT / "docs" / "explanation" / "architecture.md").read_text("utf-8")
    rooms = {
        path.parent.name
        for path in (ROOT / "tarokk_club" / "club").glob("*/__init__.py")
        if path.parent.name not in {"management", "migrations", "templatetags"}
    }

    assert {room for room in rooms if f"`{room}`" not in text and f"{room}/`" not in text} == set()
