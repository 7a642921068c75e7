"""Tools from npm, installed under var/ if one is missing; they are never part of the site."""

import json
import subprocess
from pathlib import Path

from tarokk_club.env import ROOT
from tarokk_club.system import say

FOLDER = ROOT / "var" / "ux"
# A separate folder, as npm deletes optional parts when it installs another tool without.
WHOLE = ROOT / "var" / "tools"
# Package scripts do not run, because they may download more at install time.
INSTALL = ("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts")


def ensure(package: str, version: str, *, whole: bool = False) -> Path | None:
    """Return the folder of this version of the package, or None if npm cannot install it.

    whole: install its optional dependencies too, which for some tools contain the binary for
        this machine.
    """
    home, parts = (WHOLE, []) if whole else (FOLDER, ["--omit=optional"])
    folder = home / "node_modules" / package
    if _version(folder) == version:
        return folder
    home.mkdir(parents=True, exist_ok=True)
    command = [*INSTALL, *parts, "--prefix", str(home), f"{package}@{version}"]
    try:
        done = subprocess.run(
            command, check=False, cwd=home, stdin=subprocess.DEVNULL, capture_output=True
        )
    except FileNotFoundError:
        say("npm is missing: install Node 20 or newer first (on Debian: apt-get install npm).")
        return None
    if done.returncode:
        say(f"npm could not install {package} {version}: {done.stderr.decode().strip()[-300:]}")
        return None
    return folder


def _version(folder: Path) -> str:
    paper = folder / "package.json"
    return str(json.loads(paper.read_text())["version"]) if paper.exists() else ""
