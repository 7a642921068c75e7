"""A book in a process of its own, so that two of them can be asked in turn.

Run as a program it fills the book or answers, line by line, what is asked of it.
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
    """A book on the disk. var: its folder; url: of its database, "" for the file in the folder."""

    var: Path
    url: str = ""

    def environment(self) -> dict[str, str]:
        """What a program about this book is told; the site is as `serve` has it."""
        ours = {"TAROKK_VAR": str(self.var), "DATABASE_URL": self.url, "HOST": LOOPBACK}
        more = {"TAROKK_COLLECTED": "1", "LOG_LEVEL": "ERROR", "DJANGO_SETTINGS_MODULE": SETTINGS}
        # One order of sets everywhere, so that two processes do the same work.
        return os.environ | ours | more | {"PYTHONHASHSEED": "0", "SECRET_KEY": "b" * 64}


@dataclass(slots=True)
class Talk:
    """A process that has a book open."""

    process: "subprocess.Popen[str]"
    said: IO[str] = field(init=False)
    heard: IO[str] = field(init=False)

    def __post_init__(self) -> None:
        assert self.process.stdin and self.process.stdout
        self.said, self.heard = self.process.stdin, self.process.stdout

    def do(self, what: str, **values: Any) -> Any:
        """Let it do something; the answer."""
        self.said.write(json.dumps({"do": what, **values}) + "\n")
        self.said.flush()
        line = self.heard.readline()
        assert line, f"the process ended while it was to {what}"
        return json.loads(line)


@contextmanager
def talk(book: Book) -> Iterator[Talk]:
    """A process with this book, ended afterwards."""
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
    """Answer until nobody asks any more."""
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
                preparing.migrate()
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
