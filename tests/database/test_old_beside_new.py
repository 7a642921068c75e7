"""The previous release works with the current tables while nodes are replaced one by one.

Its source comes from the history of git. A clone without it skips the test and says so; then only
the linter of migrations (`manage.py lint upgrades`) checks this.
"""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from support.served import served
from tools.dev import postgres
from tools.lab.torture import previous_version
from tools.lab.torture.book import read_server_book
from tools.lab.torture.club import found_club, sign_in, start_session
from tools.lab.torture.notebook import compare_with_notebook
from tools.lab.torture.phone import Phone
from tools.lab.torture.players import Party

pytestmark = pytest.mark.cluster
SECRET = "only-for-tests-" + "x" * 50
HANDS = 3


def test_previous_release_can_write_to_the_current_tables(tmp_path: Path) -> None:
    old_program = previous_version.unpack_old_program(tmp_path / "before")
    if old_program is None:
        pytest.skip(previous_version.MISSING)
    assert postgres.ensure_server(), "PostgreSQL is missing."
    with postgres.run_private_server() as url:
        more: dict[str, Any] = {"DATABASE_URL": url, "SECRET_KEY": SECRET}
        old_more = more | previous_version.build_old_environment(old_program)
        with (
            # The new one brings the tables up to date; the old one comes back to them.
            served(tmp_path / "new", **more) as new,
            served(tmp_path / "old", command=previous_version.PROGRAM, **old_more) as old,
        ):
            club = found_club(Phone(new.port), **code_of(new.greeting))
            phones = [sign_in(old.port), sign_in(new.port)]
            party = Party(club, [start_session(phone, club) for phone in phones])
            for number in range(HANDS * 4):
                # Each at both tables, in turn.
                phone, table = phones[number % 2], number // 2
                party.play_hand(phone, Random(number), f"hand {number}", seat=table)
            assert old.ask("/healthz")[0].status == new.ask("/healthz")[0].status == 200

        verdict = compare_with_notebook(read_server_book(url), party.notebook)
    assert not party.faults
    assert party.notebook.acknowledged == HANDS * 4
    assert not verdict.descriptions, verdict.descriptions


def code_of(greeting: str) -> dict[str, str]:
    """The one-time code, where founding wants one."""
    shown = re.search(r"one-time code.*: (\S+)", greeting)
    return {"code": shown[1]} if shown else {}
