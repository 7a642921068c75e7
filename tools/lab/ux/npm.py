"""Tools from npm, installed under var/ when one is missing; never a part of the site."""

import json
import subprocess
from pathlib import Path

from tarokk_club.env import ROOT
from tarokk_club.system import say

FOLDER = ROOT / "var" / "ux"
# Beside it, as npm takes the optional parts away wherever it installs something without.
WHOLE = ROOT / "var" / "tools"
# Scripts of packages do not run: what they fetch at install time is not wanted.
INSTALL = ("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts")


def ensure(package: str, version: str, *, whole: bool = False) -> Path | None:
    """The folder of the package in this version; None when npm could not bring it.

    whole: with its optional parts, among which some tools keep their programme for this machine.
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
