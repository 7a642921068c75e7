"""The commands of the book, called on a machine where the site was never served."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from uuid import UUID

import pytest
from django.core.management import get_commands, load_command_class

from support.served import ROOT

PAPERS = "".join((ROOT / name).read_text() for name in ("README.md", "docs/operating.md"))


def _told(var: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"TAROKK_VAR": str(var), "LANG": "C"}
    for name in ("DJANGO_SETTINGS_MODULE", "DATABASE_URL", "SECRET_KEY"):
        environment.pop(name, None)
    return subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.ci
def test_the_demonstration_comes_before_the_first_start(tmp_path: Path) -> None:
    done = _told(tmp_path, "demo", "--hands", "1")

    assert (done.returncode, done.stderr) == (0, "")
    assert "user name demo-anna, password" in done.stdout


@pytest.mark.ci
def test_the_book_of_a_new_machine_agrees(tmp_path: Path) -> None:
    done = _told(tmp_path, "audit_ledger")

    assert (done.returncode, done.stderr) == (0, "")
    assert "The book agrees" in done.stdout


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
