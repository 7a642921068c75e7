"""manage.py pins: write the pinned requirement files from pyproject.toml."""

import re
import subprocess
from pathlib import Path

from tarokk_club.serving import bootstrap

COMPILE = [
    "--quiet",
    "--universal",
    "--python-version",
    "3.11",
    "--generate-hashes",
    "--no-emit-index-url",
    "--no-emit-find-links",
    "--no-header",
    "--no-annotate",
]


def main(arguments: list[str]) -> int:
    """Write the three files; `--upgrade` moves every pin to the newest version allowed."""
    run_pins, dev_pins = bootstrap.DEV_FILES
    _write_pins(["pyproject.toml", "--group", "first", *arguments], run_pins)
    names = re.findall(r"^([a-z0-9-]+)==", run_pins.read_text(), flags=re.MULTILINE)
    skip = [part for name in names for part in ("--no-emit-package", name)]
    _write_pins(["--group", "dev", "-c", run_pins.name, *skip, *arguments], dev_pins)
    dev_pins.write_text(f"-r {run_pins.name}\n" + dev_pins.read_text())
    _write_pins(["--group", "bootstrap", *arguments], bootstrap.UV_PINS)
    return 0


def _write_pins(selection: list[str], target: Path) -> None:
    uv, variables = bootstrap.ensure_uv()
    command = [uv, "pip", "compile", *COMPILE, *selection, "--output-file", str(target)]
    subprocess.run(command, check=True, cwd=bootstrap.ROOT, env=variables)
