"""The steps of the Containerfile, done outside a container: no image is built here."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.served import ROOT, served

pytestmark = pytest.mark.cluster
GIVEN = (ROOT / "deploy" / "Containerfile").read_text()


def steps(word: str) -> list[str]:
    return re.findall(rf"^{word} (.+)$", GIVEN, flags=re.MULTILINE)


def copied(folder: Path) -> Path:
    """What `COPY . .` brings: the files that belong to the project."""
    known = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in known.stdout.splitlines():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return folder


def test_its_steps_make_a_site_that_serves(tmp_path: Path) -> None:
    source, venv = copied(tmp_path / "source"), tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
    path = {"PATH": f"{venv / 'bin'}:{os.environ['PATH']}"}

    # What comes from the system's packages is not installed on the machine of the tests.
    for step in (one for one in steps("RUN") if not one.startswith("apt-get ")):
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
