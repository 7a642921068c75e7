"""A fresh machine with an empty PostgreSQL database and only the bucket: real processes restore."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest

from support.catalogue import row
from support.s3_server import Storage, s3_server
from support.served import ROOT, run_command, served
from tarokk_club.env import ERASURES_FILE, REVOCATIONS_FILE
from tools.dev import postgres

pytestmark = pytest.mark.cluster
SECRET = "only-for-tests-" + "x" * 50
STATE = """
import json
from support.erasable import find_fields_with
from tarokk_club.club.models import Balance, Entry, Erasure, Membership, Player, Revocation
from tarokk_club.club.money.queries.balances.balance_sums import sum_player_open_balances
print(json.dumps({
    "balances": sorted(map(str, Balance.objects.values_list("session", "player", "points"))),
    "sums": {
        str(one.pk): sum_player_open_balances(one.pk) for one in Player.objects.order_by("pk")
    },
    "entries": Entry.objects.count(),
    "players": sorted(Player.objects.values_list("name", flat=True)),
    "members": sorted(Membership.objects.values_list("user__username", flat=True)),
    "erased": sorted(map(str, Erasure.objects.values_list("player", "number"))),
    "revoked": sorted(map(str, Revocation.objects.values_list("kind", "ident"))),
    "traces": find_fields_with("titkos", "Tamás"),
}))
"""
# One person is erased after the backup, and another one leaves the club.
LIFE = (
    """
from django.core.management import call_command
from support.club_factories import a_form
from support.erasable import erase_tamas, traces
from tarokk_club.club.people.usecases.members import remove_member
there = traces()
call_command("backup")
erase_tamas(there)
house = there.house
remove_member(club_id=house.club.id, form=a_form(house.anna), user_id=house.bela.pk)
call_command("daily")
"""
    + STATE
)


@dataclass(frozen=True, slots=True)
class Lost:
    """A site that is lost but for its bucket.

    server: URL of the database server, without the name of a database.
    state: the last state of its book.
    """

    storage: Storage
    server: str
    state: dict[str, Any]


def run(var: Path, *arguments: str, **more: str) -> str:
    done = run_command(var, *arguments, PYTHONPATH=str(ROOT / "tests"), SECRET_KEY=SECRET, **more)
    assert done.returncode == 0, (arguments, done.stdout, done.stderr)
    return done.stdout


def run_script(var: Path, script: str, **more: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(run(var, "shell", "-c", script, **more).splitlines()[-1])
    return told


@pytest.fixture(scope="module")
def lost(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lost]:
    assert postgres.ensure_server(), "PostgreSQL is missing."
    var = tmp_path_factory.mktemp("old")
    with postgres.run_private_server() as url, s3_server() as storage:
        more = {"DATABASE_URL": url, "BACKUP_URL": storage.url()}
        run(var, "migrate", **more)
        yield Lost(storage, url.rpartition("/")[0], run_script(var, LIFE, **more))


def fresh_database(lost: Lost, name: str) -> str:
    with psycopg.connect(f"{lost.server}/postgres", autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
    return f"{lost.server}/{name}"


@row("S63", "S83", "S110")
@pytest.mark.parametrize("begun", [False, True], ids=["bare", "begun"])
def test_the_newest_copy_comes_back_with_its_sums_and_lists(
    lost: Lost, tmp_path: Path, *, begun: bool
) -> None:
    more: dict[str, Any] = {"BACKUP_URL": lost.storage.url()}
    more["DATABASE_URL"] = fresh_database(lost, "begun" if begun else "bare")
    if begun:
        with served(tmp_path, SECRET_KEY=SECRET, **more) as site:
            assert "found your club" in site.greeting
        hint = (tmp_path / "serve.log").read_text()
        found = re.search(r"holds 1 backup, .* run: python3 manage\.py restore (\S+)\n", hint)
    else:
        found = re.match(r"(club-\S+\.dump)  ", run(tmp_path, "backups", **more))
    assert found

    said = run(tmp_path, "restore", found[1], **more)

    assert "1 person who was erased since was erased again." in said
    assert "Revoked again since that backup: membership (1)" in said
    assert "The book agrees in all checks." in said
    now = run_script(tmp_path, STATE, **more)
    assert now == lost.state
    assert now["traces"] == [] and "Player 1" in now["players"] and now["members"] == ["anna"]
    assert len(now["balances"]) == 16 and now["entries"] and now["erased"]
    assert any("membership" in one for one in now["revoked"])
    for name in (ERASURES_FILE, REVOCATIONS_FILE):
        here, there = (tmp_path / name).read_bytes(), lost.storage.objects[f"club/{name}"]
        # The file of revocations grows by every act, also by those that the restore repeats.
        assert {*here.splitlines()} == {*there.splitlines()}
    with served(tmp_path, SECRET_KEY=SECRET, **more) as site:
        assert "Next: open the address and sign in." in site.greeting
        assert site.ask("/healthz")[0].status == 200
