"""manage.py lint: run every check that needs no running site, and print one line each."""

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from tarokk_club.env import ROOT
from tools.dev.scripts import LEFT_OUT, NEEDED

TYPED_PATHS = ("manage.py", "scoring", "tarokk_club", "tests", "tools")
TOOLS: dict[str, tuple[str, ...]] = {
    "strict types": ("-m", "mypy", *TYPED_PATHS),
    "ruff": ("-m", "ruff", "check", "."),
    "format": ("-m", "ruff", "format", "--check", "."),
    "house rules": ("-m", "pytest", "-q", "tests/house"),
    "templates": ("-m", "djlint", "--quiet", "--lint", "templates"),
    "migrations": ("manage.py", "makemigrations", "--check", "--dry-run"),
    "upgrades": ("-m", "tools.dev.upgrades"),
    "deployment": ("manage.py", "check", "--deploy", "--fail-level", "WARNING"),
    "scripts": ("-m", "tools.dev.scripts"),
    "api": ("-m", "tools.dev.openapi"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of running a tool.

    code: exit code.
    output: stdout and stderr.
    """

    name: str
    code: int
    seconds: float
    output: str

    @property
    def is_good(self) -> bool:
        """Whether the tool found no fault; a tool that could not run counts as good."""
        return self.code in (0, LEFT_OUT)

    def format_line(self) -> str:
        """Return the line for the terminal."""
        word = {0: "ok", LEFT_OUT: "left out"}.get(self.code, "FAILED")
        return f"{self.name:<14} {word:<8} {self.seconds:5.1f} s"


def main(arguments: list[str]) -> int:
    """Run all tools, or the named ones; return 1 if any of them found something."""
    chosen = {name: TOOLS[name] for name in arguments or TOOLS if name in TOOLS}
    if unknown := [name for name in arguments if name not in TOOLS]:
        print(f"There is no tool {unknown[0]}; there are: {', '.join(TOOLS)}.")
        return 1
    with tempfile.TemporaryDirectory(prefix="tarokk-lint-") as var, ThreadPoolExecutor(2) as pool:
        # Settings as on a real site, but without access to the real site's files.
        environment = os.environ | {"TAROKK_VAR": var, "HTTPS": "1", "HOST": "club.example"}
        # A tool requested by name must run and cannot be left out.
        environment[NEEDED] = "1" if arguments else os.environ.get(NEEDED, "")
        jobs = [pool.submit(_run_tool, name, chosen[name], environment) for name in chosen]
        findings = [_print_finding(job.result()) for job in jobs]
    return 0 if all(finding.is_good for finding in findings) else 1


def _run_tool(name: str, command: tuple[str, ...], environment: dict[str, str]) -> Finding:
    start = time.perf_counter()
    arguments = [part for part in command if part not in TYPED_PATHS or (ROOT / part).exists()]
    result = subprocess.run(
        [sys.executable, *arguments],
        check=False,
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return Finding(name, result.returncode, time.perf_counter() - start, result.stdout)


def _print_finding(finding: Finding) -> Finding:
    print(finding.format_line(), flush=True)
    if not finding.is_good:
        print(finding.output, flush=True)
    return finding
