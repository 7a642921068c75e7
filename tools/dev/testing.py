"""manage.py test: the whole suite, with the browser and the database it needs."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator

from tarokk_club.serving import preparing
from tarokk_club.serving.environment import ROOT
from tarokk_club.serving.system import say
from tools.dev import chromium, postgres

POSTGRES = "--postgres"
ON_POSTGRES = ["-m", "database and not browser"]
# One worker a core, and a file stays with its worker: six minutes became four on two cores.
AT_ONCE = ["-n", "auto", "--dist", "loadfile"]


def main(arguments: list[str]) -> int:
    """Run pytest with the arguments given; the answer is its exit code."""
    on_postgres = POSTGRES in arguments
    rest = [argument for argument in arguments if argument != POSTGRES]
    if on_postgres and not postgres.ensure():
        say("PostgreSQL is missing: install it first (on Debian: apt-get install postgresql).")
        return 1
    if not on_postgres and not chromium.ensure():
        say("Chromium is missing: install it first (on Debian: apt-get install chromium).")
        return 1
    preparing.compile_catalogues()
    with _database(on_postgres=on_postgres) as environment:
        chosen = ON_POSTGRES if on_postgres else []
        # A part of the suite is done before the second worker has started.
        whole = [] if rest else AT_ONCE
        command = [sys.executable, "-m", "pytest", *whole, *chosen, *rest]
        try:
            return subprocess.call(command, cwd=ROOT, env=environment)
        except KeyboardInterrupt:
            return 130


@contextlib.contextmanager
def _database(*, on_postgres: bool) -> Iterator[dict[str, str]]:
    if on_postgres:
        with postgres.private_server() as url:
            yield os.environ | {"DATABASE_URL": url}
    else:
        yield {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
