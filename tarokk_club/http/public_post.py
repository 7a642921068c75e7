"""Requests to URLs that users chose, protected against misuse for attacks (SSRF).

Only https on port 443 is allowed, to a name whose addresses are all public at this moment. The
connection uses an address that was checked, so a later change of the name has no effect. No
redirect or proxy is used, the body of the response is not read, and the request takes a few seconds
at most.
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
# The number of a name's addresses that are tried.
TRIES = 3
_NAME = re.compile(
    r"(?=.{4,253}\Z)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]"
)
_NOT_OUTSIDE = (".localhost", ".local", ".internal", ".lan", ".home.arpa", ".onion", ".invalid")
_WRITTEN = re.compile(r"[!-~]+")
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
# All of IPv6 that has been allocated.
_HANDED_OUT = ipaddress.IPv6Network("2000::/3")
# RFC 9637: for documentation only; Python 3.11 does not know it.
_DOCUMENTATION = ipaddress.IPv6Network("3fff::/20")


class NotPublicError(Exception):
    """The address is not public, so this site sends nothing to it."""


class NotSentError(Exception):
    """The request did not arrive completely."""


class UnsureError(Exception):
    """The request was sent completely, but no response arrived."""


@dataclass(frozen=True, slots=True)
class ServiceResponse:
    """The response of a server, without its body.

    wait: seconds to wait before the next request, 0 if the server named none.
    """

    status: int
    wait: int = 0


def resolve_name(name: str) -> list[str]:
    """Return every current address of the name.

    A look-up cannot be stopped, so it runs in one of a few threads, which may outlive this call.
    Raise OSError or UnicodeError if the look-up fails, is too slow, or finds no free thread.
    """
    places = _LOOK_UPS
    if not places.acquire(blocking=False):
        raise TimeoutError("too many names are looked up")
    answers: SimpleQueue[_LookUp] = SimpleQueue()
    threading.Thread(target=_look_up_name, args=(name, answers, places), daemon=True).start()
    try:
        result = answers.get(timeout=NAME_SECONDS)
    except Empty as error:
        raise TimeoutError("no answer of the name server") from error
    if isinstance(result, list):
        return result
    raise result


def _look_up_name(name: str, answers: SimpleQueue[_LookUp], places: threading.Semaphore) -> None:
    try:
        rows = socket.getaddrinfo(name, PORT, type=socket.SOCK_STREAM)
        answers.put(list(dict.fromkeys(str(row[4][0]) for row in rows)))
    except (OSError, UnicodeError) as error:
        answers.put(error)
    finally:
        places.release()


def is_public_address(address: str) -> bool:
    """Return whether the address is public, in any notation.

    >>> [is_public_address(address) for address in ("9.9.9.9", "10.0.0.1", "::ffff:127.0.0.1")]
    [True, False, False]
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv6Address) and parsed in _NAT64:
        # IPv4 behind a translator.
        parsed = ipaddress.IPv4Address(int(parsed) & 0xFFFFFFFF)
    if isinstance(parsed, ipaddress.IPv6Address) and (
        parsed not in _HANDED_OUT or parsed in _DOCUMENTATION or parsed.sixtofour or parsed.teredo
    ):
        return False
    is_internal = parsed.is_private or parsed.is_loopback or parsed.is_link_local
    is_special = parsed.is_multicast or parsed.is_reserved or parsed.is_unspecified
    return parsed.is_global and not is_internal and not is_special


@dataclass(frozen=True, slots=True)
class Network:
    """The functions and limits of network access; only tests replace the default, INTERNET."""

    resolve: Callable[[str], list[str]] = resolve_name
    allows: Callable[[str], bool] = is_public_address
    port: int = PORT
    trust: Callable[[], ssl.SSLContext] = ssl.create_default_context
    seconds: float = SECONDS


INTERNET = Network()


def require_public_host(url: str) -> str:
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


def post_to_public_host(
    url: str, body: bytes, headers: Mapping[str, str], *, network: Network = INTERNET
) -> ServiceResponse:
    """POST the body and return the response.

    Raise NotPublicError if the address is not public.
    Raise NotSentError if the body may be sent again, UnsureError if it must not be.
    """
    host = require_public_host(url)
    parts = urlsplit(url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    ends = time.monotonic() + network.seconds
    addresses = _resolve_public(host, network)
    try:
        line = _open_connection(addresses, network, ends)
    except OSError as error:
        raise NotSentError("no connection") from error
    with _close_at(line, ends), line:
        connection = HTTPConnection(host)
        try:
            connection.sock = network.trust().wrap_socket(line, server_hostname=host)
            connection.request("POST", target, body, {"Host": host, **headers})
        except (OSError, HTTPException) as error:
            raise NotSentError("broken off") from error
        with connection.sock:
            return _read_response(connection)


def _read_response(connection: HTTPConnection) -> ServiceResponse:
    try:
        response = connection.getresponse()
    except (OSError, HTTPException) as error:
        raise UnsureError("no answer") from error
    retry_after = response.headers.get("Retry-After", "")
    return ServiceResponse(
        response.status, int(retry_after[:6]) if retry_after[:6].isdecimal() else 0
    )


def _resolve_public(host: str, network: Network) -> list[str]:
    try:
        addresses = network.resolve(host)
    except (OSError, UnicodeError) as error:
        raise NotSentError("no such name") from error
    if not addresses:
        raise NotSentError("no such name")
    if not all(map(network.allows, addresses)):
        raise NotPublicError("an address of the inside")
    return addresses[:TRIES]


def _open_connection(addresses: list[str], network: Network, ends: float) -> socket.socket:
    """Return a connection to the first address that accepts one.

    Raise OSError if none does.
    """
    for address in addresses:
        seconds_left = max(0.1, ends - time.monotonic())
        with suppress(OSError):
            return socket.create_connection((address, network.port), timeout=seconds_left / 2)
    raise OSError("nobody there")


@contextmanager
def _close_at(line: socket.socket, ends: float) -> Iterator[None]:
    """Shut the connection down at this time of the monotonic clock, even while its peer sends."""
    seconds_left = max(0.1, ends - time.monotonic())
    line.settimeout(seconds_left)
    with line.dup() as same:
        clock = threading.Timer(seconds_left, _shut_down, [same])
        clock.daemon = True
        clock.start()
        try:
            yield
        finally:
            clock.cancel()


def _shut_down(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
