"""The site's commands on a machine without a database."""

import os
import re
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path
from uuid import UUID

import pytest
from django.core.management import get_commands, load_command_class

from support.served import ROOT, run_command
from tarokk_club.env import read_program_version
from tarokk_club.serving import dispatch
from tarokk_club.serving.book_commands import (
    BEGIN_BOOK,
    NEED_BOOK,
    NO_BOOK,
    UPDATED_FIRST,
)
from tarokk_club.serving.dispatch import COMMANDS

PAPERS = "\n".join(
    path.read_text("utf-8")
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md")))
)


@pytest.mark.ci
def test_the_demonstration_comes_before_the_first_start(tmp_path: Path) -> None:
    done = run_command(tmp_path, "demo", "--hands", "1")

    assert (done.returncode, done.stderr) == (0, f"Book: SQLite, {tmp_path}/club.sqlite3\n")
    assert "user name demo-anna, password" in done.stdout


@pytest.mark.ci
def test_the_book_of_a_new_machine_agrees(tmp_path: Path) -> None:
    assert run_command(tmp_path, "migrate").returncode == 0
    done = run_command(tmp_path, "audit_ledger")

    assert (done.returncode, done.stderr) == (0, f"Book: SQLite, {tmp_path}/club.sqlite3\n")
    assert "The book agrees" in done.stdout


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder that nobody has made yet, where the environment looks for the book."""
    for name in ("DATABASE_URL", "TAROKK_COLLECTED", "BACKUP_FOLDER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TAROKK_ENV_FILE", "")
    monkeypatch.setenv("TAROKK_VAR", str(tmp_path / "var"))
    return tmp_path / "var"


def test_each_command_needs_a_book_or_works_without_one() -> None:
    every = {*get_commands(), *COMMANDS, "score", "help", "version"}

    assert every ^ (NEED_BOOK | BEGIN_BOOK | NO_BOOK) == set()
    assert NEED_BOOK & (BEGIN_BOOK | NO_BOOK) == BEGIN_BOOK & NO_BOOK == set()
    assert {"demo"} == UPDATED_FIRST - NEED_BOOK


@pytest.mark.parametrize("name", sorted(NEED_BOOK))
def test_a_command_without_a_database_refuses_and_creates_nothing(
    nowhere: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert dispatch.run_command(name, []) == 2

    assert f"There is no book: SQLite, {nowhere}/club.sqlite3." in capsys.readouterr().err
    assert not nowhere.exists()


def test_a_file_without_tables_is_no_book(nowhere: Path) -> None:
    nowhere.mkdir()
    (nowhere / "club.sqlite3").touch()
    assert dispatch.run_command("backup", []) == 2

    with closing(sqlite3.connect(nowhere / "club.sqlite3")) as empty:
        empty.execute("PRAGMA journal_mode=WAL")
        empty.execute("PRAGMA user_version=1")
    assert (nowhere / "club.sqlite3").stat().st_size
    assert dispatch.run_command("backup", []) == 2
    assert [path.name for path in nowhere.iterdir()] == ["club.sqlite3"]


def test_a_server_that_does_not_answer_is_named_without_its_password(
    nowhere: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://anna:secret@127.0.0.1:1/club?sslmode=disable")

    assert dispatch.run_command("operator", ["anna"]) == 2

    words = capsys.readouterr().err
    assert words.startswith("The book does not answer: PostgreSQL, 127.0.0.1:1/club.")
    assert "secret" not in words
    assert not nowhere.exists()


@pytest.mark.parametrize("arguments", [["check"], pytest.param(["migrate"], marks=pytest.mark.ci)])
def test_documented_exceptions_work_without_a_database(
    tmp_path: Path, arguments: list[str]
) -> None:
    assert run_command(tmp_path, *arguments).returncode == 0


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["help"], ["--version"], ["backup", "--help"], ["serve", "--help"]],
)
def test_a_help_makes_no_file(tmp_path: Path, arguments: list[str]) -> None:
    done = run_command(tmp_path / "var", *arguments)

    assert (done.returncode, bool(done.stdout)) == (0, True)
    assert not (tmp_path / "var").exists()


@pytest.mark.parametrize("name", ["--version", "version"])
def test_the_version_is_that_of_the_club(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert dispatch.run_command(name, []) == 0
    assert capsys.readouterr().out == f"Tarokk Club {read_program_version()}\n"
    assert f'version = "{read_program_version()}"' in (ROOT / "pyproject.toml").read_text("utf-8")


@pytest.mark.parametrize("name", ["test", "lint", "bench", "torture", "ux"])
def test_the_tools_read_no_settings_of_the_site(
    nowhere: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    file = nowhere.parent / "site.env"
    file.write_text("not read")
    monkeypatch.setenv("TAROKK_ENV_FILE", str(file))
    called: list[str] = []

    def note(command: str, _arguments: list[str]) -> int:
        called.append(command)
        return 0

    for runner in ("_run_own_command", "_run_django_command"):
        monkeypatch.setattr(dispatch, runner, note)

    assert dispatch.run_command(name, []) == 0

    assert called == [name]
    assert os.environ["TAROKK_ENV_FILE"] == "", "nor does what they start"


def _called() -> list[tuple[str, list[str]]]:
    """The commands of the book as the papers call them, with their arguments."""
    text = PAPERS.replace("SESSION-ID", str(UUID(int=1)))
    lines = [shlex.split(line) for line in re.findall(r"python3 manage\.py ([^`\n]+)", text)]
    ours = {name for name, app in get_commands().items() if app == "tarokk_club.club"}
    return [(name, arguments) for name, *arguments in lines if name in ours]


@pytest.mark.parametrize(("name", "arguments"), _called())
def test_the_papers_call_a_command_with_the_arguments_that_it_takes(
    name: str, arguments: list[str]
) -> None:
    command = load_command_class(get_commands()[name], name)
    parser = command.create_parser("manage.py", name)

    assert parser.parse_args(arguments)


def test_the_papers_call_the_ways_in_and_out() -> None:
    assert {"demo", "export_session", "import_session"} <= {name for name, _ in _called()}


def test_a_terminal_without_the_letters_of_a_name_ends_no_command(tmp_path: Path) -> None:
    run_command(tmp_path, "demo", "--hands", "1")
    done = run_command(tmp_path, "clubs", PYTHONIOENCODING="ascii:strict")

    assert done.returncode == 0
    assert "\\u2013" in done.stdout
