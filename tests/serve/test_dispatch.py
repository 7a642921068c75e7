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

from serving import ROOT
from tarokk_club.tooling.dispatch import OF_THE_BOOK

README = (ROOT / "README.md").read_text()


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


def test_the_demonstration_comes_before_the_first_start(tmp_path: Path) -> None:
    done = _told(tmp_path, "demo", "--hands", "1")

    assert (done.returncode, done.stderr) == (0, "")
    assert "user name demo-anna, password" in done.stdout


def test_the_book_of_a_new_machine_agrees_and_lies_where_readme_says(tmp_path: Path) -> None:
    done = _told(tmp_path, "audit_ledger")

    assert (done.returncode, done.stderr) == (0, "")
    assert "The book agrees" in done.stdout
    [file] = re.findall(r"sqlite3 var/(\S+)", README)
    assert (tmp_path / file).is_file()


@pytest.mark.parametrize("name", sorted(OF_THE_BOOK))
def test_readme_calls_a_command_with_the_arguments_that_it_takes(name: str) -> None:
    command = load_command_class(get_commands()[name], name)
    parser = command.create_parser("manage.py", name)
    lines = re.findall(rf"python3 manage\.py {name}([^`\n]*)", README)

    assert lines
    for line in lines:
        arguments = shlex.split(line.replace("SESSION-ID", str(UUID(int=1))))
        assert parser.parse_args(arguments)
