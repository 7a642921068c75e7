"""Large bodies are handled one at a time, and everything else passes."""

import asyncio
import io
import threading
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpResponse

from support.catalogue import row
from support.server_lines import Line, ServerRequest, run_in_thread
from tarokk_club.http.buffered import BUSY, FORM_BYTES, BufferedSite, WaitLimits
from tarokk_club.http.middleware import enforce_limits

HEAVY = FORM_BYTES + 1
pytestmark = row("S87")


class Reader:
    """A site that reads a large body until `done` is set."""

    def __init__(self) -> None:
        self.done = threading.Event()
        self.reading, self.most_reading, self.busy = 0, 0, 0
        self.order: list[str] = []
        self._lock = threading.Lock()

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        is_large = len(environ["wsgi.input"].read()) > FORM_BYTES
        with self._lock:
            self.reading += is_large
            self.most_reading = max(self.most_reading, self.reading)
            self.busy += BUSY in environ
            self.order += [environ.get("HTTP_AUTHORIZATION", "")] * is_large
        if is_large:
            assert self.done.wait(10)
        with self._lock:
            self.reading -= is_large
        start("429 Busy" if BUSY in environ else "200 OK", [])
        return [b""]


def sent(*senders: dict[str, str], seconds: float, small: int = 0) -> tuple[Reader, list[int]]:
    """Large bodies of these senders at once, and small ones while none of the large is done."""
    reader = Reader()
    site = BufferedSite(reader, threads=4, most=HEAVY, wait_limits=WaitLimits(turn=seconds))

    async def post(length: int, **headers: str) -> int:
        line = Line(b"x" * length)
        await site.__rsgi__(ServerRequest(length, **headers), line)
        return line.answers[0][0]

    async def together() -> list[int]:
        large = [asyncio.create_task(post(HEAVY, **headers)) for headers in senders]
        await asyncio.sleep(0.05)
        for _ in range(small):
            assert await asyncio.wait_for(post(5), 5) == 200
        await asyncio.sleep(0.2)
        reader.done.set()
        return list(await asyncio.gather(*large))

    return reader, run_in_thread(together())


def key(number: int) -> dict[str, str]:
    return {"authorization": f"Bearer {number}"}


def session(number: int) -> dict[str, str]:
    return {"cookie": f"theme=dark; session={number}"}


def test_a_large_body_is_read_and_the_next_waits_for_its_turn() -> None:
    reader, answers = sent(key(1), session(2), session(3), seconds=10)

    assert answers == [200, 200, 200]
    assert (reader.most_reading, reader.busy) == (1, 0)


@pytest.mark.parametrize("sender", [key(1), session(1), {}])
def test_many_bodies_of_a_sender_do_not_stop_another(sender: dict[str, str]) -> None:
    reader, answers = sent(*[sender] * 5, key(2), seconds=10)

    assert answers == [200] * 6
    assert reader.order.index("Bearer 2") <= 1


def test_a_body_that_waits_too_long_is_refused_as_busy() -> None:
    reader, answers = sent(key(1), key(2), key(1), seconds=0.05)

    assert sorted(answers) == [200, 429, 429]
    assert reader.busy == 2


def test_small_requests_pass_while_large_ones_wait() -> None:
    _reader, answers = sent(*map(key, range(6)), seconds=10, small=3)

    assert answers == [200] * 6


def refused(path: str) -> HttpResponse:
    environ = {"REQUEST_METHOD": "POST", "PATH_INFO": path, "wsgi.input": io.BytesIO(), BUSY: True}
    answer = enforce_limits(lambda _request: HttpResponse("read"))(WSGIRequest(environ))
    assert isinstance(answer, HttpResponse)
    return answer


def test_a_person_reads_that_nothing_was_saved() -> None:
    answer = refused("/c/zuglo/money/statement/")

    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "10")
    assert "Nothing of yours was saved" in answer.content.decode()


def test_a_program_reads_the_same_as_problem_details() -> None:
    answer = refused("/api/v1/sessions/")

    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "10")
    assert b'"code": "busy"' in answer.content
