"""A club database in a process of its own, so that two of them can be measured in turn.

Run as a program, it fills the database or executes requests, one per line.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from tarokk_club.env import LOOPBACK, ROOT
from tools.lab.bench.federation.size import Size

SETTINGS = "tarokk_club.settings"


@dataclass(frozen=True, slots=True)
class Book:
    """A database on disk.

    var: its folder.
    url: URL of the database, "" for the file in the folder.
    """

    var: Path
    url: str = ""

    def environment(self) -> dict[str, str]:
        """Return the environment for a program on this database, with the settings that `serve`
        uses.
        """
        ours = {"TAROKK_VAR": str(self.var), "DATABASE_URL": self.url, "HOST": LOOPBACK}
        more = {"TAROKK_COLLECTED": "1", "LOG_LEVEL": "ERROR", "DJANGO_SETTINGS_MODULE": SETTINGS}
        # A fixed hash seed, so that two processes iterate over sets in the same order.
        return os.environ | ours | more | {"PYTHONHASHSEED": "0", "SECRET_KEY": "b" * 64}


@dataclass(slots=True)
class Talk:
    """A process with an open database, which executes requests."""

    process: "subprocess.Popen[str]"
    said: IO[str] = field(init=False)
    heard: IO[str] = field(init=False)

    def __post_init__(self) -> None:
        assert self.process.stdin and self.process.stdout
        self.said, self.heard = self.process.stdin, self.process.stdout

    def do(self, what: str, **values: Any) -> Any:
        """Send a request to the process and return the response."""
        self.said.write(json.dumps({"do": what, **values}) + "\n")
        self.said.flush()
        line = self.heard.readline()
        assert line, f"the process ended while it was to {what}"
        return json.loads(line)


@contextmanager
def start_book_process(book: Book) -> Iterator[Talk]:
    """Start a process with this database and stop it at the end of the block."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tools.lab.bench.federation.book"],
        cwd=ROOT,
        env=book.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        yield Talk(process)


def main() -> None:
    """Execute requests until the input ends."""
    import django

    django.setup()
    from django.conf import settings

    settings.ROOT_URLCONF = "tools.lab.bench.federation.urls"
    from tarokk_club.serving import preparing
    from tools.lab.bench.federation import filling, pages, writes

    readers: dict[str, pages.Reader] = {}
    for line in sys.stdin:
        told = json.loads(line)
        answer: Any = None
        match told.pop("do"):
            case "open":
                preparing.compile_catalogues()
                preparing.migrate_database()
                preparing.collect_static()
            case "fill":
                answer = filling.fill(told["slugs"], Size(**told["size"]))
            case "ask":
                slug = told["slug"]
                reader = readers.get(slug) or readers.setdefault(slug, pages.Reader(slug))
                answer = reader.ask(told["page"])
            case "save":
                answer = writes.saved_hands(pages.Reader(told["slug"]))
            case "sign-in":
                answer = pages.Reader(told["slug"]).way_in()
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
