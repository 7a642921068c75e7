"""The server's side of a request to `BufferedSite`."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from tarokk_club.http.buffered import BufferedSite

Result = TypeVar("Result")


class ServerRequest:
    """A request as the server passes it on."""

    http_version, scheme, method = "1.1", "https", "POST"
    authority: str | None = None
    server, client = "[::1]:8000", "192.0.2.7:50123"
    path, query_string = "/c/zugló/", "a=1"

    def __init__(self, length: int = 0, **headers: str) -> None:
        self.headers = {"host": "localhost", "content-length": str(length), **headers}


class Line:
    """The connection of a request.

    parts: parts of the body.
    broken: whether the connection breaks after them.
    stalled: whether it waits after them.
    """

    def __init__(self, *parts: bytes, broken: bool = False, stalled: bool = False) -> None:
        self.parts, self.broken, self.stalled = parts, broken, stalled
        self.answers: list[tuple[int, list[tuple[str, str]], bytes]] = []

    async def __call__(self) -> bytes:
        return b"".join([part async for part in self])

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for part in self.parts:
            yield part
        if self.stalled:
            await asyncio.sleep(60)
        if self.broken:
            raise RuntimeError("the line was hung up")

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        self.answers.append((status, headers, body))


class Echo:
    """A site that responds with the body of the request."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        self.asked.append(environ)
        start("200 OK", [("Content-Type", "text/plain")])
        return [environ["wsgi.input"].read()]


def run_in_thread(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine in a new thread, as a browser test may have left a loop in this thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def ask(site: BufferedSite, asked: ServerRequest, line: Line) -> Line:
    run_in_thread(site.__rsgi__(asked, line))
    return line
