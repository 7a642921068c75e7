"""Cost of additional processes: processor time per request of a site on PostgreSQL with a shared
cache.
"""

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

from tools.dev import cache_server, postgres
from tools.lab.bench import print_figure
from tools.lab.torture.phone import Phone
from tools.lab.torture.players import Party
from tools.lab.torture.served import Site
from tools.lab.torture.table import Club, found, sign_in, start_session

WORKERS, TABLES, HANDS = (1, 2, 4), 4, 12
REQUESTS, ROUNDS, PHONES = 200, 3, 8
# With more processes a request may cost this many times as much as with one.
DEARER = 1.1
# The pace of two is judged only if there are cores for database, cache and phones too.
CORES, FASTER = 6, 1.8
TICK, KIB = os.sysconf("SC_CLK_TCK"), 1024


@dataclass(frozen=True, slots=True)
class Measured:
    """The measurements of a site with a given number of processes.

    processor: seconds of processor time per request, for every round.
    pace: requests a second, for every round.
    megabytes: memory of each process of the site.
    """

    processor: list[float]
    pace: list[float]
    megabytes: list[float]

    @property
    def cost(self) -> float:
        """The median processor time of a request, in milliseconds."""
        return median(self.processor) * 1000


def measure_cluster() -> bool:
    """Start the sites, measure them in turn and print everything; return whether every goal was
    met.
    """
    with tempfile.TemporaryDirectory(prefix="tarokk-nodes-") as name:
        found = measure_site_sizes(Path(name))
    data = f"{TABLES} tables, {ROUNDS} rounds of {REQUESTS} pages, {PHONES} phones"
    for count, one in found.items():
        print_figure(f"processor a request, {count} processes", f"{one.cost:.1f} ms", data=data)
        print_figure(
            f"requests a second, {count} processes", f"{max(one.pace):.0f}", data="best round"
        )
        each = ", ".join(f"{megabytes:.0f}" for megabytes in one.megabytes)
        print_figure(f"memory, {count} processes", f"{sum(one.megabytes):.0f} MB", data=each)
    one, *more = found.values()
    good = all(other.cost <= one.cost * DEARER for other in more)
    print(f"  {'met' if good else 'MISSED':<6} a request costs at most {DEARER} times that of one")
    if (os.cpu_count() or 1) >= CORES:
        pace = max(found[2].pace) / max(one.pace)
        good &= pace >= FASTER
        print(f"  {'met' if pace >= FASTER else 'MISSED':<6} two answer {FASTER} times: {pace:.1f}")
    return good


def measure_site_sizes(folder: Path) -> dict[int, Measured]:
    """Return the measurements of the same site by its number of processes.

    The sites are measured in turn, so that a busy machine slows them equally.
    """
    if not (postgres.ensure() and cache_server.ensure()):
        raise SystemExit("PostgreSQL and Valkey or Redis are missing on this machine.")
    with ExitStack() as stack:
        url = stack.enter_context(postgres.private_server())
        cache = stack.enter_context(cache_server.private_cache())
        more = {"DATABASE_URL": url, "CACHE_URL": cache.url, "SECRET_KEY": "b" * 64}
        sites = {count: stack.enter_context(_served(folder, count, more)) for count in WORKERS}
        first = sites[WORKERS[0]]
        addresses = _played(first)
        ask = {count: _asker(site, addresses) for count, site in sites.items()}
        rounds: dict[int, list[tuple[float, float]]] = {count: [] for count in WORKERS}
        for count in WORKERS:
            ask[count]()
        for _round in range(ROUNDS):
            for count, site in sites.items():
                rounds[count].append(_one(site, ask[count]))
        return {
            count: Measured(
                [spent for spent, _pace in rounds[count]],
                [pace for _spent, pace in rounds[count]],
                _megabytes(site),
            )
            for count, site in sites.items()
        }


@contextmanager
def _served(folder: Path, count: int, more: dict[str, str]) -> Iterator[Site]:
    site = Site(
        folder / f"of{count}", folder / f"of{count}.log", more={**more, "WORKERS": str(count)}
    )
    try:
        site.start()
        yield site
    finally:
        site.kill()


def _played(site: Site) -> list[str]:
    """Play some sessions and return the paths of the pages to request."""
    phone = Phone(site.port)
    club: Club = found(phone)
    party = Party(club, [start_session(phone, club) for _ in range(TABLES)])
    for number in range(TABLES * HANDS):
        party.play(phone, Random(number), f"hand {number}", seat=number)
    sheets = [club.at("sessions", session) for session in party.sessions]
    return [*sheets, club.at("standings"), club.at("annals"), club.at("sessions", "new")]


def _asker(site: Site, addresses: list[str]) -> Callable[[], None]:
    """Return a function that requests every page from many phones at once."""
    phones = [sign_in(site.port) for _ in range(PHONES)]

    def lane(phone: Phone) -> None:
        for number in range(REQUESTS // PHONES):
            address = addresses[number % len(addresses)]
            if (status := phone.get(address).status) != 200:
                raise SystemExit(f"{address} was answered with {status}.")

    def ask() -> None:
        with ThreadPoolExecutor(PHONES) as pool:
            list(pool.map(lane, phones))

    return ask


def _one(site: Site, ask: Callable[[], None]) -> tuple[float, float]:
    """Return processor seconds per request, and requests a second."""
    before, begin = _processor(site), time.monotonic()
    ask()
    took, spent = time.monotonic() - begin, _processor(site) - before
    return spent / REQUESTS, REQUESTS / took


def _processes(site: Site) -> list[Path]:
    group = site.process.pid if site.process else 0
    return [
        folder
        for folder in Path("/proc").glob("[0-9]*")
        if folder.exists() and _group_of(folder) == group
    ]


def _group_of(folder: Path) -> int:
    try:
        return os.getpgid(int(folder.name))
    except OSError:
        return -1


def _processor(site: Site) -> float:
    """Return the processor seconds that the site has used so far."""
    spent = 0
    for folder in _processes(site):
        fields = (folder / "stat").read_text().rpartition(")")[2].split()
        spent += int(fields[11]) + int(fields[12])
    return spent / TICK


def _megabytes(site: Site) -> list[float]:
    """Return each process's proportional memory (PSS) in MB, which includes its share of shared
    memory.
    """
    found = []
    for folder in _processes(site):
        rows = dict(
            row.split(":", 1) for row in (folder / "smaps_rollup").read_text().splitlines()[1:]
        )
        found.append(int(rows["Pss"].split()[0]) / KIB)
    return sorted(found, reverse=True)
