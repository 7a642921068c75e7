"""A served site sends by itself, what waited before it was killed too, and each once."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer
from typing import Any

import pytest
from django.conf import settings as site
from django.db import connection
from django.utils import timezone
from pytest_django.fixtures import Settings

from support.notices_house import a_notified_house, a_plan, with_both_ways
from support.served import served
from tarokk_club.club.models import Notice

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="it serves an SQLite file")


class Taken(StreamRequestHandler):
    """One talk with a mail server that takes everything."""

    def handle(self) -> None:
        self._say("220 here")
        text: list[str] | None = None
        for raw in self.rfile:
            row = raw.decode().rstrip("\r\n")
            if text is not None and row != ".":
                text.append(row)
            elif text is not None:
                self.server.letters.append("\n".join(text))  # type: ignore[attr-defined]
                text = None
                self._say("250 taken")
            elif row.upper() == "DATA":
                text = []
                self._say("354 go on")
            else:
                self._say("221 bye" if row.upper() == "QUIT" else "250 well")

    def _say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())


class Mailbox(ThreadingTCPServer):
    """A mail server on this machine, with what it took."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Taken)
        self.letters: list[str] = []

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.server_address[1]}"

    def to(self) -> list[str]:
        """To whom."""
        rows = [row for letter in self.letters for row in letter.splitlines()]
        return sorted(row.removeprefix("To: ") for row in rows if row.startswith("To: "))


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with Mailbox() as found:
        threading.Thread(target=found.serve_forever, args=(0.05,), daemon=True).start()
        yield found
        found.shutdown()


def lay(var: Path) -> None:
    """The book of this test, with its queue, as the book of a site."""
    var.mkdir()
    Notice.objects.update(due_at=timezone.now() - timedelta(minutes=1))
    source, target = connection.settings_dict["NAME"], var / "club.sqlite3"
    with closing(sqlite3.connect(source)) as book, closing(sqlite3.connect(target)) as copy:
        book.backup(copy)


def waits_for(there: Callable[[], object]) -> None:
    for _ in range(900):
        if there():
            return
        time.sleep(0.1)
    raise AssertionError


def senders(var: Path) -> list[int]:
    """The processes that send for the site of this folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            words = (path / "cmdline").read_bytes().split(b"\0")
            mine = f"TAROKK_VAR={var}".encode() in (path / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if mine and b"--watch" in words:
            found.append(int(path.name))
    return found


@pytest.mark.ci
def test_queued_notices_go_once_and_the_sender_ends_with_the_site(
    transactional_db: None, settings: Settings, mailbox: Mailbox, tmp_path: Path
) -> None:
    with_both_ways(settings)
    a_plan(a_notified_house())
    var = tmp_path / "var"
    lay(var)
    own: dict[str, Any] = {"EMAIL_URL": mailbox.url, "SECRET_KEY": site.SECRET_KEY}

    with served(var, migrated=False, SITE_ADDRESS="https://club.example", **own) as running:
        waits_for(lambda: len(mailbox.letters) == 2)
        waits_for(lambda: senders(var))
        running.process.kill()
        waits_for(lambda: not senders(var))
    with served(var, migrated=False, **own) as running:
        waits_for(lambda: senders(var))
        time.sleep(3)
        assert running.stop()[0] == 0

    assert mailbox.to() == ["bela@example.org", "csaba@example.org"]
    assert all("https://club.example/c/zuglo/money/" in one for one in mailbox.letters)
    assert senders(var) == []


@pytest.mark.ci
def test_a_site_without_a_way_to_send_starts_no_sender(tmp_path: Path) -> None:
    var = tmp_path / "var"
    with served(var) as running:
        time.sleep(4)
        assert senders(var) == []
        running.stop()
