"""The last version of the program without support for several nodes, for a rolling upgrade.

The version comes from the git history. If the clone does not have the commit, the trial reports
that and starts with today's program.
"""

import io
import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path

from tarokk_club.env import ROOT
from tarokk_club.serving import bootstrap

# The last commit without support for several nodes; later, the previous release.
BEFORE = "1c696a3"
# The old program runs in today's environment; packages that only it needs are added.
PROGRAM = ("-P", "-m", "tarokk_club")
PINS = "requirements.txt"
PACKAGES = "packages"
MISSING = f"this clone has no commit {BEFORE}: git fetch --unshallow"


def unpack_old_program(folder: Path) -> Path | None:
    """Unpack the old program into the folder and return the folder; None without the commit."""
    result = subprocess.run(["git", "archive", BEFORE], cwd=ROOT, capture_output=True, check=False)
    if result.returncode:
        return None
    with tarfile.open(fileobj=io.BytesIO(result.stdout)) as archive:
        archive.extractall(folder, filter="data")
    _install_dropped_packages(folder)
    return folder


def _install_dropped_packages(folder: Path) -> None:
    """Install the packages that the old program pins and today's does not need."""
    current_names = set(re.findall(r"^([^\s=]+)==", (ROOT / PINS).read_text(), flags=re.MULTILINE))
    pins = re.split(r"^(?=\w)", (folder / PINS).read_text(), flags=re.MULTILINE)
    dropped = [pin for pin in pins if pin.split("==")[0] not in current_names | {""}]
    if not dropped:
        return
    requirements = folder / "dropped.txt"
    requirements.write_text("".join(dropped))
    uv, environment = bootstrap.ensure_uv()
    command = [uv, "--quiet", "pip", "install", "--target", str(folder / PACKAGES)]
    command += ["--no-deps", "--require-hashes", "-r", str(requirements)]
    subprocess.run(command, check=True, env=environment)


def build_old_serve_command() -> list[str]:
    """Return the command that starts the old program."""
    return [sys.executable, *PROGRAM, "serve"]


def build_old_environment(folder: Path) -> dict[str, str]:
    """Return the environment in which Python finds the old program."""
    return {"PYTHONPATH": os.pathsep.join([str(folder), str(folder / PACKAGES)])}
