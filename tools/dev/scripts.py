"""The scripts and styles of the site, formatted and linted by Biome; it comes from npm, under var/.

By hand: `python3 manage.py lint scripts`; with `--write`, `python3 -m tools.dev.scripts`
brings them into form.
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
# Set where it must not be left out, as on the machine that judges every change.
NEEDED = "TAROKK_NPM"
# What a tool says that had nothing to work with.
LEFT_OUT = 77


def main(arguments: list[str]) -> int:
    """0 when all is in form, 1 when not; LEFT_OUT where npm cannot bring the tool."""
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
