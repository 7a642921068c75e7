"""The program as it was before a site could be several, for a real upgrade in turn.

It lies in the history of git; a clone without it says so, and begins with the program of today.
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

# The last one that knew nothing of other nodes; with the next release, the release before.
BEFORE = "1c696a3"
# With today's packages, which it is not to set up anew, and those that only it needs.
PROGRAM = ("-P", "-m", "tarokk_club")
PINS = "requirements.txt"
PACKAGES = "packages"
MISSING = f"this clone has no commit {BEFORE}: git fetch --unshallow"


def unpacked(folder: Path) -> Path | None:
    """Its files in the folder; None where the clone does not have them."""
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


def started() -> list[str]:
    """What starts it."""
    return [sys.executable, *PROGRAM, "serve"]


def environment(folder: Path) -> dict[str, str]:
    """Where Python finds it."""
    return {"PYTHONPATH": os.pathsep.join([str(folder), str(folder / PACKAGES)])}
