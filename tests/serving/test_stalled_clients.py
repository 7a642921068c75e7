"""Stalled clients on the site as it is served over https. Row S56 of the catalogue."""

import time
from collections.abc import Iterator

import pytest

from support.catalogue import row
from support.served import Served, served
from tools.dev.certificate import create_self_signed_certificate

HEAD = b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\n"
# A busy machine may take a while; a site that waits for the stalled would never answer.
SOON = 5


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("https")
    cert, key = create_self_signed_certificate(folder)
    with served(folder / "var", "--cert", str(cert), "--key", str(key)) as running:
        yield running


@row("S56")
@pytest.mark.ci
def test_stalled_clients_do_not_block_other_requests(site: Served) -> None:
    """Half a greeting, half a head, half a body, an answer that nobody reads: no proxy is needed.

    A body with a token is one that the site wants to read: four of them were enough once.
    """
    own = b"Origin: https://localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    token = HEAD + own + b"Cookie: __Host-csrf=" + b"a" * 32 + b"\r\n"
    said = (
        HEAD,
        token + b"Content-Length: 9\r\n\r\nx",
        token + b"Content-Length: 2000000\r\n\r\n" + b"x" * 1000,
        b"GET /accounts/login/ HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20,
    )
    lines = [site.line() for _ in range(60)]
    for number, line in enumerate(lines):
        line.sendall(said[number % len(said)])
    begin = time.monotonic()
    pages = [site.ask(path)[0].status for path in ("/healthz", "/accounts/login/") * 3]
    took = time.monotonic() - begin
    for line in lines:
        line.close()

    assert pages == [200] * 6
    assert took < SOON
