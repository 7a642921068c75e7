"""The whole book moved to another database: the same in every table, and the old one untouched."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.db.migrations.recorder import MigrationRecorder

from support.archives import a_full_world, empty_database
from support.attackers import World, hash_database
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Club, Player, Session
from tarokk_club.club.transfer.exports import build_club_archive
from tarokk_club.club.transfer.usecases.rows import add_rows
from tarokk_club.serving import serving_lock
from tarokk_club.serving.backups import move, sqlite_copy

A_FILE = pytest.mark.skipif(connection.vendor != "sqlite", reason="moves a file's book")
pytestmark = [pytest.mark.ci, A_FILE]


@pytest.fixture
def world(transactional_db: None) -> World:
    return a_full_world()


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "new.sqlite3"


def moved(target: Path) -> str:
    said = StringIO()
    call_command("move_book", to=f"sqlite:///{target}", stdout=said)
    return said.getvalue()


def refusal(target: Path) -> str:
    with pytest.raises(CommandError, match="Nothing was moved") as caught:
        moved(target)
    return str(caught.value)


def test_a_moved_book_is_the_same_in_every_table(world: World, target: Path) -> None:
    club = world.house.club
    before, content = hash_database(), build_club_archive(club.id)
    said = moved(target)

    assert "agrees in all checks" in said and "Start the site with" in said
    assert hash_database() == before, "the old one was only read"
    assert target.stat().st_mode & 0o777 == 0o600
    assert sqlite_copy.run_on_copy(target, lambda: build_club_archive(club.id)) == content
    assert sqlite_copy.run_on_copy(target, hash_database) == before
    assert sqlite_copy.run_on_copy(target, lambda: list(iter_findings())) == []


def test_a_target_with_data_is_never_overwritten(world: World, target: Path) -> None:
    moved(target)
    there = sqlite_copy.run_on_copy(target, hash_database)
    Player.objects.filter(name="Cili").update(name="Cilike", name_key="cilike")

    assert "not empty: there is something in the table club_" in refusal(target)
    assert sqlite_copy.run_on_copy(target, hash_database) == there


def test_refuses_a_database_of_another_program(world: World, target: Path) -> None:
    def foreign() -> None:
        with connections["default"].cursor() as cursor:
            cursor.execute("CREATE TABLE recipes (name)")

    sqlite_copy.run_on_copy(target, foreign)
    assert "something in the table recipes" in refusal(target)


def disagree() -> None:
    Session.objects.update(hands_count=99)


def go_back() -> None:
    MigrationRecorder(connection).migration_qs.filter(app="usersessions").delete()


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (disagree, "run audit_ledger first"),
        (go_back, "run “manage.py migrate” first"),
        (empty_database, "no club in this book"),
    ],
)
def test_a_book_that_is_not_in_order_stays_where_it_is(
    world: World, target: Path, spoil: Callable[[], None], reason: str
) -> None:
    applied = list(MigrationRecorder(connection).migration_qs.filter(app="usersessions"))
    spoil()
    try:
        assert reason in refusal(target)
        assert not target.exists()
    finally:
        MigrationRecorder.Migration.objects.bulk_create(applied, ignore_conflicts=True)


def test_a_move_is_refused_while_the_site_runs(world: World, target: Path) -> None:
    with serving_lock.hold_serving_lock(Path(settings.VAR), alone=False) as free:
        assert free
        assert "The site is running" in refusal(target)


@pytest.mark.parametrize("url", ["nonsense", "ftp://here/there", "postgres://x@127.0.0.1:1/x"])
def test_reports_an_unreachable_address(world: World, url: str) -> None:
    with pytest.raises(CommandError, match=r"not the address of a database|The database refused"):
        call_command("move_book", to=url)


@pytest.mark.parametrize("moment", ["copy", "fingerprint", "audit"])
def test_a_failed_move_leaves_an_empty_target(
    world: World, target: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """A lost row, a changed row and a wrong sum are each found before the move is committed."""
    spoilt = []

    def lossy(rows: list[object], *, using: str) -> None:
        add_rows([] if isinstance(rows[0], Player) else rows, using=using)  # type: ignore[arg-type]

    def changing(rows: list[object], *, using: str) -> None:
        for row in rows:
            if isinstance(row, Session):
                row.hands_count = 99
                spoilt.append(row)
        add_rows(rows, using=using)  # type: ignore[arg-type]

    monkeypatch.setattr(move, "add_rows", lossy if moment == "copy" else changing)
    if moment == "audit":
        monkeypatch.setattr(move, "_require_equal_copies", lambda: None)
    reason = {
        "copy": "club_player did not arrive",
        "fingerprint": "club_session did not arrive",
        "audit": "What arrived does not agree",
    }

    assert reason[moment] in refusal(target)
    assert sqlite_copy.run_on_copy(target, Club.objects.count) == 0
    assert bool(spoilt) == (moment != "copy")
