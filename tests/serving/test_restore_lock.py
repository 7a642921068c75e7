"""A restore while a node serves: it is refused, and says which node to stop."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest

from support.catalogue import row
from support.served import Served, free_port, run_command, served, start
from tarokk_club.database import node_lock
from tools.dev import postgres

SECRET = "only-for-tests-" + "x" * 50
HOLDERS = """SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid::bigint = %s
AND mode = 'ShareLock' AND granted"""


def copied(var: Path, **more: str) -> str:
    """Make a backup; its path."""
    made = run_command(var, "backup", f"--to={var / 'copies'}", **more)
    assert made.returncode == 0, made.stderr
    return made.stdout.strip()


def restore(var: Path, path: str, **more: str) -> tuple[int, str]:
    """Try to restore a backup; the exit code and the last line of what was said."""
    done = run_command(var, "restore", path, **more)
    words = done.stderr if done.returncode else done.stdout
    return done.returncode, words.strip().splitlines()[-1]


@row("S108")
@pytest.mark.ci
def test_each_node_of_an_sqlite_book_is_named_until_it_ends(tmp_path: Path) -> None:
    first_var, second_var = tmp_path / "first", tmp_path / "second"
    book: dict[str, Any] = {"DATABASE_URL": f"sqlite:///{first_var / 'club.sqlite3'}"}
    with served(first_var) as first, served(second_var, **book) as second:
        path = copied(first_var)
        both = restore(first_var, path)
        first.stop()
        other = restore(first_var, path)
        # As a power cut leaves it: the file with its name stays behind.
        second.process.kill()
        second.process.wait()
    alone = restore(first_var, path)

    assert both[0] == 1 and _names(both[1]) == {first.port, second.port}
    assert other[0] == 1 and _names(other[1]) == {second.port}
    assert alone == (0, "The book agrees in all checks.")


def _names(sentence: str) -> set[int]:
    assert sentence.startswith("CommandError: Nothing was changed. The site is running: ")
    nodes = sentence.partition("running: ")[2].partition(". Stop it there first.")[0]
    return {int(node.rpartition(":")[2]) for node in nodes.split(", ")}


@pytest.fixture
def server() -> Iterator[dict[str, Any]]:
    assert postgres.ensure_server(), "PostgreSQL is missing."
    with postgres.run_private_server() as url:
        yield {"DATABASE_URL": url, "SECRET_KEY": SECRET}


@row("S108")
@pytest.mark.cluster
def test_each_node_of_a_server_is_named_until_it_ends(
    server: dict[str, Any], tmp_path: Path
) -> None:
    with ExitStack() as nodes:
        first, second = (
            nodes.enter_context(served(tmp_path / f"node{number}", **server)) for number in range(2)
        )
        # From a third machine, which shares no folder with them.
        third = tmp_path / "third"
        path = copied(third, **server)
        both = restore(third, path, **server)
        first.stop()
        _lose_connection(server["DATABASE_URL"], second)
        other = restore(third, path, **server)
        second.process.kill()
        second.process.wait()
        _until(lambda: restore(third, path, **server)[0] == 0)

    assert both[0] == 1 and _names(both[1]) == {first.port, second.port}
    assert other[0] == 1 and _names(other[1]) == {second.port}


def _lose_connection(url: str, node: Served) -> None:
    """Take from a node the connection that holds its lock, until it has another."""
    with psycopg.connect(url, autocommit=True) as book:
        ((before,),) = book.execute(HOLDERS, [node_lock.KEY]).fetchall()
        book.execute("SELECT pg_terminate_backend(%s)", [before])
        _until(lambda: [before] != _holders(book) != [])
    assert node.ask("/healthz/alive")[0].status == 200


def _holders(book: "psycopg.Connection[Any]") -> list[int]:
    return [pid for (pid,) in book.execute(HOLDERS, [node_lock.KEY]).fetchall()]


def _until(holds: Any) -> None:
    for _ in range(300):
        if holds():
            return
        time.sleep(0.2)
    raise AssertionError


@row("S108")
@pytest.mark.cluster
def test_no_node_starts_or_goes_on_during_a_restore(server: dict[str, Any], tmp_path: Path) -> None:
    url = server["DATABASE_URL"]
    with (
        served(tmp_path / "serves", **server) as node,
        psycopg.connect(url, autocommit=True) as restoring,
    ):
        # The restore waits for the lock that the node loses with its connection.
        (pid,) = _holders(restoring)
        restoring.execute("SELECT pg_terminate_backend(%s)", [pid])
        restoring.execute("SELECT pg_advisory_lock(%s)", [node_lock.KEY])
        ended = node.process.wait(120)
        late = start(tmp_path / "late", free_port(), **server)
        late.communicate(timeout=120)

    words = [(tmp_path / name / "serve.log").read_text() for name in ("serves", "late")]
    assert (ended, late.returncode) == (1, 1)
    assert "The book is being restored at this moment, so this node ends." in words[0]
    assert "Start the site when that is done." in words[1]
