"""A book in SQLite moved to a real PostgreSQL server, and back, by the commands."""

import os
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

from support.archives import a_full_world
from support.attackers import World
from support.served import ROOT
from tarokk_club.club.transfer.exports import build_club_archive

pytestmark = pytest.mark.skipif(connection.vendor != "postgresql", reason="needs a server")


@pytest.fixture
def world(transactional_db: None) -> World:
    return a_full_world()


@pytest.fixture
def server(world: World) -> Iterator[str]:
    """The address of an empty database beside that of the tests."""
    known = connection.settings_dict
    name = f"{known['NAME']}_moved"
    with connection.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}"')
        yield f"postgres://{known['USER']}@{known['HOST']}:{known['PORT']}/{name}"
        cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def run_manage(var: Path, url: str, *arguments: str) -> str:
    """What a command says that is given to this database."""
    var.mkdir(exist_ok=True)
    environment = os.environ | {"TAROKK_VAR": str(var), "DATABASE_URL": url, "LANG": "C"}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_book_goes_to_a_file_and_from_there_to_a_server(
    world: World, server: str, tmp_path: Path
) -> None:
    club, file = world.house.club, tmp_path / "new.sqlite3"
    content = build_club_archive(club.id)
    call_command("move_book", to=f"sqlite:///{file}", stdout=StringIO())
    before = file.read_bytes()

    var, out = tmp_path / "var", tmp_path / "out.zip"
    assert "agrees in all checks" in run_manage(
        var, f"sqlite:///{file}", "move_book", f"--to={server}"
    )
    assert file.read_bytes() == before, "the old book was only read"
    assert "The book agrees" in run_manage(var, server, "audit_ledger")
    run_manage(var, server, "export_club", club.slug, f"--file={out}")
    assert out.read_bytes() == content
    # The server goes on counting where the file stopped.
    run_manage(var, server, "demo", "--hands=1")
    assert "The book agrees" in run_manage(var, server, "audit_ledger")
