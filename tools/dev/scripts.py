"""Format and lint the site's scripts and styles with Biome, installed from npm below var/.

To run only this check: `python3 manage.py lint scripts`. To format: `python3 -m tools.dev.scripts
--write`.
"""

import os
import subprocess
import sys
from pathlib import Path

from tarokk_club.env import ROOT
from tools.lab.ux import npm

PACKAGE, VERSION = "@biomejs/biome", "2.6.8"
RULES = Path(__file__).with_suffix(".json")
CHECKED_FOLDERS = ("tarokk_club/club/static", "tools/lab/ux")
# An environment variable, set in CI: the check fails if the tool is missing.
NEEDED = "TAROKK_NPM"
# Exit code of a tool that could not run.
LEFT_OUT = 77


def main(arguments: list[str]) -> int:
    """Return 0 if all files pass, 1 if not, and LEFT_OUT if npm cannot install the tool."""
    tool = npm.ensure_package(PACKAGE, VERSION, complete=True)
    if tool is None:
        return 1 if os.environ.get(NEEDED) else LEFT_OUT
    command = ["node", str(tool / "bin" / "biome"), "check", f"--config-path={RULES}"]
    result = subprocess.run(
        [*command, "--error-on-warnings", "--no-errors-on-unmatched", *arguments, *CHECKED_FOLDERS],
        check=False,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
    )
    return int(result.returncode != 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
