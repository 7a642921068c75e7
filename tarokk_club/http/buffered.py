"""The adapter between the server and the site, which passes only complete requests to threads.

A client that sends a form byte by byte, or never reads the response, occupies a connection but no
thread: the event loop waits for bytes, and the site's few threads only compute.
"""

import asyncio
import io
import logging
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass
from typing import IO, Any, Protocol

Environ = dict[str, Any]
Headers = list[tuple[str, str]]
Site = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

# A body larger than a form is buffered on disk.
FORM_BYTES = 64 * 1024
START_SECONDS, START_TRIES = 0.05, 200
# The number of requests with a large body processed at once; their computation slows down pages.
MOST_HEAVY = 1
# WSGI environ flags: the body never arrived completely, or it is large and others are being
# processed; see `middleware.enforce_limits`.
LATE, BUSY = "tarokk_club.late", "tarokk_club.busy"
_SESSIONS = ("session=", "__Host-session=")
# The response if the site failed to return one.
_BROKEN: tuple[int, Headers] = (
    500,
    [
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "same-origin"),
        ("Cache-Control", "no-store"),
    ],
)
_SAME = {
    "SCRIPT_NAME": "",
    "SERVER_SOFTWARE": "",
    "wsgi.errors": sys.stderr,
    "wsgi.multiprocess": False,
    "wsgi.multithread": True,
    "wsgi.run_once": False,
    "wsgi.version": (1, 0),
}
_log = logging.getLogger("tarokk_club.requests")


class Scope(Protocol):
    """The metadata of a request from the server."""

    http_version: str
    server: str
    client: str
    scheme: str
    method: str
    path: str
    query_string: str
    authority: str | None
    headers: Any


class IncompleteBodyError(Exception):
    """The connection broke before the request was complete, so nobody waits for a response."""


@dataclass(frozen=True, slots=True)
class WaitLimits:
    """The limits on the seconds that a request may wait.

    body: until its body has arrived completely.
    turn: until it may run, if its body is large.
    """

    body: float = 30.0
    turn: float = 10.0


class HeavyRequestLimit:
    """A limit on requests with a large body: few at a time, and one in the queue per sender.

    The requests wait outside the threads, so they do not delay other requests.

    seconds: how long a request waits for its turn.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._senders: set[str] = set()
        self._changed = asyncio.Condition()
        self._turns = asyncio.Semaphore(MOST_HEAVY)

    @asynccontextmanager
    async def take_turn(self, sender: str) -> AsyncIterator[bool]:
        """Wait until the sender's request may run; yield True, or False if that takes too long."""
        try:
            async with (
                asyncio.timeout(self._seconds) as limit,
                self._hold_queue_place(sender),
                self._turns,
            ):
                limit.reschedule(None)
                yield True
        except TimeoutError:
            if not limit.expired():
                raise
            yield False

    @asynccontextmanager
    async def _hold_queue_place(self, sender: str) -> AsyncIterator[None]:
        """Hold this sender's place in the queue; a second request of the sender waits for it."""
        async with self._changed:
            await self._changed.wait_for(lambda: sender not in self._senders)
            self._senders.add(sender)
        try:
            yield
        finally:
            async with self._changed:
                self._senders.discard(sender)
                self._changed.notify_all()


class BufferedSite:
    """A WSGI site as an RSGI application for granian.

    most: maximum size of the body, in bytes.
    wait_limits: time limits of a request.
    at_start: hook called after the start until it returns True or START_TRIES is used up.
    """

    def __init__(
        self,
        site: Site,
        *,
        threads: int,
        most: int,
        wait_limits: WaitLimits = WaitLimits(),
        at_start: Callable[[], bool] = lambda: True,
    ) -> None:
        self._site, self._most, self._wait_limits = site, most, wait_limits
        self._at_start, self._limit = at_start, HeavyRequestLimit(wait_limits.turn)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="site")

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Schedule the start hook; the server opens its socket only after this method."""
        loop.call_later(START_SECONDS, self._run_start_hook, loop, START_TRIES)

    def _run_start_hook(self, loop: asyncio.AbstractEventLoop, tries: int) -> None:
        if not self._at_start() and tries:
            loop.call_later(START_SECONDS, self._run_start_hook, loop, tries - 1)

    async def __rsgi__(self, scope: Scope, protocol: Any) -> None:
        """Read the request, and let a thread compute and send the response."""
        environ = build_environ(scope)
        try:
            environ["wsgi.input"] = await self._read_body(environ, protocol)
        except TimeoutError:
            environ |= {LATE: True, "wsgi.input": io.BytesIO()}
        except IncompleteBodyError:
            return
        if LATE in environ or not FORM_BYTES < _read_declared_length(environ) <= self._most:
            await self._run_in_thread(environ, protocol)
            return
        async with self._limit.take_turn(_identify_sender(environ)) as has_turn:
            if not has_turn:
                environ["wsgi.input"].close()
                environ |= {BUSY: True, "wsgi.input": io.BytesIO()}
            await self._run_in_thread(environ, protocol)

    async def _run_in_thread(self, environ: Environ, protocol: Any) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._pool, self._send_response, environ, protocol)

    def __rsgi_del__(self, _loop: asyncio.AbstractEventLoop) -> None:
        """Wait for the threads to finish their requests."""
        self._pool.shutdown()

    async def _read_body(self, environ: Environ, protocol: Any) -> IO[bytes]:
        """Return the complete body, empty if there is none or the site will refuse the request.

        Raise IncompleteBodyError if the connection breaks, TimeoutError if the body takes too long.
        """
        length = _read_declared_length(environ)
        if not 0 < length <= self._most:
            return io.BytesIO()
        async with asyncio.timeout(self._wait_limits.body):
            try:
                body = await (
                    _read_small_body(protocol)
                    if length <= FORM_BYTES
                    else _read_large_body(protocol)
                )
            except (OSError, RuntimeError) as broken:
                # The server raises a RuntimeError of its own for a closed connection.
                raise IncompleteBodyError from broken
        if body.seek(0, os.SEEK_END) != length:
            body.close()
            raise IncompleteBodyError
        body.seek(0)
        return body

    def _send_response(self, environ: Environ, protocol: Any) -> None:
        """Compute the response in a thread and pass it to the server."""
        status_and_headers: tuple[int, Headers] = _BROKEN

        def start_response(status: str, headers: Headers, _exc_info: object = None) -> None:
            nonlocal status_and_headers
            status_and_headers = (int(status[:3]), headers)

        with closing(environ["wsgi.input"]):
            try:
                parts = self._site(environ, start_response)
                try:
                    body = b"".join(parts)
                finally:
                    if close := getattr(parts, "close", None):
                        close()
            except Exception:
                _log.exception("not answered")
                status_and_headers, body = _BROKEN, b""
        with suppress(RuntimeError):
            protocol.response_bytes(*status_and_headers, body)


def build_environ(scope: Scope) -> Environ:
    """Return the WSGI environ of the request, without its body."""
    environ: Environ = {
        **_SAME,
        "REQUEST_METHOD": scope.method,
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": _split_address(scope.client)[0],
        "wsgi.url_scheme": scope.scheme,
    }
    environ["SERVER_NAME"], environ["SERVER_PORT"] = _split_address(scope.server)
    for name, value in scope.headers.items():
        key = name.upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        environ[key] = f"{environ[key]},{value}" if key in environ else value
    # Never the server's own name, so that a request without a host is refused.
    environ.setdefault("HTTP_HOST", scope.authority or "")
    return environ


def _split_address(address: str) -> tuple[str, str]:
    host, _, port = address.rpartition(":")
    return host.strip("[]"), port


def _read_declared_length(environ: Environ) -> int:
    """Return the declared length of the body, 0 if it is missing or not plausible."""
    declared = environ.get("CONTENT_LENGTH", "")
    believed = declared.isdecimal() and len(declared) < 20
    return int(declared) if believed and "HTTP_TRANSFER_ENCODING" not in environ else 0


def _identify_sender(environ: Environ) -> str:
    """Return an identity of the request's sender: a key, a session or an address."""
    cookies = map(str.strip, environ.get("HTTP_COOKIE", "").split(";"))
    session = next((each for each in cookies if each.startswith(_SESSIONS)), "")
    return environ.get("HTTP_AUTHORIZATION") or session or environ["REMOTE_ADDR"]


async def _read_small_body(protocol: Any) -> IO[bytes]:
    return io.BytesIO(await protocol())


async def _read_large_body(protocol: Any) -> IO[bytes]:
    # Only one chunk of each body is in memory, however many clients send at once.
    body = tempfile.TemporaryFile()  # noqa: SIM115 - it goes to the thread, which closes it
    try:
        async for part in protocol:
            body.write(part)
    except BaseException:
        body.close()
        raise
    return body
