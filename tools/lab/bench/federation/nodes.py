"""Measure the cost of a request on a site with several processes, PostgreSQL and a shared cache."""

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
from tools.lab.torture.club import Club, found_club, sign_in, start_session
from tools.lab.torture.phone import Phone
from tools.lab.torture.players import Party
from tools.lab.torture.served import Site

WORKERS, TABLES, HANDS = (1, 2, 4), 4, 12
REQUESTS, ROUNDS, PHONES = 200, 3, 8
# With several processes a request may cost this many times as much as with one process.
MAX_COST_RATIO = 1.1
# The pace of two processes is a goal only if database, cache and phones have cores too.
MIN_CORES, MIN_PACE_RATIO = 6, 1.8
TICK, KIB = os.sysconf("SC_CLK_TCK"), 1024


@dataclass(frozen=True, slots=True)
class SiteFigures:
    """The figures of a site with a given number of processes.

    processor: seconds of processor time per request, for every round.
    pace: requests per second, for every round.
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
    """Measure the sites in turn and print the figures; return whether every goal was met."""
    with tempfile.TemporaryDirectory(prefix="tarokk-nodes-") as folder_name:
        figures = measure_site_sizes(Path(folder_name))
    data = f"{TABLES} tables, {ROUNDS} rounds of {REQUESTS} pages, {PHONES} phones"
    for count, site in figures.items():
        print_figure(f"processor a request, {count} processes", f"{site.cost:.1f} ms", data=data)
        print_figure(
            f"requests a second, {count} processes", f"{max(site.pace):.0f}", data="best round"
        )
        memory = ", ".join(f"{megabytes:.0f}" for megabytes in site.megabytes)
        print_figure(f"memory, {count} processes", f"{sum(site.megabytes):.0f} MB", data=memory)
    single, *others = figures.values()
    is_met = all(other.cost <= single.cost * MAX_COST_RATIO for other in others)
    word = "met" if is_met else "MISSED"
    print(f"  {word:<6} a request costs at most {MAX_COST_RATIO} times that of one")
    if (os.cpu_count() or 1) >= MIN_CORES:
        pace = max(figures[2].pace) / max(single.pace)
        is_met &= pace >= MIN_PACE_RATIO
        word = "met" if pace >= MIN_PACE_RATIO else "MISSED"
        print(f"  {word:<6} two answer {MIN_PACE_RATIO} times: {pace:.1f}")
    return is_met


def measure_site_sizes(folder: Path) -> dict[int, SiteFigures]:
    """Return the figures of the same site, by number of processes.

    The sites are measured in turn, so that a busy machine slows them equally.
    """
    if not (postgres.ensure_server() and cache_server.ensure_server()):
        raise SystemExit("PostgreSQL and Valkey or Redis are missing on this machine.")
    with ExitStack() as stack:
        url = stack.enter_context(postgres.run_private_server())
        cache = stack.enter_context(cache_server.run_private_cache())
        variables = {"DATABASE_URL": url, "CACHE_URL": cache.url, "SECRET_KEY": "b" * 64}
        sites = {
            count: stack.enter_context(_serve_site(folder, count, variables)) for count in WORKERS
        }
        first = sites[WORKERS[0]]
        addresses = _play_sessions(first)
        requesters = {count: _build_requester(site, addresses) for count, site in sites.items()}
        rounds: dict[int, list[tuple[float, float]]] = {count: [] for count in WORKERS}
        for count in WORKERS:
            requesters[count]()
        for _round in range(ROUNDS):
            for count, site in sites.items():
                rounds[count].append(_measure_round(site, requesters[count]))
        return {
            count: SiteFigures(
                [spent for spent, _pace in rounds[count]],
                [pace for _spent, pace in rounds[count]],
                _read_memory(site),
            )
            for count, site in sites.items()
        }


@contextmanager
def _serve_site(folder: Path, count: int, variables: dict[str, str]) -> Iterator[Site]:
    site = Site(
        folder / f"of{count}",
        folder / f"of{count}.log",
        variables={**variables, "WORKERS": str(count)},
    )
    try:
        site.start()
        yield site
    finally:
        site.kill()


def _play_sessions(site: Site) -> list[str]:
    """Play some sessions and return the paths of the pages to request."""
    phone = Phone(site.port)
    club: Club = found_club(phone)
    party = Party(club, [start_session(phone, club) for _ in range(TABLES)])
    for number in range(TABLES * HANDS):
        party.play_hand(phone, Random(number), f"hand {number}", seat=number)
    sheets = [club.build_path("sessions", session) for session in party.sessions]
    return [
        *sheets,
        club.build_path("standings"),
        club.build_path("annals"),
        club.build_path("sessions", "new"),
    ]


def _build_requester(site: Site, addresses: list[str]) -> Callable[[], None]:
    """Return a function that requests every page from many phones at once."""
    phones = [sign_in(site.port) for _ in range(PHONES)]

    def request_pages(phone: Phone) -> None:
        for number in range(REQUESTS // PHONES):
            address = addresses[number % len(addresses)]
            if (status := phone.get(address).status) != 200:
                raise SystemExit(f"{address} was answered with {status}.")

    def request_all() -> None:
        with ThreadPoolExecutor(PHONES) as pool:
            list(pool.map(request_pages, phones))

    return request_all


def _measure_round(site: Site, request_all: Callable[[], None]) -> tuple[float, float]:
    """Return the processor seconds per request, and the requests per second."""
    cpu_before, started = _read_cpu_seconds(site), time.monotonic()
    request_all()
    elapsed, spent = time.monotonic() - started, _read_cpu_seconds(site) - cpu_before
    return spent / REQUESTS, REQUESTS / elapsed


def _list_processes(site: Site) -> list[Path]:
    group = site.process.pid if site.process else 0
    return [
        folder
        for folder in Path("/proc").glob("[0-9]*")
        if folder.exists() and _find_process_group(folder) == group
    ]


def _find_process_group(folder: Path) -> int:
    try:
        return os.getpgid(int(folder.name))
    except OSError:
        return -1


def _read_cpu_seconds(site: Site) -> float:
    """Return the processor seconds that the site has used so far."""
    spent = 0
    for folder in _list_processes(site):
        fields = (folder / "stat").read_text().rpartition(")")[2].split()
        spent += int(fields[11]) + int(fields[12])
    return spent / TICK


def _read_memory(site: Site) -> list[float]:
    """Return the memory of each process in MB, with its share of shared memory (PSS)."""
    sizes = []
    for folder in _list_processes(site):
        rows = dict(
            row.split(":", 1) for row in (folder / "smaps_rollup").read_text().splitlines()[1:]
        )
        sizes.append(int(rows["Pss"].split()[0]) / KIB)
    return sorted(sizes, reverse=True)
