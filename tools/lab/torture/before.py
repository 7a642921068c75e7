"""The program as it was before a site could be several, for a real upgrade in turn.

It lies in the history of git; a clone without it says so, and begins with the program of today.
"""

import io
import subprocess
import sys
import tarfile
from pathlib import Path

from tarokk_club.env import ROOT

# The last one that knew nothing of other nodes; with the next release, the release before.
BEFORE = "1c696a3"
# With today's packages, which it is not to set up anew.
PROGRAM = ("-P", "-m", "tarokk_club")
MISSING = f"this clone has no commit {BEFORE}: git fetch --unshallow"


def unpacked(folder: Path) -> Path | None:
    """Its files in the folder; None where the clone does not have them."""
    packed = subprocess.run(["git", "archive", BEFORE], cwd=ROOT, capture_output=True, check=False)
    if packed.returncode:
        return None
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def started() -> list[str]:
    """What starts it."""
    return [sys.executable, *PROGRAM, "serve"]


def environment(folder: Path) -> dict[str, str]:
    """Where Python finds it."""
    return {"PYTHONPATH": str(folder)}
