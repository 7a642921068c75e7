"""The steps of the Containerfile, done outside a container: no image is built here."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path, PurePosixPath

import pytest

from support.served import ROOT, served

pytestmark = pytest.mark.cluster
GIVEN = (ROOT / "deploy" / "Containerfile").read_text()
IGNORED = [
    line
    for line in (ROOT / "deploy" / "Containerfile.dockerignore").read_text().splitlines()
    if line and not line.startswith("#")
]
# Done by root on the machine of the image: its packages, its user and its folders.
OF_THE_MACHINE = ("apt-get ", "groupadd ", "install ")


def steps(word: str) -> list[str]:
    return re.findall(rf"^{word} (.+)$", GIVEN, flags=re.MULTILINE)


def is_in_image(name: str) -> bool:
    """Whether the ignore file lets this file into the image: its last line that matches decides."""
    found, path = False, PurePosixPath(name)
    for line in IGNORED:
        pattern = line.removeprefix("!")
        anywhere = pattern.startswith("**/") and any(
            one.match(pattern.removeprefix("**/")) for one in (path, *path.parents)
        )
        if pattern == "*" or anywhere or path.is_relative_to(pattern):
            found = line.startswith("!")
    return found


def copied(folder: Path) -> Path:
    """What `COPY . .` brings: the files of the project that are not ignored."""
    known = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in filter(is_in_image, known.stdout.splitlines()):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return folder


def test_the_container_steps_build_a_working_site(tmp_path: Path) -> None:
    source, venv = copied(tmp_path / "source"), tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
    path = {"PATH": f"{venv / 'bin'}:{os.environ['PATH']}"}

    for step in (one for one in steps("RUN") if not one.startswith(OF_THE_MACHINE)):
        done = subprocess.run(
            step.split(), cwd=source, env=os.environ | path, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr[-2000:]

    (started,) = steps("CMD")
    program, command = re.findall(r'"([^"]+)"', started)
    assert command == "serve"
    script = str(venv / "bin" / program)
    with served(tmp_path / "var", command=(script,), python=str(venv / "bin" / "python")) as site:
        assert site.ask("/healthz")[0].status == 200
        (check,) = re.findall(r"^HEALTHCHECK .* CMD (\[.+\])$", GIVEN, re.MULTILINE)
        words = [word.replace(":8000/", f":{site.port}/") for word in json.loads(check)]
        subprocess.run(words, check=True, env=os.environ | path, timeout=20)


@pytest.mark.parametrize(
    ("name", "comes"),
    [
        ("manage.py", True),
        ("tarokk_club/settings.py", True),
        ("templates/base.html", True),
        ("tests/conftest.py", False),
        (".git/config", False),
        ("var/club.sqlite3", False),
        (".venv/bin/python", False),
        ("deploy/secrets/secret_key", False),
        ("tarokk_club/__pycache__/env.cpython-313.pyc", False),
    ],
)
def test_the_image_has_the_program_and_nothing_of_the_folder_it_is_built_in(
    name: str, comes: bool
) -> None:
    assert is_in_image(name) == comes


def test_the_node_runs_as_a_user_of_its_own_that_owns_its_folders() -> None:
    (user,) = steps("USER")
    (folders,) = [one for one in steps("RUN") if one.startswith("install ")]

    assert user == "tarokk"
    assert f"--owner {user}" in folders
    assert "/var/lib/tarokk-club /var/lib/tarokk-club-backups" in folders
