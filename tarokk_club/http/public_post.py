"""Send a request to an address that a user chose, without becoming a tool for attacks (SSRF).

Only https, port 443 and host names are allowed, and only if every address of the name is public
at this moment. The connection uses the very address that was checked, so that a name that
resolves otherwise a moment later gains nothing. No redirect is followed, no proxy is used, the
body of the response is not read, and all of it takes a few seconds at most.
"""

from __future__ import annotations

import ipaddress
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from queue import Empty, SimpleQueue
from urllib.parse import urlsplit

PORT = 443
LONGEST = 1000
SECONDS, NAME_SECONDS = 15.0, 5.0
_LookUp = list[str] | OSError | UnicodeError
_LOOK_UPS = threading.BoundedSemaphore(8)
# Addresses of one name that are tried.
TRIES = 3
_NAME = re.compile(
    r"(?=.{4,253}\Z)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]"
)
_NOT_OUTSIDE = (".localhost", ".local", ".internal", ".lan", ".home.arpa", ".onion", ".invalid")
_WRITTEN = re.compile(r"[!-~]+")
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
# All of IPv6 that has been allocated.
_HANDED_OUT = ipaddress.IPv6Network("2000::/3")
# RFC 9637: for documentation only, which Python 3.11 does not know yet.
_DOCUMENTATION = ipaddress.IPv6Network("3fff::/20")


class NotPublicError(Exception):
    """The address is not one to which this site sends anything."""


class NotSentError(Exception):
    """Certainly nothing has arrived."""


class UnsureError(Exception):
    """Everything was sent, and no response came."""


@dataclass(frozen=True, slots=True)
class ServiceAnswer:
    """The response of a push service.

    wait: seconds for which the other side asks, 0 if it asks for none.
    """

    status: int
    wait: int = 0


def resolve_name(name: str) -> list[str]:
    """Return every address that the name has at this moment.

    Raise OSError if it has none, or if the name server does not answer in time. The system cannot
    stop a look-up, so it goes on in a thread of its own, and only a few may.
    """
    places = _LOOK_UPS
    if not places.acquire(blocking=False):
        raise TimeoutError("too many names are looked up")
    answers: SimpleQueue[_LookUp] = SimpleQueue()
    threading.Thread(target=_look_up, args=(name, answers, places), daemon=True).start()
    try:
        result = answers.get(timeout=NAME_SECONDS)
    except Empty as error:
        raise TimeoutError("no answer of the name server") from error
    if isinstance(result, list):
        return result
    raise result


def _look_up(name: str, answers: SimpleQueue[_LookUp], places: threading.Semaphore) -> None:
    try:
        rows = socket.getaddrinfo(name, PORT, type=socket.SOCK_STREAM)
        answers.put(list(dict.fromkeys(str(row[4][0]) for row in rows)))
    except (OSError, UnicodeError) as error:
        answers.put(error)
    finally:
        places.release()


def is_public(address: str) -> bool:
    """Return whether the address is public, in whatever notation.

    >>> [is_public(one) for one in ("9.9.9.9", "10.0.0.1", "::1", "::ffff:127.0.0.1")]
    [True, False, False, False]
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address) and found in _NAT64:
        # IPv4 behind a translator.
        found = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
    if isinstance(found, ipaddress.IPv6Address) and (
        found not in _HANDED_OUT or found in _DOCUMENTATION or found.sixtofour or found.teredo
    ):
        return False
    inside = found.is_private or found.is_loopback or found.is_link_local
    strange = found.is_multicast or found.is_reserved or found.is_unspecified
    return found.is_global and not inside and not strange


@dataclass(frozen=True, slots=True)
class Network:
    """Access to the network; a test passes its own, and no setting can."""

    resolve: Callable[[str], list[str]] = resolve_name
    allows: Callable[[str], bool] = is_public
    port: int = PORT
    trust: Callable[[], ssl.SSLContext] = ssl.create_default_context
    seconds: float = SECONDS


INTERNET = Network()


def host_of(url: str) -> str:
    """Return the host name of a URL.

    Raise NotPublicError for anything but https to a public name.
    """
    if len(url) > LONGEST or not _WRITTEN.fullmatch(url):
        raise NotPublicError("no address")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise NotPublicError("no address") from error
    # Only the name: no user, no port, no trailing dot.
    host = parts.netloc.lower().removesuffix(f":{PORT}")
    if parts.scheme != "https" or port not in (None, PORT) or parts.fragment:
        raise NotPublicError("no https at its own port")
    if not _NAME.fullmatch(host) or host.endswith(_NOT_OUTSIDE):
        raise NotPublicError("no public name")
    return host


def post_public(
    url: str, body: bytes, headers: Mapping[str, str], *, network: Network = INTERNET
) -> ServiceAnswer:
    """POST the body and return the status of the response.

    Raise NotPublicError if the address is not public.
    Raise NotSentError if it may be tried again, UnsureError if it must not be sent again.
    """
    host = host_of(url)
    parts = urlsplit(url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    ends = time.monotonic() + network.seconds
    addresses = _checked(host, network)
    try:
        line = _connected(addresses, network, ends)
    except OSError as error:
        raise NotSentError("no connection") from error
    with _cut_at(line, ends), line:
        connection = HTTPConnection(host)
        try:
            connection.sock = network.trust().wrap_socket(line, server_hostname=host)
            connection.request("POST", target, body, {"Host": host, **headers})
        except (OSError, HTTPException) as error:
            raise NotSentError("broken off") from error
        with connection.sock:
            return _answer(connection)


def _answer(connection: HTTPConnection) -> ServiceAnswer:
    try:
        response = connection.getresponse()
    except (OSError, HTTPException) as error:
        raise UnsureError("no answer") from error
    asked = response.headers.get("Retry-After", "")
    return ServiceAnswer(response.status, int(asked[:6]) if asked[:6].isdecimal() else 0)


def _checked(host: str, network: Network) -> list[str]:
    try:
        addresses = network.resolve(host)
    except (OSError, UnicodeError) as error:
        raise NotSentError("no such name") from error
    if not addresses:
        raise NotSentError("no such name")
    if not all(map(network.allows, addresses)):
        raise NotPublicError("an address of the inside")
    return addresses[:TRIES]


def _connected(addresses: list[str], network: Network, ends: float) -> socket.socket:
    """Return a connection to the first address that accepts one.

    Raise OSError if none does.
    """
    for address in addresses:
        left = max(0.1, ends - time.monotonic())
        with suppress(OSError):
            return socket.create_connection((address, network.port), timeout=left / 2)
    raise OSError("nobody there")


@contextmanager
def _cut_at(line: socket.socket, ends: float) -> Iterator[None]:
    """Close the connection at that time, because a peer that sends a byte a second would hold it
    for hours.
    """
    left = max(0.1, ends - time.monotonic())
    line.settimeout(left)
    with line.dup() as same:
        clock = threading.Timer(left, _cut, [same])
        clock.daemon = True
        clock.start()
        try:
            yield
        finally:
            clock.cancel()


def _cut(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
