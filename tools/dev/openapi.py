"""Lint the OpenAPI description of the API with Spectral, installed from npm below var/.

To run only this check: `python3 manage.py lint api`.
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
# An environment variable, set in CI: the check fails if the tool is missing.
NEEDED = "TAROKK_NPM"
# Exit code of a tool that could not run.
LEFT_OUT = 77


def main(_arguments: list[str]) -> int:
    """Return 0 for no fault, 1 for a fault, and LEFT_OUT if npm cannot install the tool."""
    tool = npm.ensure_package(PACKAGE, VERSION)
    if tool is None:
        return 1 if os.environ.get(NEEDED) else LEFT_OUT
    with tempfile.TemporaryDirectory() as folder:
        description, rules = Path(folder) / "openapi.json", Path(folder) / "rules.yaml"
        description.write_text(render_description(), "utf-8")
        rules.write_text(RULES, "utf-8")
        command = [
            "node",
            str(tool / "dist" / "index.js"),
            "lint",
            str(description),
            "-r",
            str(rules),
        ]
        result = subprocess.run(
            [*command, "--fail-severity", "warn"], check=False, cwd=ROOT, stdin=subprocess.DEVNULL
        )
    return int(result.returncode != 0)


def render_description() -> str:
    """Return the OpenAPI description as JSON, as the site serves it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from tarokk_club.club.api.views.openapi import build_openapi_document

    return json.dumps(build_openapi_document())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
