"""Format and lint the site's scripts and styles with Biome, installed from npm below var/.

To check by hand, run `python3 manage.py lint scripts`; to format, run `python3 -m
tools.dev.scripts --write`.
"""

import os
import subprocess
import sys
from pathlib import Path

from tarokk_club.env import ROOT
from tools.lab.ux import npm

PACKAGE, VERSION = "@biomejs/biome", "2.6.8"
RULES = Path(__file__).with_suffix(".json")
CHECKED = ("tarokk_club/club/static", "tools/lab/ux")
# Set where the check must not be left out, as in CI.
NEEDED = "TAROKK_NPM"
# Exit code of a tool that could not run.
LEFT_OUT = 77


def main(arguments: list[str]) -> int:
    """Return 0 if all files pass, 1 if not, LEFT_OUT if npm cannot install the tool."""
    tool = npm.ensure(PACKAGE, VERSION, whole=True)
    if tool is None:
        return 1 if os.environ.get(NEEDED) else LEFT_OUT
    call = ["node", str(tool / "bin" / "biome"), "check", f"--config-path={RULES}"]
    done = subprocess.run(
        [*call, "--error-on-warnings", "--no-errors-on-unmatched", *arguments, *CHECKED],
        check=False,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
    )
    return int(done.returncode != 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
