"""Lint the OpenAPI description of the API with Spectral, installed from npm below var/.

To check by hand, run `python3 manage.py lint api`.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tarokk_club.env import ROOT
from tools.lab.ux import npm

PACKAGE, VERSION = "@stoplight/spectral-cli", "6.15.0"
RULES = 'extends: ["spectral:oas"]\n'
# Set where the check must not be left out, as in CI.
NEEDED = "TAROKK_NPM"
# Exit code of a tool that could not run.
LEFT_OUT = 77


def main(_arguments: list[str]) -> int:
    """Return 0 if the description has no fault, 1 if it has, LEFT_OUT if npm cannot install the
    tool.
    """
    tool = npm.ensure(PACKAGE, VERSION)
    if tool is None:
        return 1 if os.environ.get(NEEDED) else LEFT_OUT
    with tempfile.TemporaryDirectory() as folder:
        paper, rules = Path(folder) / "openapi.json", Path(folder) / "rules.yaml"
        paper.write_text(described(), "utf-8")
        rules.write_text(RULES, "utf-8")
        call = ["node", str(tool / "dist" / "index.js"), "lint", str(paper), "-r", str(rules)]
        done = subprocess.run(
            [*call, "--fail-severity", "warn"], check=False, cwd=ROOT, stdin=subprocess.DEVNULL
        )
    return int(done.returncode != 0)


def described() -> str:
    """Return the description as the site serves it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from tarokk_club.club.api.views.programs import document

    return json.dumps(document())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
