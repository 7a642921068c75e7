"""A relay between the browser and the site that counts all bytes, including those of the service
worker.
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
# Seconds without a byte after which a page is taken to be completely loaded.
QUIET = 1.2
PATIENCE = 20


@dataclass(slots=True)
class Exchange:
    """A request and its response.

    line: first line of the request.
    up: bytes sent, including the head.
    down: bytes received, including the head.
    """

    line: str
    up: int = 0
    down: int = 0


@dataclass(slots=True)
class Relay:
    """The exchanges since `restart`, counted as HTTP inside the encryption."""

    port: int
    exchanges: list[Exchange] = field(default_factory=list)
    last: float = 0

    def restart(self) -> None:
        """Start a new count."""
        self.exchanges = []

    def settled(self) -> list[Exchange]:
        """Wait until nothing has been transferred for a while; return the exchanges without the
        recurring polls.
        """
        end = time.monotonic() + PATIENCE
        while time.monotonic() < min(end, self.last + QUIET):
            time.sleep(0.05)
        return [one for one in self.exchanges if "/live/" not in one.line]


@contextlib.contextmanager
def run_relay(site: Site) -> Iterator[Relay]:
    """Run a relay on a port of its own for the length of the block."""
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
    """One connection; a request begins when the browser sends after the server has sent."""

    browser: ssl.SSLSocket
    server: ssl.SSLSocket
    count: Relay
    now: Exchange = field(default_factory=lambda: Exchange(""))
    answered: bool = True

    def carry(self) -> None:
        """Relay both directions until one side closes the connection."""
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
    """Return the received bytes, or None if they belong only to the encryption."""
    line.settimeout(0)
    try:
        return line.recv(CHUNK)
    except ssl.SSLWantReadError:
        return None
    finally:
        line.settimeout(PATIENCE)
