"""A relay between browser and site that counts all bytes, also those of the service worker."""

import contextlib
import select
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from tools.lab.ux.site import Site

CHUNK_BYTES = 65536
# Seconds without a byte after which a page is taken to be completely loaded.
QUIET_SECONDS = 1.2
TIMEOUT_SECONDS = 20


@dataclass(slots=True)
class Exchange:
    """A request and its response.

    line: first line of the request.
    up: bytes sent, including headers.
    down: bytes received, including headers.
    """

    line: str
    up: int = 0
    down: int = 0


@dataclass(slots=True)
class Relay:
    """The exchanges since the last restart, with their sizes before encryption.

    last: time of the last transfer, by the monotonic clock.
    """

    port: int
    exchanges: list[Exchange] = field(default_factory=list)
    last: float = 0

    def restart(self) -> None:
        """Discard the exchanges so far."""
        self.exchanges = []

    def wait_until_quiet(self) -> list[Exchange]:
        """Wait until nothing has been transferred for a while; return all exchanges but polls."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while time.monotonic() < min(deadline, self.last + QUIET_SECONDS):
            time.sleep(0.05)
        return [exchange for exchange in self.exchanges if "/live/" not in exchange.line]


@contextlib.contextmanager
def run_relay(site: Site) -> Iterator[Relay]:
    """Run a relay on a free port for the length of the block."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(site.certificate, site.key)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        relay = Relay(listener.getsockname()[1])
        threading.Thread(
            target=_accept_connections, args=(listener, context, site, relay), daemon=True
        ).start()
        yield relay


def _accept_connections(
    listener: socket.socket, context: ssl.SSLContext, site: Site, relay: Relay
) -> None:
    while True:
        try:
            connection, _address = listener.accept()
        except OSError:
            return
        threading.Thread(
            target=_relay_connection, args=(connection, context, site, relay), daemon=True
        ).start()


def _relay_connection(
    connection: socket.socket, server_context: ssl.SSLContext, site: Site, relay: Relay
) -> None:
    client_context = ssl.create_default_context(cafile=site.certificate)
    with contextlib.suppress(OSError):
        browser = server_context.wrap_socket(connection, server_side=True)
        server = client_context.wrap_socket(
            socket.create_connection(("127.0.0.1", site.port)), server_hostname="localhost"
        )
        with browser, server:
            _Wire(browser, server, relay).carry()


@dataclass(slots=True)
class _Wire:
    """A connection; a new exchange begins when the browser sends data after a response."""

    browser: ssl.SSLSocket
    server: ssl.SSLSocket
    relay: Relay
    exchange: Exchange = field(default_factory=lambda: Exchange(""))
    responding: bool = True

    def carry(self) -> None:
        """Relay both directions until one side closes the connection."""
        peer = {self.browser: self.server, self.server: self.browser}
        while True:
            pending = [sender for sender in peer if sender.pending()]
            for sender in pending or select.select(list(peer), [], [])[0]:
                data = _receive(sender)
                if data == b"":
                    return
                if data:
                    self._count_bytes(data, up=sender is self.browser)
                    peer[sender].sendall(data)

    def _count_bytes(self, data: bytes, *, up: bool) -> None:
        self.relay.last = time.monotonic()
        if up and self.responding:
            self.exchange = Exchange(data.split(b"\r\n", 1)[0].decode("latin-1"))
            self.relay.exchanges.append(self.exchange)
        self.responding = not up
        if up:
            self.exchange.up += len(data)
        else:
            self.exchange.down += len(data)


def _receive(connection: ssl.SSLSocket) -> bytes | None:
    """Return the received bytes, b"" at the end, or None if no decrypted data is available."""
    connection.settimeout(0)
    try:
        return connection.recv(CHUNK_BYTES)
    except ssl.SSLWantReadError:
        return None
    finally:
        connection.settimeout(TIMEOUT_SECONDS)
