"""Stands between the browser and the site and counts what goes over the wire, service worker and
all.
"""

import contextlib
import select
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from tools.lab.ux.site import Site

CHUNK = 65536
# So long without a byte, and a page has everything that it wanted.
QUIET = 1.2
PATIENCE = 20


@dataclass(slots=True)
class Exchange:
    """A request and its answer: the request's first line, bytes up and down with their heads."""

    line: str
    up: int = 0
    down: int = 0


@dataclass(slots=True)
class Relay:
    """What went over the wire since `restart`; inside the encryption, as HTTP."""

    port: int
    exchanges: list[Exchange] = field(default_factory=list)
    last: float = 0

    def restart(self) -> None:
        """Begin a new count."""
        self.exchanges = []

    def settled(self) -> list[Exchange]:
        """Everything so far, once nothing has moved for a while; polls go on and are left out."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < min(end, self.last + QUIET):
            time.sleep(0.05)
        return [one for one in self.exchanges if "/live/" not in one.line]


@contextlib.contextmanager
def relay(site: Site) -> Iterator[Relay]:
    """A relay at a port of its own."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(site.certificate, site.key)
    with socket.create_server(("127.0.0.1", 0)) as door:
        count = Relay(door.getsockname()[1])
        threading.Thread(target=_answer, args=(door, context, site, count), daemon=True).start()
        yield count


def _answer(door: socket.socket, context: ssl.SSLContext, site: Site, count: Relay) -> None:
    while True:
        try:
            line, _address = door.accept()
        except OSError:
            return
        threading.Thread(target=_open, args=(line, context, site, count), daemon=True).start()


def _open(line: socket.socket, context: ssl.SSLContext, site: Site, count: Relay) -> None:
    trusting = ssl.create_default_context(cafile=site.certificate)
    with contextlib.suppress(OSError):
        browser = context.wrap_socket(line, server_side=True)
        server = trusting.wrap_socket(
            socket.create_connection(("127.0.0.1", site.port)), server_hostname="localhost"
        )
        with browser, server:
            _Wire(browser, server, count).carry()


@dataclass(slots=True)
class _Wire:
    """One connection; a request begins where the browser speaks after the server has."""

    browser: ssl.SSLSocket
    server: ssl.SSLSocket
    count: Relay
    now: Exchange = field(default_factory=lambda: Exchange(""))
    answered: bool = True

    def carry(self) -> None:
        """Carry both ways until one side hangs up."""
        other = {self.browser: self.server, self.server: self.browser}
        while True:
            waiting = [line for line in other if line.pending()]
            for line in waiting or select.select(list(other), [], [])[0]:
                data = _read(line)
                if data == b"":
                    return
                if data:
                    self._note(data, up=line is self.browser)
                    other[line].sendall(data)

    def _note(self, data: bytes, *, up: bool) -> None:
        self.count.last = time.monotonic()
        if up and self.answered:
            self.now = Exchange(data.split(b"\r\n", 1)[0].decode("latin-1"))
            self.count.exchanges.append(self.now)
        self.answered = not up
        if up:
            self.now.up += len(data)
        else:
            self.now.down += len(data)


def _read(line: ssl.SSLSocket) -> bytes | None:
    """What has come; None: nothing but what belongs to the encryption itself."""
    line.settimeout(0)
    try:
        return line.recv(CHUNK)
    except ssl.SSLWantReadError:
        return None
    finally:
        line.settimeout(PATIENCE)
