"""What `manage.py test` runs, and with how many workers."""

import contextlib
import subprocess
from collections.abc import Iterator

import pytest

from tools.dev import chromium, postgres, share, testing


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

    monkeypatch.setattr(chromium, "ensure_browser", lambda: True)
    monkeypatch.setattr(postgres, "ensure_server", lambda: True)
    monkeypatch.setattr(postgres, "run_private_server", no_server)
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
        (["--postgres", "tests/sheet/test_sessions_by_game.py"], False),
        (["-k", "pagat"], False),
        (["-n", "4", "-m", "axe"], False),
    ],
)
def test_all_that_has_a_mark_is_shared_among_the_cores_and_a_folder_is_not(
    commands: list[list[str]], asked: list[str], workers: bool
) -> None:
    assert testing.main(asked) == 0

    (command,) = commands
    assert (command[:4] == testing.PARALLEL) == workers
    assert set(asked) - {"--postgres"} <= set(command)


def list_shares(command: list[str]) -> list[str]:
    return [one for one in command if one.startswith("--share=")]


@pytest.mark.parametrize(
    ("asked", "shares", "house_rules"),
    [
        ([], ["--share=1/4"], False),
        (["-q", "--durations=5", "--again", "--shuffle=7"], ["--share=1/4"], False),
        (["--share", "1/1"], ["--share=1/1"], False),
        (["--share", "2/3", "-m", "ci"], ["--share=2/3"], True),
        (["-m", "ci"], [], True),
        (["tests/house"], [], True),
        (["--postgres"], [], True),
    ],
)
def test_the_whole_suite_runs_a_share_without_the_house_rules(
    commands: list[list[str]], asked: list[str], shares: list[str], house_rules: bool
) -> None:
    testing.main(asked)

    assert list_shares(commands[0]) == shares
    assert ("--share-files" in commands[0]) == (bool(shares) and not house_rules)
    assert ("--ignore=tests/house" not in commands[0]) == house_rules


def test_each_run_draws_a_new_share(commands: list[list[str]]) -> None:
    for _number in range(3):
        testing.main([])

    assert len({tuple(command) for command in commands}) > 1


def test_on_postgresql_the_tests_with_a_database_are_run(commands: list[list[str]]) -> None:
    testing.main(["--postgres"])

    assert commands[0][-2:] == ["-m", "database and not browser"]


@pytest.mark.parametrize(
    ("codes", "arguments"), [([1, 0], []), ([1, 1], ["--shuffle=7"]), ([2], []), ([0], [])]
)
def test_retries_only_failed_tests(
    commands: list[list[str]],
    codes: list[int],
    arguments: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = iter(codes)

    def take(command: list[str], **_more: object) -> int:
        commands.append(command[3:])
        return next(answers)

    monkeypatch.setattr(subprocess, "call", take)

    assert testing.main([*arguments, "-m", "axe", "--again"]) == codes[-1]

    first, *then = commands
    assert "--again" not in first
    assert first[:4] == testing.PARALLEL
    # The second time no other test loads the machine, and nothing that passed is run again.
    assert then == [[*first[4:], *testing.LAST_FAILED]] * (len(codes) - 1)


def test_failed_tests_are_not_repeated_by_default(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(command: list[str], **_more: object) -> int:
        commands.append(command)
        return 1

    monkeypatch.setattr(subprocess, "call", fail)

    assert testing.main([]) == 1
    assert len(commands) == 1


def test_passes_on_a_share_and_prints_its_seed(
    commands: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert testing.main(["-m", "ci", "--share", "2/3"]) == 0
    said = capsys.readouterr().err
    seed = said.partition("--seed ")[2].partition(".")[0]

    assert testing.main(["-m", "ci", "--share=2/3", "--seed", seed]) == 0

    first, again = commands
    assert first == again
    assert first[4:] == ["-m", "ci", "-p", share.PLUGIN, "--share=2/3", f"--share-seed={seed}"]
    assert "Left out: 1/3 and 3/3 of it." in said
