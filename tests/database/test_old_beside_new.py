"""The program of before goes on with the tables of today, while nodes are replaced in turn.

What it was lies in the history of git; a clone without it leaves this out and says so, and the
linter of migrations (`manage.py lint upgrades`) is then what holds it.
"""

import io
import re
import subprocess
import tarfile
from pathlib import Path
from random import Random
from typing import Any

import pytest

from support.served import ROOT, served
from tools.dev import postgres
from tools.torture.book import read_server_book
from tools.torture.notebook import judge
from tools.torture.phone import Phone
from tools.torture.players import Party
from tools.torture.table import found, sign_in, start_session

pytestmark = pytest.mark.cluster
# The last one before a site could be several; with the next release, the release before.
BEFORE = "1c696a3"
SECRET = "only-for-tests-" + "x" * 50
HANDS = 3


def program_of_before(folder: Path) -> Path:
    command = ["git", "archive", BEFORE]
    packed = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if packed.returncode:
        pytest.skip(f"this clone has no commit {BEFORE}: git fetch --unshallow")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")
    # What it is told to set up is there already.
    (folder / ".venv").symlink_to(ROOT / ".venv")
    return folder / "manage.py"


def test_the_program_of_before_writes_into_the_tables_of_today(tmp_path: Path) -> None:
    before = program_of_before(tmp_path / "before")
    assert postgres.ensure(), "PostgreSQL is missing."
    with postgres.private_server() as url:
        more: dict[str, Any] = {"DATABASE_URL": url, "SECRET_KEY": SECRET}
        with (
            # The new one brings the tables up to date; the old one comes back to them.
            served(tmp_path / "new", **more) as new,
            served(tmp_path / "old", command=(str(before),), **more) as old,
        ):
            club = found(Phone(new.port), **code_of(new.greeting))
            phones = [sign_in(old.port), sign_in(new.port)]
            party = Party(club, [start_session(phone, club) for phone in phones])
            for number in range(HANDS * 4):
                # Each at both tables, in turn.
                phone, table = phones[number % 2], number // 2
                party.play(phone, Random(number), f"hand {number}", seat=table)
            assert old.ask("/healthz")[0].status == new.ask("/healthz")[0].status == 200

        verdict = judge(read_server_book(url), party.notebook)
    assert not party.wrong
    assert party.notebook.acknowledged == HANDS * 4
    assert not verdict.words, verdict.words


def code_of(greeting: str) -> dict[str, str]:
    """The one-time code, where founding wants one."""
    shown = re.search(r"one-time code.*: (\S+)", greeting)
    return {"code": shown[1]} if shown else {}
