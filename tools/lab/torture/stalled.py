"""A trial with clients that send half a request and wait; a table beside them must not notice."""

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
from tools.lab.torture.crowds import percentile, spread
from tools.lab.torture.plan import Plan, Stage, Trial, stage
from tools.lab.torture.players import Party, crowd, hands_until

HALF_A_HEAD = b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\n"
# With a token cookie the site tries to read the form, which never arrives.
FORM = b"Content-Type: application/x-www-form-urlencoded\r\nCookie: csrf=" + b"a" * 32 + b"\r\n"
HALF_A_BODY = HALF_A_HEAD + FORM + b"Content-Length: 9\r\n\r\nx"
LARGE_BODY = HALF_A_HEAD + FORM + b"Content-Length: 2000000\r\n\r\n"
UNREAD = b"GET /rules/paskievics/ HTTP/1.1\r\nHost: localhost\r\n\r\n" * 40
SAID = (HALF_A_HEAD, HALF_A_BODY, UNREAD, LARGE_BODY + b"x" * 50_000)
# A little more from time to time, so that the connection does not look dead.
DRIP = {HALF_A_HEAD: b"X-More: a\r\n", SAID[3]: b"x" * 1000}
DRIP_SECONDS, LITTLE = 2.0, 2048
# More than 200 small bodies, responses and buffers need.
MOST_GROWTH, SOON = 48_000_000, 2.0


@dataclass(slots=True)
class Stallers:
    """Many stalled connections, each stalled at another point; a closed one is opened again."""

    port: int
    count: int
    over: threading.Event = field(default_factory=threading.Event)
    lines: dict[socket.socket, bytes] = field(default_factory=dict)
    refused: int = 0
    opened: int = 0

    def stall(self) -> None:
        """Keep all connections open until `over` is set."""
        try:
            for place in range(self.count):
                self._open(SAID[place % len(SAID)])
            drip = time.monotonic() + DRIP_SECONDS
            while not self.over.wait(0.2):
                for line in self._told():
                    self._listen(line)
                if time.monotonic() > drip:
                    drip += DRIP_SECONDS
                    self._drip()
        finally:
            for line in self.lines:
                line.close()

    def _open(self, said: bytes) -> None:
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, LITTLE)
        line.settimeout(5)
        self.opened += 1
        try:
            line.connect((LOOPBACK, self.port))
            line.sendall(said)
        except OSError:
            self.refused += 1
            line.close()
            return
        line.setblocking(False)
        self.lines[line] = said

    def _told(self) -> list[socket.socket]:
        """Return the connections with incoming data, except those that never read."""
        listening = [line for line, said in self.lines.items() if said != UNREAD]
        return select.select(listening, [], [], 0)[0]

    def _listen(self, line: socket.socket) -> None:
        """Discard a response; if the site closed the connection, open it again."""
        with contextlib.suppress(OSError):
            if line.recv(65536):
                return
        line.close()
        self._open(self.lines.pop(line))

    def _drip(self) -> None:
        for line, said in self.lines.items():
            with contextlib.suppress(OSError):
                line.send(DRIP.get(said, b""))


def stalled_clients(plan: Plan) -> Trial:
    """Run S56: clients stall in head, body and reading while a table enters its hands."""
    trial = Trial("stalled clients (S56)")
    seconds, count = plan.few(6, 60), plan.few(100, 200)
    with stage(plan, "stalled") as on:
        # Separate sessions, because adding a hand to a longer session takes longer.
        party = Party(on.club, on.sessions(3))
        quiet = _table_plays(on, party, plan.few(3, 30), seat=0)
        before = resident_memory(on)
        with stall_clients(on.site.port, count) as stallers:
            time.sleep(1)
            beside = _table_plays(on, party, seconds, seat=1)
            grown, open_lines = resident_memory(on) - before, len(stallers.lines)
        # Measured before and after, because other load on the machine may vary.
        later = _table_plays(on, party, plan.few(3, 30), seat=2)
        trial.hold(on, party.notebook)
        trial.audit(on.site)
    wrong = party.wrong
    trial.want(f"{open_lines} of {count} lines stay open", kept=open_lines >= count * 9 // 10)
    trial.want(f"nobody at the table meets an error: {wrong[:3]}", kept=not wrong)
    trial.want(f"nobody is refused: {stallers.refused} were", kept=not stallers.refused)
    trial.want(f"memory stays flat: {grown // 1_000_000} MB more", kept=grown <= MOST_GROWTH)
    slowest, once = percentile(beside, 99), max(percentile(quiet, 99), percentile(later, 99))
    twice = f"p99 of a save at most twice the quiet one: {slowest * 1000:.0f} ms"
    trial.want(twice, kept=slowest <= (SOON if plan.quick else 2 * once))
    trial.tell(f"{count} stalled clients for {seconds} s, {stallers.opened} lines in all")
    trial.tell(f"quiet:      {len(quiet)} saves {spread(quiet)}")
    trial.tell(f"quiet again: {len(later)} saves {spread(later)}")
    trial.tell(f"beside them: {len(beside)} saves {spread(beside)}")
    trial.tell(f"memory {before // 1_000_000} MB, {grown // 1_000_000} MB more beside them")
    return trial


@contextlib.contextmanager
def stall_clients(port: int, count: int) -> Iterator[Stallers]:
    """Keep this many clients stalled for the length of the block."""
    stallers = Stallers(port, count)
    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(stallers.stall)
        try:
            yield stallers
        finally:
            stallers.over.set()
        done.result()


def _table_plays(on: Stage, party: Party, seconds: float, *, seat: int) -> list[float]:
    """Let one table play and return the seconds of each save."""
    (phone,), begin = on.phones(1), len(party.seconds)
    work: list[Callable[[], object]] = [
        partial(hands_until, party, phone, f"table {seat}", seat=seat)
    ]
    with crowd(work):
        time.sleep(seconds)
        party.over.set()
    party.over.clear()
    return party.seconds[begin:]


def resident_memory(on: Stage) -> int:
    """Return the resident memory of the site's processes in bytes, 0 if the system does not report
    it.
    """
    return sum(map(_resident, _family(on.site.process.pid))) if on.site.process else 0


def _family(pid: int) -> list[int]:
    with contextlib.suppress(OSError):
        born = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [pid, *(one for child in born for one in _family(int(child)))]
    return [pid]


def _resident(pid: int) -> int:
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) * 1024
    return 0
