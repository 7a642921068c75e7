"""A trial with clients that stall in the middle of a request while a table enters its hands."""

import contextlib
import select
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tarokk_club.env import LOOPBACK
from tools.lab.torture.crowds import compute_percentile, format_spread
from tools.lab.torture.plan import Plan, Stage, Trial, set_stage
from tools.lab.torture.players import Party, play_until_stopped, run_together

HALF_HEAD = b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\n"
# Because of the token cookie the site tries to read the form, which never arrives.
FORM_HEADERS = (
    b"Content-Type: application/x-www-form-urlencoded\r\nCookie: csrf=" + b"a" * 32 + b"\r\n"
)
HALF_BODY = HALF_HEAD + FORM_HEADERS + b"Content-Length: 9\r\n\r\nx"
LARGE_BODY = HALF_HEAD + FORM_HEADERS + b"Content-Length: 2000000\r\n\r\n"
PIPELINED_REQUESTS = b"GET /rules/paskievics/ HTTP/1.1\r\nHost: localhost\r\n\r\n" * 40
STALLED_REQUESTS = (HALF_HEAD, HALF_BODY, PIPELINED_REQUESTS, LARGE_BODY + b"x" * 50_000)
# Bytes sent from time to time, so that the connection does not look dead.
DRIP_BYTES = {HALF_HEAD: b"X-More: a\r\n", STALLED_REQUESTS[3]: b"x" * 1000}
DRIP_SECONDS, RECEIVE_BUFFER = 2.0, 2048
# More than 200 small bodies, responses and buffers need.
MAX_GROWTH, QUICK_LIMIT_SECONDS = 48_000_000, 2.0


@dataclass(slots=True)
class Stallers:
    """Many connections that stall at different points; a closed connection is reopened.

    requests: connection to the request that was sent on it.
    refused: number of connections that failed.
    opened: number of connections that were tried.
    """

    port: int
    count: int
    stop: threading.Event = field(default_factory=threading.Event)
    requests: dict[socket.socket, bytes] = field(default_factory=dict)
    refused: int = 0
    opened: int = 0

    def stall(self) -> None:
        """Keep all connections open until `stop` is set."""
        try:
            for number in range(self.count):
                self._open(STALLED_REQUESTS[number % len(STALLED_REQUESTS)])
            drip = time.monotonic() + DRIP_SECONDS
            while not self.stop.wait(0.2):
                for connection in self._find_readable():
                    self._discard_response(connection)
                if time.monotonic() > drip:
                    drip += DRIP_SECONDS
                    self._drip()
        finally:
            for connection in self.requests:
                connection.close()

    def _open(self, request: bytes) -> None:
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
        connection.settimeout(5)
        self.opened += 1
        try:
            connection.connect((LOOPBACK, self.port))
            connection.sendall(request)
        except OSError:
            self.refused += 1
            connection.close()
            return
        connection.setblocking(False)
        self.requests[connection] = request

    def _find_readable(self) -> list[socket.socket]:
        """Return the connections with incoming data, except those that never read a response."""
        listening = [
            connection
            for connection, request in self.requests.items()
            if request != PIPELINED_REQUESTS
        ]
        return select.select(listening, [], [], 0)[0]

    def _discard_response(self, connection: socket.socket) -> None:
        """Discard a response; if the site closed the connection, open a new one."""
        with contextlib.suppress(OSError):
            if connection.recv(65536):
                return
        connection.close()
        self._open(self.requests.pop(connection))

    def _drip(self) -> None:
        for connection, request in self.requests.items():
            with contextlib.suppress(OSError):
                connection.send(DRIP_BYTES.get(request, b""))


def run_stalled_clients(plan: Plan) -> Trial:
    """Run S56: clients stall in the head, in the body or when reading, while a table plays."""
    trial = Trial("stalled clients (S56)")
    seconds, count = plan.choose_count(6, 60), plan.choose_count(100, 200)
    with set_stage(plan, "stalled") as stage:
        # Separate sessions, because adding a hand to a longer session takes longer.
        party = Party(stage.club, stage.start_sessions(3))
        quiet = _play_at_table(stage, party, plan.choose_count(3, 30), seat=0)
        before = measure_resident_memory(stage)
        with stall_clients(stage.site.port, count) as stallers:
            time.sleep(1)
            loaded = _play_at_table(stage, party, seconds, seat=1)
            growth, open_count = measure_resident_memory(stage) - before, len(stallers.requests)
        # Measured before and after, because other load on the machine may vary.
        later = _play_at_table(stage, party, plan.choose_count(3, 30), seat=2)
        trial.check_database(stage, party.notebook)
        trial.run_audit(stage.site)
    faults = party.faults
    trial.check(f"{open_count} of {count} lines stay open", held=open_count >= count * 9 // 10)
    trial.check(f"nobody at the table meets an error: {faults[:3]}", held=not faults)
    trial.check(f"nobody is refused: {stallers.refused} were", held=not stallers.refused)
    trial.check(f"memory stays flat: {growth // 1_000_000} MB more", held=growth <= MAX_GROWTH)
    loaded_p99, quiet_p99 = (
        compute_percentile(loaded, 99),
        max(compute_percentile(quiet, 99), compute_percentile(later, 99)),
    )
    promise = f"p99 of a save at most twice the quiet one: {loaded_p99 * 1000:.0f} ms"
    trial.check(promise, held=loaded_p99 <= (QUICK_LIMIT_SECONDS if plan.quick else 2 * quiet_p99))
    trial.add_figure(f"{count} stalled clients for {seconds} s, {stallers.opened} lines in all")
    trial.add_figure(f"quiet:      {len(quiet)} saves {format_spread(quiet)}")
    trial.add_figure(f"quiet again: {len(later)} saves {format_spread(later)}")
    trial.add_figure(f"beside them: {len(loaded)} saves {format_spread(loaded)}")
    trial.add_figure(f"memory {before // 1_000_000} MB, {growth // 1_000_000} MB more beside them")
    return trial


@contextlib.contextmanager
def stall_clients(port: int, count: int) -> Iterator[Stallers]:
    """Keep this many clients stalled while the block runs."""
    stallers = Stallers(port, count)
    with ThreadPoolExecutor(1) as pool:
        job = pool.submit(stallers.stall)
        try:
            yield stallers
        finally:
            stallers.stop.set()
        job.result()


def _play_at_table(stage: Stage, party: Party, seconds: float, *, seat: int) -> list[float]:
    """Let one table play and return the seconds of each save."""
    (phone,), first = stage.sign_in_phones(1), len(party.seconds)
    work: list[Callable[[], object]] = [
        partial(play_until_stopped, party, phone, f"table {seat}", seat=seat)
    ]
    with run_together(work, party.stop):
        time.sleep(seconds)
    party.stop.clear()
    return party.seconds[first:]


def measure_resident_memory(stage: Stage) -> int:
    """Return the anonymous memory of the site's processes in bytes, or 0 if it is unknown."""
    return (
        sum(map(_read_resident_memory, _find_descendants(stage.site.process.pid)))
        if stage.site.process
        else 0
    )


def _find_descendants(pid: int) -> list[int]:
    with contextlib.suppress(OSError):
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [
            pid,
            *(descendant for child in children for descendant in _find_descendants(int(child))),
        ]
    return [pid]


def _read_resident_memory(pid: int) -> int:
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) * 1024
    return 0
