"""Memory of a worker of the real server, after a sign-in and every main page."""

import contextlib
import os
from pathlib import Path

from tools.lab.bench.federation.book import Book, start_book_process
from tools.lab.bench.federation.size import LONG
from tools.lab.torture.phone import Phone
from tools.lab.torture.served import NotServedError, Site

ROUNDS = 20
KIB = 1024


def megabytes_of_a_worker(book: Book, log: Path) -> float:
    """Return the peak memory of the site's largest process, in MB."""
    with start_book_process(book) as one:
        told = one.do("sign-in", slug=LONG)
    more = {"DATABASE_URL": book.url} if book.url else {}
    site = Site(book.var, log, more={**more, "HOST": ""})
    try:
        site.start()
        phone = Phone(site.port)
        page = phone.form("/accounts/login/")
        said = {"login": told["user"], "password": told["password"]}
        if not phone.post(page.action, page.fields | said).saved:
            raise NotServedError("Nobody could sign in.")
        for _round in range(ROUNDS):
            for address in told["addresses"]:
                if (status := phone.get(address).status) != 200:
                    raise NotServedError(f"{address} was answered with {status}.")
        return max(_peaks(site.process.pid if site.process else 0))
    finally:
        site.kill()


def _peaks(group: int) -> list[float]:
    """Return the peak memory of all processes of the group, in MB."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        # A process may end while it is read.
        with contextlib.suppress(OSError):
            if os.getpgid(int(folder.name)) == group:
                rows = (folder / "status").read_text().splitlines()
                status = dict(row.split(":", 1) for row in rows)
                found.append(int(status["VmHWM"].split()[0]) / KIB)
    return found
