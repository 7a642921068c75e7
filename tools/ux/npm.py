"""Tools from npm, installed under var/ when one is missing; never a part of the site."""

import json
import subprocess
from pathlib import Path

from tarokk_club.serving.environment import ROOT
from tarokk_club.serving.system import say

FOLDER = ROOT / "var" / "ux"
# Scripts of packages do not run: what they fetch at install time is not wanted.
INSTALL = ("npm", "install", "--no-audit", "--no-fund", "--omit=optional", "--ignore-scripts")


def ensure(package: str, version: str) -> Path | None:
    """The folder of the package in this version; None when npm could not bring it."""
    folder = FOLDER / "node_modules" / package
    if _version(folder) == version:
        return folder
    FOLDER.mkdir(parents=True, exist_ok=True)
    command = [*INSTALL, "--prefix", str(FOLDER), f"{package}@{version}"]
    try:
        done = subprocess.run(
            command, check=False, cwd=FOLDER, stdin=subprocess.DEVNULL, capture_output=True
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
