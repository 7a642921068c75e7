"""The site behind the server: threads see whole requests only. Row S56 of the catalogue."""

import asyncio
import os
import socket
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from support.catalogue import row
from support.server_lines import Echo, Line, ServerRequest, ask, run_in_thread
from tarokk_club.http.buffered import FORM_BYTES, LATE, BufferedSite, WaitLimits, build_environ
from tarokk_club.http.send_timeout import UNREAD_SECONDS, set_send_timeout


@pytest.mark.parametrize("size", [1, FORM_BYTES, FORM_BYTES + 1, 1_000_000])
def test_a_whole_body_reaches_the_application(size: int) -> None:
    body = bytes(range(256)) * (size // 256) + b"x" * (size % 256)
    parts = [body[at : at + 50_000] for at in range(0, size, 50_000)]

    line = ask(BufferedSite(Echo(), threads=1, most=2_000_000), ServerRequest(size), Line(*parts))

    assert line.answers == [(200, [("Content-Type", "text/plain")], body)]


@row("S56")
@pytest.mark.parametrize("length", [9, 200_000])
def test_stalled_bodies_do_not_block_other_requests(length: int) -> None:
    site = BufferedSite(Echo(), threads=1, most=2_000_000, wait_limits=WaitLimits(body=30))

    async def together() -> Line:
        stalled = [
            asyncio.create_task(site.__rsgi__(ServerRequest(length), Line(b"x", stalled=True)))
            for _ in range(20)
        ]
        await asyncio.sleep(0)
        good = Line(b"whole")
        await asyncio.wait_for(site.__rsgi__(ServerRequest(5), good), 5)
        for one in stalled:
            one.cancel()
        return good

    assert run_in_thread(together()).answers[0][2] == b"whole"


@row("S56")
@pytest.mark.parametrize("length", [9, 200_000])
def test_incomplete_body_is_flagged_to_the_site(length: int) -> None:
    echo = Echo()
    site = BufferedSite(echo, threads=1, most=2_000_000, wait_limits=WaitLimits(body=0.05))

    ask(site, ServerRequest(length), Line(b"x", stalled=True))

    assert echo.asked[0][LATE] is True


@pytest.mark.parametrize("length", [9, 200_000])
@pytest.mark.parametrize("broken", [True, False])
def test_half_a_body_never_reaches_the_site(length: int, broken: bool) -> None:
    echo = Echo()

    line = ask(
        BufferedSite(echo, threads=1, most=2_000_000),
        ServerRequest(length),
        Line(b"half", broken=broken),
    )

    assert (echo.asked, line.answers) == ([], [])


@pytest.mark.parametrize(
    "headers", [{"content-length": "2000001"}, {"content-length": "x"}, {"content-length": ""}]
)
def test_a_body_that_will_be_refused_is_not_waited_for(headers: dict[str, str]) -> None:
    echo = Echo()

    ask(
        BufferedSite(echo, threads=1, most=2_000_000),
        ServerRequest(0, **headers),
        Line(b"x", stalled=True),
    )

    assert echo.asked[0]["CONTENT_LENGTH"] == headers["content-length"]


def test_chunked_body_is_passed_to_the_site_unread() -> None:
    echo = Echo()
    site = BufferedSite(echo, threads=1, most=2_000_000)

    ask(site, ServerRequest(5, **{"transfer-encoding": "chunked"}), Line(b"x", stalled=True))

    assert echo.asked[0]["HTTP_TRANSFER_ENCODING"] == "chunked"


def test_request_has_the_environ_of_wsgi() -> None:
    environ = build_environ(
        ServerRequest(5, **{"content-type": "text/plain", "x-forwarded-for": "a"})
    )

    assert environ["PATH_INFO"].encode("latin-1").decode() == "/c/zugló/"
    assert (environ["REMOTE_ADDR"], environ["SERVER_NAME"]) == ("192.0.2.7", "::1")
    assert (environ["SERVER_PORT"], environ["wsgi.url_scheme"]) == ("8000", "https")
    assert (environ["CONTENT_TYPE"], environ["CONTENT_LENGTH"]) == ("text/plain", "5")
    assert (environ["HTTP_X_FORWARDED_FOR"], environ["HTTP_HOST"]) == ("a", "localhost")


def test_a_site_that_breaks_is_answered_for_and_its_thread_goes_on() -> None:
    def breaks(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        if environ["QUERY_STRING"] == "a=1":
            raise RuntimeError("broken")
        start("200 OK", [])
        return [b"fine"]

    site = BufferedSite(breaks, threads=1, most=10)
    broken, fine = ServerRequest(), ServerRequest()
    fine.query_string = ""

    ((status, headers, _body),) = ask(site, broken, Line()).answers
    assert status == 500
    assert {"Content-Security-Policy", "X-Content-Type-Options"} <= dict(headers).keys()
    assert ask(site, fine, Line()).answers == [(200, [], b"fine")]


def test_shutdown_waits_for_running_requests() -> None:
    begun, ended = threading.Event(), []

    def slow(_environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        begun.set()
        threading.Event().wait(0.1)
        ended.append(True)
        start("200 OK", [])
        return []

    site = BufferedSite(slow, threads=1, most=10)

    async def stopped() -> list[bool]:
        task = asyncio.create_task(site.__rsgi__(ServerRequest(), Line()))
        await asyncio.sleep(0.02)
        assert begun.is_set()
        site.__rsgi_del__(asyncio.get_running_loop())
        found = list(ended)
        await task
        return found

    assert run_in_thread(stopped()) == [True]


@row("S56")
@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux has it")
def test_an_accepted_socket_has_the_send_timeout() -> None:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        assert not set_send_timeout(door.getsockname()[1])
        door.listen()
        assert set_send_timeout(door.getsockname()[1])
        with socket.create_connection(door.getsockname()):
            line, _address = door.accept()
        with line:
            waits = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)

    assert waits == UNREAD_SECONDS * 1000


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="only Linux has it")
def test_setting_the_send_timeout_leaks_no_file_descriptor(tmp_path: Path) -> None:
    with (tmp_path / "book").open("wb"), socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        before = len(os.listdir("/proc/self/fd"))
        assert set_send_timeout(door.getsockname()[1])
        assert len(os.listdir("/proc/self/fd")) == before
