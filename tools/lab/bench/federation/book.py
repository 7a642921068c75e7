"""A process with a club database, so that several databases can be measured in turn.

Run as a program, this module executes requests from standard input, one per line.
"""

import gc
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from tarokk_club.env import LOOPBACK, ROOT
from tools.lab.bench.federation.size import Size

SETTINGS = "tarokk_club.settings"
# `serve` creates no secret key for an existing database with accounts, so all programs use this.
SECRET_KEY = "b" * 64


@dataclass(frozen=True, slots=True)
class Book:
    """A database that is measured.

    var: folder of the site.
    url: URL of the database, "" for the file in the folder.
    """

    var: Path
    url: str = ""

    def build_environment(self) -> dict[str, str]:
        """Return the environment for a program on this database, with the settings of `serve`."""
        site_variables = {"TAROKK_VAR": str(self.var), "DATABASE_URL": self.url, "HOST": LOOPBACK}
        settings = {
            "TAROKK_COLLECTED": "1",
            "LOG_LEVEL": "ERROR",
            "DJANGO_SETTINGS_MODULE": SETTINGS,
        }
        # A fixed hash seed, so that two processes iterate over sets in the same order.
        return (
            os.environ
            | site_variables
            | settings
            | {"PYTHONHASHSEED": "0", "SECRET_KEY": SECRET_KEY}
        )


@dataclass(slots=True)
class BookProcess:
    """A running process that executes requests on its database."""

    process: "subprocess.Popen[str]"
    requests: IO[str] = field(init=False)
    responses: IO[str] = field(init=False)

    def __post_init__(self) -> None:
        assert self.process.stdin and self.process.stdout
        self.requests, self.responses = self.process.stdin, self.process.stdout

    def request(self, action: str, **values: Any) -> Any:
        """Send a request to the process and return the response."""
        self.requests.write(json.dumps({"do": action, **values}) + "\n")
        self.requests.flush()
        line = self.responses.readline()
        assert line, f"the process ended while it was to {action}"
        return json.loads(line)


@contextmanager
def start_book_process(book: Book) -> Iterator[BookProcess]:
    """Start a process with this database; it ends with the block."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tools.lab.bench.federation.book"],
        cwd=ROOT,
        env=book.build_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        yield BookProcess(process)


def main() -> None:
    """Execute requests until the input ends."""
    import django

    django.setup()
    from django.conf import settings

    settings.ROOT_URLCONF = "tools.lab.bench.federation.urls"
    from tarokk_club.serving import preparing
    from tools.lab.bench.federation import filling, pages, writes

    # The log of sign-ins and exports would appear among the figures.
    logging.disable(logging.WARNING)
    # A worker starts with all views, which its garbage collector leaves alone.
    import_module(settings.ROOT_URLCONF)
    gc.freeze()
    readers: dict[str, pages.Reader] = {}
    for line in sys.stdin:
        request = json.loads(line)
        response: Any = None
        match request.pop("do"):
            case "open":
                preparing.compile_catalogues()
                preparing.migrate_database()
                preparing.collect_static()
            case "fill":
                response = filling.fill_clubs(request["slugs"], Size(**request["size"]))
            case "ask":
                slug = request["slug"]
                reader = readers.get(slug) or readers.setdefault(slug, pages.Reader(slug))
                response = reader.measure(request["page"])
            case "save":
                response = writes.measure_saved_hands(pages.Reader(request["slug"]))
            case "sign-in":
                response = pages.Reader(request["slug"]).prepare_sign_in()
        print(json.dumps(response), flush=True)


if __name__ == "__main__":
    main()
