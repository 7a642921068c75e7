"""The papers: their commands exist, their links lead somewhere, the README fits two screens."""

import re
from pathlib import Path

from django.core.management import get_commands

from support.source import ROOT, files
from tarokk_club.serving.dispatch import COMMANDS
from tarokk_club.serving.known_settings import KNOWN_SETTINGS

PAPERS = [path for path in files() if path.suffix == ".md"]
ADRS = sorted((ROOT / "docs" / "adr").glob("*.md"))
LINK = re.compile(r"\]\(([^)\s]+)\)")
PARTS = ["## Context", "## Decision", "## Consequences", "## Rejected"]
TWO_SCREENS = 60
# Django's own command, which the club's takes the place of.
DJANGOS = {"migrate"}
# What an operator can set: the paper on operating names each of them, and no other.
# What `serve` tells its own process is nobody's to set.
INNER = {"TAROKK_BUILD", "TAROKK_COLLECTED"}
SETTING = re.compile(
    r"(?:environ\.get|_is_switched_on|_is_switched_off|_read_list)\(\s*\"([A-Z_]+)\""
)


def commands_of(text: str) -> set[str]:
    """The commands a text calls."""
    return set(re.findall(r"manage\.py ([a-z_]+)", text))


def dead_links(path: Path, text: str) -> list[str]:
    """The links of a paper that lead to nothing in the repository; other sites apart."""
    inner = [link.partition("#")[0] for link in LINK.findall(text) if "://" not in link]
    return [link for link in inner if link and not (path.parent / link).exists()]


def test_commands_named_in_the_papers_exist() -> None:
    known = {*COMMANDS, *get_commands(), "score", "version"}
    named = {name for path in PAPERS for name in commands_of(path.read_text("utf-8"))}

    assert named - known == set()
    assert commands_of("run `python3 manage.py ghost`") == {"ghost"}


def test_our_own_commands_are_all_named_in_a_paper() -> None:
    named = {name for path in PAPERS for name in commands_of(path.read_text("utf-8"))}
    ours = {name for name, app in get_commands().items() if app == "tarokk_club.club"}

    assert ({*COMMANDS} | ours) - named == DJANGOS


def test_links_of_the_papers_lead_somewhere() -> None:
    dead = {
        str(path.relative_to(ROOT)): links
        for path in PAPERS
        if (links := dead_links(path, path.read_text("utf-8")))
    }

    assert dead == {}
    assert dead_links(ROOT / "README.md", "[a](ghost.md) [b](LICENSE#x)") == ["ghost.md"]


def test_the_readme_fits_two_screens_and_calls_two_commands_first() -> None:
    text = (ROOT / "README.md").read_text("utf-8")

    assert len(text.splitlines()) <= TWO_SCREENS
    assert re.search(r"```\n(.*?)\n```", text, re.S)[1].splitlines() == [  # type: ignore[index]
        "python3 manage.py serve",
        "python3 manage.py test",
    ]


def test_a_record_of_a_decision_has_its_number_once_and_all_its_parts() -> None:
    numbers = [path.name.partition("-")[0] for path in ADRS]

    assert len(set(numbers)) == len(numbers)
    for path in ADRS:
        text = path.read_text("utf-8")
        assert re.match(rf"# {path.name[:4]}\. \S", text), path.name
        found = [line for line in text.splitlines() if line.startswith("## ")]
        assert [part for part in PARTS if part not in found] == [], path.name


def test_every_setting_of_the_environment_is_explained() -> None:
    source = (ROOT / "tarokk_club" / "env.py").read_text("utf-8")

    assert set(SETTING.findall(source)) - INNER == {each.name for each in KNOWN_SETTINGS}
