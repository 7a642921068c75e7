"""The three set-up papers, carried out as they are written: from a bare folder to the first saved
hand, a backup, a restore and an upgrade. As root on Linux; `.ci/run --full` runs it.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from support.catalogue import row
from support.fresh_root import FreshRoot, fresh_root, lay_project
from support.operator_papers import PAPERS, Step, read_steps
from support.source import ROOT
from tools.dev import cache_server, nginx, postgres

pytestmark = pytest.mark.papers
PYTHON = f"PYTHONPATH={ROOT}:{ROOT}/tests {sys.executable} -m support.paper_visitor"
VAR = "/var/lib/tarokk-club"
BOOK = f"{VAR}/8001/club.sqlite3"
RELEASES = ("0.1.0", "0.2.0", "0.3.0")
# The book of a site that has run the release until now, as its user left it.
LAY_BOOK = """
systemctl stop tarokk-club@8001
rm -f "$2"*
python3 -c 'import sqlite3, sys
sqlite3.connect(sys.argv[2]).executescript(open(sys.argv[1]).read())' "$@"
chown tarokk:tarokk "$2"
chmod 600 "$2"
"""


@pytest.fixture
def root() -> Iterator[FreshRoot]:
    # Installed already, a package is not fetched once for each paper.
    assert nginx.ensure_nginx() and postgres.ensure_server() and cache_server.ensure_server()
    with fresh_root() as fresh:
        yield fresh


@dataclass(slots=True)
class Carrying:
    """A paper that is carried out step by step.

    printed: what the last step printed.
    """

    root: FreshRoot
    steps: list[Step]
    printed: str = ""

    def until(self, words: str) -> str:
        """Carry out the steps up to the one that begins with these words, and return its output."""
        while self.steps:
            step = self.steps.pop(0)
            if step.commands:
                self.printed = self.root.run(
                    step.commands, folder=self.root.source, online=step.needs_network
                )
            if step.text.startswith(words):
                return self.printed
        raise AssertionError(f"No step begins with “{words}”.")

    def visitor(self, *words: str) -> str:
        """Let the person of the paper do something on the site."""
        return self.root.run(f'{PYTHON} "$@"', *words, folder=str(ROOT)).strip()


@row("S109")
@pytest.mark.parametrize("paper", PAPERS)
def test_a_paper_leads_to_a_saved_hand_a_backup_a_restore_and_an_upgrade(
    root: FreshRoot, paper: str
) -> None:
    carried = Carrying(root, read_steps(paper))

    line = carried.until("Read the one-time code")
    code = re.search(r"one-time code: (\S+)", line)
    assert code, line
    carried.until("Open `https://tarokk.example.org`")
    carried.visitor("found", code[1])
    carried.visitor("save", "first hand")
    assert carried.visitor("count") == "1"
    assert _modes(root) == {"/etc/tarokk-club.env": "600 tarokk", VAR: "700 tarokk"}

    assert carried.until("Make a backup").strip().splitlines()[-1].startswith(f"{VAR}/backups/club")
    carried.visitor("save", "a hand after the backup")
    assert "is whole" in carried.until("Check the newest")
    assert "The book agrees in all checks." in carried.until("Restore it")
    _wait(root)
    assert carried.visitor("count") == "1"

    lay_project(root)
    carried.until("In the folder of the new version")
    assert "ok" in carried.until("Start")
    assert "agrees" in carried.until("Derive every posting again")
    assert carried.visitor("count") == "1"
    assert carried.steps == []


@row("S111")
def test_the_book_of_each_release_is_upgraded_by_the_paper(root: FreshRoot) -> None:
    paper = read_steps("one-machine-with-sqlite")
    carried = Carrying(root, list(paper))
    carried.until("Wait until the site is healthy")

    for release in RELEASES:
        root.run(LAY_BOOK, str(ROOT / "tests" / "releases" / f"{release}.sql"), BOOK)
        carried.steps = [*paper[paper.index(_step(paper, "In the folder of the new")) :]]
        lay_project(root)
        assert "ok" in carried.until("Start")
        assert "agrees" in carried.until("Derive every posting again")
        assert carried.steps == []
        # Who had an account then signs in with the password of then.
        assert carried.visitor("read", "anna", "kalandos pagat", "/c/zuglo/") == "200"


def _step(paper: list[Step], words: str) -> Step:
    return next(step for step in paper if step.text.startswith(words))


def _modes(root: FreshRoot) -> dict[str, str]:
    lines = root.run(f"stat --format='%n %a %U' /etc/tarokk-club.env {VAR}").splitlines()
    return {name: f"{mode} {user}" for name, mode, user in map(str.split, lines)}


def _wait(root: FreshRoot) -> None:
    root.run(
        "curl --fail --silent --retry 300 --retry-delay 1 --retry-all-errors "
        "http://127.0.0.1:8001/healthz"
    )
