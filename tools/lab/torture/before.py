"""The program as it was before a site could have several nodes, for a real rolling upgrade.

It is read from the git history. If the clone does not have it, the trial reports that and starts
with today's program.
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
# With today's packages, which it is not to set up anew, and those that only it needs.
PROGRAM = ("-P", "-m", "tarokk_club")
PINS = "requirements.txt"
PACKAGES = "packages"
MISSING = f"this clone has no commit {BEFORE}: git fetch --unshallow"


def unpack_old_program(folder: Path) -> Path | None:
    """Unpack the old program into the folder and return it; None if the clone does not have the
    commit.
    """
    packed = subprocess.run(["git", "archive", BEFORE], cwd=ROOT, capture_output=True, check=False)
    if packed.returncode:
        return None
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")
    _install_dropped_packages(folder)
    return folder


def _install_dropped_packages(folder: Path) -> None:
    """Install in the folder what the old program pins and today's does without."""
    ours = set(re.findall(r"^([^\s=]+)==", (ROOT / PINS).read_text(), flags=re.MULTILINE))
    pins = re.split(r"^(?=\w)", (folder / PINS).read_text(), flags=re.MULTILINE)
    dropped = [pin for pin in pins if pin.split("==")[0] not in ours | {""}]
    if not dropped:
        return
    wanted = folder / "dropped.txt"
    wanted.write_text("".join(dropped))
    uv, environment = bootstrap.uv_command()
    install = [uv, "--quiet", "pip", "install", "--target", str(folder / PACKAGES)]
    install += ["--no-deps", "--require-hashes", "-r", str(wanted)]
    subprocess.run(install, check=True, env=environment)


def old_serve_command() -> list[str]:
    """Return the command that starts the old program."""
    return [sys.executable, *PROGRAM, "serve"]


def environment(folder: Path) -> dict[str, str]:
    """Return the environment in which Python finds the old program."""
    return {"PYTHONPATH": os.pathsep.join([str(folder), str(folder / PACKAGES)])}
