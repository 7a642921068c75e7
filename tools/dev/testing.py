"""manage.py test: run the whole suite, a share of it, or the tests near a change.

The browser or the database server that the tests need is installed or started first.
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
from tarokk_club.system import print_message
from tools.dev import chromium, engines, postgres, quick_tests, share

POSTGRES, QUICK, SHUFFLE, AGAIN = "--postgres", "--quick", "--shuffle", "--again"
SHARE, SEED = "--share", "--seed"
OWN_OPTIONS = (POSTGRES, QUICK, AGAIN)
# Options that do not select tests.
REPORT_OPTIONS = ("--durations", "-q", "-v", "-x")
ON_POSTGRES = ["-m", "database and not browser"]
LEFT_OUT = (
    "the house rules (lint), the longer tests and journeys (-m ci), axe (-m axe), Firefox "
    "and WebKit (-m engines), LibreOffice (-m libreoffice), the set-up papers (-m papers), and "
    "PostgreSQL with the sweeps over every address (-m sweep)."
)
# Tests of a file stay on one worker. There is one worker more than cores, because a test that
# waits for a browser or a server leaves its core idle.
PARALLEL = ["-n", str(len(os.sched_getaffinity(0)) + 1), "--dist", "loadfile"]
# The share of the whole suite that `test` runs, which takes four minutes on two cores.
QUICK_SHARE = "1/4"
# The linter runs these.
HOUSE_RULES = ["--ignore=tests/house"]
FAILED = 1
LAST_FAILED = ["--last-failed", "--last-failed-no-failures=none", "-rfEp"]


def main(arguments: list[str]) -> int:
    """Run pytest with the given arguments and return its exit code."""
    on_postgres, quick = POSTGRES in arguments, QUICK in arguments
    try:
        arguments, share_options = _split_share_options(arguments)
        is_whole_suite = not (quick or on_postgres) and all(
            argument in OWN_OPTIONS or argument.startswith((*REPORT_OPTIONS, SHUFFLE))
            for argument in arguments
        )
        if is_whole_suite and not share_options:
            share_options = _split_share_options([SHARE, QUICK_SHARE])[1]
    except ValueError as error:
        print_message(str(error))
        return 1
    options = [
        argument
        for argument in arguments
        if argument not in OWN_OPTIONS and not argument.startswith(SHUFFLE)
    ]
    parallel = not quick and not _selects_tests(options)
    if share_options and (is_whole_suite or on_postgres):
        share_options.append("--share-files")
    options += _build_shuffle_options(arguments) + share_options
    if is_whole_suite:
        options += HOUSE_RULES
    if on_postgres and not postgres.ensure_server():
        print_message(
            "PostgreSQL is missing: install it first (on Debian: apt-get install postgresql)."
        )
        return 1
    if quick:
        if (near_tests := quick_tests.choose_quick_tests(ROOT, options)) is None:
            return 0
        options = near_tests
    elif not on_postgres and not chromium.ensure_browser():
        print_message(
            "Chromium is missing: install it first (on Debian: apt-get install chromium)."
        )
        return 1
    if "engines" in options and not engines.ensure_engines():
        print_message(
            f"A browser is missing: on Debian, apt-get install {' '.join(engines.PACKAGES)}."
        )
        return 1
    started = time.monotonic()
    code = _run_pytest(options, on_postgres=on_postgres, parallel=parallel)
    if code == FAILED and AGAIN in arguments:
        # On a busy machine a browser may be late; a real failure also fails when run alone.
        print_message("What failed is tried once more, alone; what passes now is named below.")
        code = _run_pytest([*options, *LAST_FAILED], on_postgres=on_postgres, parallel=False)
    _delete_temporary_bytecode()
    print_message(f"It took {time.monotonic() - started:.0f} s.")
    if is_whole_suite:
        print_message("Left out, and run by .ci/run: " + LEFT_OUT)
    return code


def _selects_tests(options: list[str]) -> bool:
    """Return whether the options name a file, a folder, a keyword or a number of workers."""
    paths = (argument.partition("::")[0] for argument in options if not argument.startswith("-"))
    return "-k" in options or "-n" in options or any((ROOT / path).exists() for path in paths)


def _run_pytest(options: list[str], *, on_postgres: bool, parallel: bool) -> int:
    preparing.compile_catalogues()
    with _prepare_database_environment(on_postgres=on_postgres) as environment:
        selection = ON_POSTGRES if on_postgres else []
        # A part of the suite ends before a second worker has started, so it gets only one.
        workers = PARALLEL if parallel else []
        command = [sys.executable, "-m", "pytest", *workers, *selection, *options]
        try:
            return subprocess.call(command, cwd=ROOT, env=environment)
        except KeyboardInterrupt:
            return 130


def _delete_temporary_bytecode() -> None:
    """Delete the bytecode of modules that tests write into temporary folders."""
    shutil.rmtree(bootstrap.BYTECODE / tempfile.gettempdir().lstrip("/"), ignore_errors=True)


def _build_shuffle_options(arguments: list[str]) -> list[str]:
    """Return the pytest options that shuffle the tests; empty if that was not requested.

    `--shuffle=SEED` repeats an order.
    """
    request = next((argument for argument in arguments if argument.startswith(SHUFFLE)), None)
    if request is None:
        return []
    seed = request.partition("=")[2] or str(secrets.randbelow(10**6))
    print_message(f"The tests are shuffled; the same order again: --shuffle={seed}")
    return ["-p", "pytest_randomly", f"--randomly-seed={seed}"]


def _split_share_options(arguments: list[str]) -> tuple[list[str], list[str]]:
    """Return the arguments without the share options, and the pytest options for the share.

    Raise ValueError if the share is invalid.
    """
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument(SHARE)
    parser.add_argument(SEED)
    parsed, rest = parser.parse_known_args(arguments)
    if parsed.share is None:
        return rest, []
    number, count = share.parse_share(parsed.share)
    seed = parsed.seed or str(secrets.randbelow(10**6))
    print_message(
        f"The share {number}/{count} of these tests; the same again: {SHARE} {number}/{count}"
    )
    others = " and ".join(share.list_other_shares(number, count))
    print_message(f"{SEED} {seed}. Left out: {others or 'nothing'} of it.")
    return rest, ["-p", share.PLUGIN, f"--share={parsed.share}", f"--share-seed={seed}"]


@contextlib.contextmanager
def _prepare_database_environment(*, on_postgres: bool) -> Iterator[dict[str, str]]:
    if on_postgres:
        with postgres.run_private_server() as url:
            yield os.environ | {"DATABASE_URL": url}
    else:
        yield {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
