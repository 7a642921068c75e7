"""Measure the memory of a worker of a served site, after a sign-in and every main page."""

import contextlib
import os
from pathlib import Path

from tools.lab.bench.federation.book import SECRET_KEY, Book, start_book_process
from tools.lab.bench.federation.size import LONG
from tools.lab.torture.phone import Phone
from tools.lab.torture.served import NotServedError, Site

ROUNDS = 20
KIB = 1024


def measure_worker_memory(book: Book, log: Path) -> float:
    """Return the peak memory of the site's largest process, in MB."""
    with start_book_process(book) as process:
        sign_in = process.request("sign-in", slug=LONG)
    variables = {"DATABASE_URL": book.url} if book.url else {}
    variables |= {"HOST": "", "SECRET_KEY": SECRET_KEY}
    site = Site(book.var, log, variables=variables)
    try:
        site.start()
        phone = Phone(site.port)
        form = phone.load_form("/accounts/login/")
        credentials = {"login": sign_in["user"], "password": sign_in["password"]}
        if not phone.post(form.action, form.fields | credentials).saved:
            raise NotServedError("Nobody could sign in.")
        for _round in range(ROUNDS):
            for address in sign_in["addresses"]:
                if (status := phone.get(address).status) != 200:
                    raise NotServedError(f"{address} was answered with {status}.")
        return max(_read_peak_memory(site.process.pid if site.process else 0))
    finally:
        site.kill()


def _read_peak_memory(group: int) -> list[float]:
    """Return the peak memory of all processes of the group, in MB."""
    peaks = []
    for folder in Path("/proc").glob("[0-9]*"):
        # A process may end while it is read.
        with contextlib.suppress(OSError):
            if os.getpgid(int(folder.name)) == group:
                rows = (folder / "status").read_text().splitlines()
                status = dict(row.split(":", 1) for row in rows)
                peaks.append(int(status["VmHWM"].split()[0]) / KIB)
    return peaks
