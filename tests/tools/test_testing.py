"""What `manage.py test` runs, and with how many workers."""

import contextlib
import subprocess
from collections.abc import Iterator

import pytest

from tools.dev import chromium, postgres, testing


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What would have been started."""
    started: list[list[str]] = []

    @contextlib.contextmanager
    def no_server() -> Iterator[str]:
        yield "postgres://nowhere"

    def take(command: list[str], **_more: object) -> int:
        started.append(command[3:])
        return 0

    for module in (chromium, postgres):
        monkeypatch.setattr(module, "ensure", lambda: True)
    monkeypatch.setattr(postgres, "private_server", no_server)
    monkeypatch.setattr(subprocess, "call", take)
    return started


@pytest.mark.parametrize(
    ("asked", "workers"),
    [
        ([], True),
        (["--postgres"], True),
        (["-m", "axe"], True),
        (["-m", "ci", "--ignore=tests/browser"], True),
        (["tests/scoring"], False),
        (["--postgres", "tests/sheet/test_hand_books.py"], False),
        (["-k", "pagat"], False),
        (["-n", "4", "-m", "axe"], False),
    ],
)
def test_all_that_has_a_mark_is_shared_among_the_cores_and_a_folder_is_not(
    commands: list[list[str]], asked: list[str], workers: bool
) -> None:
    assert testing.main(asked) == 0

    (command,) = commands
    assert (command[:4] == testing.AT_ONCE) == workers
    given = [one for one in asked if one != "--postgres"]
    assert command[len(command) - len(given) :] == given


def test_on_postgresql_the_tests_with_a_database_are_run(commands: list[list[str]]) -> None:
    testing.main(["--postgres"])

    assert commands[0][-2:] == ["-m", "database and not browser"]
