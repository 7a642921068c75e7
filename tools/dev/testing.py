"""manage.py test: run the whole suite, or the tests near a change, with the browser and database
they need.
"""

import argparse
import contextlib
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from tarokk_club.env import ROOT
from tarokk_club.serving import bootstrap, preparing
from tarokk_club.system import say
from tools.dev import chromium, engines, postgres, share, touched

POSTGRES, QUICK, SHUFFLE, AGAIN = "--postgres", "--quick", "--shuffle", "--again"
SHARE, SEED = "--share", "--seed"
OURS = (POSTGRES, QUICK, AGAIN)
# Options that do not select tests.
SAYING = ("--durations",)
ON_POSTGRES = ["-m", "database and not browser"]
LEFT_OUT = (
    "the longer tests and journeys (-m ci), axe (-m axe), Firefox and WebKit (-m engines), "
    "LibreOffice (-m libreoffice), the set-up papers (-m papers), and PostgreSQL with the sweeps "
    "over every address (-m sweep)."
)
# Tests of a file stay on one worker, and there is one worker more than cores, because
# a test that waits for a browser or a server leaves its core idle.
AT_ONCE = ["-n", str(len(os.sched_getaffinity(0)) + 1), "--dist", "loadfile"]
FAILED = 1
LAST_FAILED = ["--last-failed", "--last-failed-no-failures=none", "-rfEp"]


def main(arguments: list[str]) -> int:
    """Run pytest with the given arguments and return its exit code."""
    on_postgres, quick = POSTGRES in arguments, QUICK in arguments
    try:
        arguments, drawn = _drawn(arguments)
    except ValueError as error:
        say(str(error))
        return 1
    rest = [one for one in arguments if one not in OURS and not one.startswith(SHUFFLE)]
    whole = not (quick or on_postgres or drawn) and all(one.startswith(SAYING) for one in rest)
    at_once = not quick and not _names_a_part(rest)
    rest += _shuffled(arguments) + drawn
    if on_postgres and not postgres.ensure():
        say("PostgreSQL is missing: install it first (on Debian: apt-get install postgresql).")
        return 1
    if quick:
        if (near := touched.choose_quick_tests(ROOT, rest)) is None:
            return 0
        rest = near
    elif not on_postgres and not chromium.ensure():
        say("Chromium is missing: install it first (on Debian: apt-get install chromium).")
        return 1
    if "engines" in rest and not engines.ensure():
        say(f"A browser is missing: on Debian, apt-get install {' '.join(engines.PACKAGES)}.")
        return 1
    began = time.monotonic()
    code = _run(rest, on_postgres=on_postgres, at_once=at_once)
    if code == FAILED and AGAIN in arguments:
        # On a busy machine a browser may be late; a real failure also fails when run alone.
        say("What failed is tried once more, alone; what passes now is named below.")
        code = _run([*rest, *LAST_FAILED], on_postgres=on_postgres, at_once=False)
    _delete_temporary_bytecode()
    say(f"It took {time.monotonic() - began:.0f} s.")
    if whole:
        say("Left out, and run by .ci/run: " + LEFT_OUT)
    return code


def _names_a_part(rest: list[str]) -> bool:
    """Return whether the arguments select a file, a folder or a keyword, instead of a mark only."""
    paths = (one.partition("::")[0] for one in rest if not one.startswith("-"))
    return "-k" in rest or "-n" in rest or any((ROOT / path).exists() for path in paths)


def _run(rest: list[str], *, on_postgres: bool, at_once: bool) -> int:
    preparing.compile_catalogues()
    with _database(on_postgres=on_postgres) as environment:
        chosen = ON_POSTGRES if on_postgres else []
        # A part of the suite ends before a second worker has started, so it gets only one.
        workers = AT_ONCE if at_once else []
        command = [sys.executable, "-m", "pytest", *workers, *chosen, *rest]
        try:
            return subprocess.call(command, cwd=ROOT, env=environment)
        except KeyboardInterrupt:
            return 130


def _delete_temporary_bytecode() -> None:
    """Delete the bytecode of modules that tests write into temporary folders."""
    shutil.rmtree(bootstrap.BYTECODE / tempfile.gettempdir().lstrip("/"), ignore_errors=True)


def _shuffled(arguments: list[str]) -> list[str]:
    """Return the pytest arguments that shuffle the tests, if requested; `--shuffle=SEED` repeats an
    order.
    """
    asked = next((one for one in arguments if one.startswith(SHUFFLE)), None)
    if asked is None:
        return []
    seed = asked.partition("=")[2] or str(secrets.randbelow(10**6))
    say(f"The tests are shuffled; the same order again: --shuffle={seed}")
    return ["-p", "pytest_randomly", f"--randomly-seed={seed}"]


def _drawn(arguments: list[str]) -> tuple[list[str], list[str]]:
    """Return the arguments without the share options, and the pytest arguments for the share.

    Raise ValueError if the share is invalid.
    """
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument(SHARE)
    parser.add_argument(SEED)
    asked, rest = parser.parse_known_args(arguments)
    if asked.share is None:
        return rest, []
    which, many = share.parse_share(asked.share)
    seed = asked.seed or str(secrets.randbelow(10**6))
    say(f"The share {which}/{many} of these tests; the same again: {SHARE} {which}/{many}")
    say(f"{SEED} {seed}. Left out: {' and '.join(share.others(which, many)) or 'nothing'} of it.")
    return rest, ["-p", share.PLUGIN, f"--share={asked.share}", f"--share-seed={seed}"]


@contextlib.contextmanager
def _database(*, on_postgres: bool) -> Iterator[dict[str, str]]:
    if on_postgres:
        with postgres.private_server() as url:
            yield os.environ | {"DATABASE_URL": url}
    else:
        yield {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
