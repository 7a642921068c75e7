"""Books of older programs: brought up to date without losing a point, and audited."""

import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from support.archives import a_full_world, documents_hash, import_content
from support.catalogue import row
from support.club_factories import a_form
from support.served import ROOT
from tarokk_club.club.audit import last_runs
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Club, Entry, Invitation, Session
from tarokk_club.club.session.usecases.events import record_event
from tarokk_club.club.values.link_tokens import derive_token
from tarokk_club.serving.backups import make_and_restore

# Each release with the sum over all that was played in its book; a sum never changes.
RELEASES = {
    "0.1.0": "b8635277a2366e5c26b74d3e738414758d9ddc1b66b6b5b0a3fcfa44576fd89b",
    "0.2.0": "1e70f5e180ee5bb55a56ad492ffd666baecaae31cdfe40dc52c56953905abe75",
    "0.3.0": "def30919367a63a1e92210032d18a23fa99b0993ef0ce09bfa294df47fe66892",
}
# How many older shapes are tried in a run beside the first and the last.
OTHER_SHAPES = 6
# The keys of forms whose table goes are forgotten on the way back.
FORGETS = ("club_writekey",)
# Ends the process at the moment when a step is done but not yet written down.
KILLED = """
import os
import signal
from django.db.migrations.recorder import MigrationRecorder
MigrationRecorder.record_applied = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", "migrate"])
"""


@row("R24")
@pytest.mark.ci
@pytest.mark.skipif(connection.vendor != "sqlite", reason="the books of releases are files")
@pytest.mark.parametrize("release", RELEASES)
def test_a_book_of_each_release_is_brought_up_to_date(
    own_book: None, settings: Settings, tmp_path: Path, release: str
) -> None:
    settings.PASSWORD_HASHERS = ["tarokk_club.accounts.passwords.ClubArgon2Hasher"]
    path = tmp_path / "release.sqlite3"
    database = sqlite3.connect(path)
    database.executescript((ROOT / "tests" / "releases" / f"{release}.sql").read_text())
    database.close()

    done = make_and_restore.restore_backup(path)

    club = Club.objects.get(slug="zuglo")
    assert done.differences == [] == list(iter_findings())
    assert documents_hash(club) == RELEASES[release]
    # R23: what opened then opens now, and what was taken back stays so.
    client = Client()
    assert client.login(username="anna", password="kalandos pagat")
    assert client.get("/c/zuglo/").status_code == 200
    standing = Invitation.objects.get(revoked_at=None)
    # It was made to last an hour, and that hour is long over.
    standing.expires_at = timezone.now() + timedelta(hours=1)
    standing.save()
    revoked = Invitation.objects.exclude(revoked_at=None).get()
    assert Client().get(_sent_then(standing, release)).status_code == 200
    assert Client().get(_sent_then(revoked, release)).status_code == 404
    session = Session.objects.filter(club=club, binned_at=None, game="paskievics", closed=False)[0]
    seats = session.seats
    hand = {"declarer": seats[0], "partner": seats[1], "bid": "three", "result": "won"}
    record_event(session_id=session.id, form=a_form(), raw={"type": "hand", **hand})
    assert list(iter_findings()) == []


def _sent_then(invitation: Invitation, release: str) -> str:
    """Return the address as that release made it: a link that was sent stays valid."""
    token = derive_token(Invitation.PURPOSE, invitation.id)
    # The first release cut its tokens.
    return reverse("club:invited", args=[token[:32] if release == "0.1.0" else token])


@row("R24")
@pytest.mark.parametrize("release", RELEASES)
def test_an_archive_of_each_release_comes_in(db: None, tmp_path: Path, release: str) -> None:
    content = (ROOT / "tests" / "releases" / f"{release}.zip").read_bytes()
    taken = import_content(content, tmp_path)

    assert documents_hash(taken.club) == RELEASES[release]
    assert list(iter_findings()) == []


def steps() -> tuple[tuple[str, str], tuple[str, str]]:
    """The last step of the book's tables, and the one before."""
    graph = MigrationExecutor(connection).loader.graph
    (last,) = graph.leaf_nodes("club")
    before = [node for node in graph.forwards_plan(last) if node[0] == "club"][-2]
    return last, before


def one_step_back() -> None:
    call_command("migrate", "club", steps()[1][1], interactive=False, verbosity=0)


def _older_shapes() -> list[str]:
    """Steps before the last, the youngest first: the next, the first, and some others each time.

    All of them take two minutes; which one fails is named where it does.
    """
    graph = MigrationExecutor(connection).loader.graph
    names = [name for app, name in graph.forwards_plan(steps()[0]) if app == "club"]
    first, *between, last = names[:-1]
    drawn = random.SystemRandom().sample(between, OTHER_SHAPES)
    return sorted([first, *drawn, last], key=names.index, reverse=True)


def forward() -> None:
    call_command("migrate", interactive=False, verbosity=0)


@pytest.fixture
def club(transactional_db: None) -> Iterator[Club]:
    yield a_full_world().house.club
    forward()


@row("R24")
@pytest.mark.ci
def test_one_step_back_and_forward_loses_nothing(
    club: Club, capfd: pytest.CaptureFixture[str]
) -> None:
    before, entries = documents_hash(club), Entry.objects.count()
    one_step_back()
    forward()

    assert documents_hash(club) == before
    assert Entry.objects.count() == entries
    assert list(iter_findings()) == []
    assert "was brought up to date and agrees in all checks" in capfd.readouterr().err


def _rows() -> dict[str, int]:
    """How many rows each table of the book has, whatever the program knows of it by now."""
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        counts = {}
        for table in tables:
            if table.startswith("club_") and table not in FORGETS:
                cursor.execute(f"SELECT COUNT(*) FROM {connection.ops.quote_name(table)}")
                counts[table] = cursor.fetchone()[0]
        return counts


@row("R24")
@pytest.mark.ci
def test_back_to_each_older_shape_and_forward_loses_nothing_it_could_hold(club: Club) -> None:
    # Each way forward ends with an audit, which is noted in the book.
    last_runs.record_audit_run(0)
    documents, before = documents_hash(club), _rows()
    for name in _older_shapes():
        call_command("migrate", "club", name, interactive=False, verbosity=0)
        there = _rows()
        assert there == {table: before[table] for table in there}, name
        forward()

        assert list(iter_findings()) == [], name
        assert documents_hash(club) == documents, name
        again = _rows()
        # What is derived comes back of itself, all else that the older shape held is there still.
        assert {table: again[table] for table in there} == there, name
        assert again["club_tally"] == before["club_tally"], name
        before = again


@pytest.mark.ci
def test_reports_an_inconsistent_database_after_an_update(
    club: Club, capfd: pytest.CaptureFixture[str], settings: Settings, tmp_path: Path
) -> None:
    settings.VAR = tmp_path
    one_step_back()
    Session.objects.filter(game="paskievics").update(hands_count=99)
    forward()

    assert "WARNING: the book does not agree" in capfd.readouterr().err
    assert last_runs.load_maintenance_ages().differences


@pytest.mark.ci
def test_an_empty_book_is_updated_in_silence(
    transactional_db: None, capfd: pytest.CaptureFixture[str]
) -> None:
    one_step_back()
    forward()
    assert capfd.readouterr().err == ""


@row("R24")
@pytest.mark.ci
def test_a_kill_in_the_middle_leaves_the_step_undone_or_done(club: Club, tmp_path: Path) -> None:
    before = documents_hash(club)
    one_step_back()
    known = connection.settings_dict
    url = f"sqlite:///{known['NAME']}"
    if connection.vendor == "postgresql":
        url = f"postgres://{known['USER']}@{known['HOST']}:{known['PORT']}/{known['NAME']}"
    environment = os.environ | {"TAROKK_VAR": str(tmp_path), "DATABASE_URL": url}
    environment["DJANGO_SETTINGS_MODULE"] = "tarokk_club.settings"
    command = [sys.executable, "-c", KILLED]
    done = subprocess.run(command, check=False, env=environment, cwd=ROOT, capture_output=True)

    assert done.returncode == -9, done.stderr
    applied = MigrationExecutor(connection).loader.applied_migrations
    assert steps()[0] not in applied
    forward()
    assert documents_hash(club) == before
    assert list(iter_findings()) == []
