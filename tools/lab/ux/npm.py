"""Tools from npm, installed under var/ when they are needed; they are never part of the site."""

import json
import subprocess
from pathlib import Path

from tarokk_club.env import ROOT
from tarokk_club.system import print_message

FOLDER = ROOT / "var" / "ux"
# A separate folder, because npm deletes optional parts when it installs a tool without them.
COMPLETE_FOLDER = ROOT / "var" / "tools"
# Package scripts do not run, because they may download more at install time.
INSTALL_COMMAND = ("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts")


def ensure_package(package: str, version: str, *, complete: bool = False) -> Path | None:
    """Install this version of the package if needed; return its folder, or None if npm fails.

    complete: install optional dependencies too; some tools put their binaries into them.
    """
    prefix, options = (COMPLETE_FOLDER, []) if complete else (FOLDER, ["--omit=optional"])
    folder = prefix / "node_modules" / package
    if _read_installed_version(folder) == version:
        return folder
    prefix.mkdir(parents=True, exist_ok=True)
    command = [*INSTALL_COMMAND, *options, "--prefix", str(prefix), f"{package}@{version}"]
    try:
        result = subprocess.run(
            command, check=False, cwd=prefix, stdin=subprocess.DEVNULL, capture_output=True
        )
    except FileNotFoundError:
        print_message(
            "npm is missing: install Node 20 or newer first (on Debian: apt-get install npm)."
        )
        return None
    if result.returncode:
        print_message(
            f"npm could not install {package} {version}: {result.stderr.decode().strip()[-300:]}"
        )
        return None
    return folder


def _read_installed_version(folder: Path) -> str:
    package_file = folder / "package.json"
    return str(json.loads(package_file.read_text())["version"]) if package_file.exists() else ""
