"""The attacks on the site as it is really served, over https: black-box, with raw bytes if need be.

Rows S10, S24, S48 to S51, S59, S68 and S75 of the catalogue, and the headers of section 3.2.
"""

import base64
import contextlib
import hashlib
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPResponse
from urllib.parse import urlencode
from uuid import uuid4

import pytest

from support.catalogue import row
from support.served import FILE_POLICY, POLICY, Served, served
from tools.dev.certificate import create_self_signed_certificate

HEADERS = {
    "strict-transport-security": "max-age=63072000; includeSubDomains",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}
SIGN_IN = "/accounts/login/"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
HEAD = b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\n"
pytestmark = pytest.mark.ci
# A busy machine may take a while; a refusal that waits for the body would never come.
SOON = 5


@dataclass(slots=True)
class Visitor:
    """A browser of few words: it keeps cookies and sends forms with their token."""

    site: Served
    cookies: dict[str, str] = field(default_factory=dict)
    set_lines: list[str] = field(default_factory=list)

    def ask(
        self,
        path: str,
        method: str = "GET",
        headers: dict[str, str] | None = None,
        body: bytes | None = None,
    ) -> tuple[HTTPResponse, bytes]:
        """Send one request with the cookies so far."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {**(headers or {}), "Cookie": cookies}
        response, content = self.site.ask(path, method, sent, body)
        for line in response.headers.get_all("Set-Cookie", []):
            self.set_lines.append(line)
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name.strip()] = value
        return response, content

    def send(self, path: str, **fields: str) -> tuple[HTTPResponse, bytes]:
        """Open the page and send its form back."""
        _response, page = self.ask(path)
        found = re.search(rb'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert found, page[:500]
        body = urlencode({"csrfmiddlewaretoken": found[1].decode(), **fields}).encode()
        own = f"https://127.0.0.1:{self.site.port}"
        return self.ask(path, "POST", {"Origin": own, **FORM}, body)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("https")
    cert, key = create_self_signed_certificate(folder)
    with served(folder / "var", "--cert", str(cert), "--key", str(key)) as running:
        yield running


@pytest.fixture(scope="module")
def founder(site: Served) -> Visitor:
    """Anna, who founds the club over the wire."""
    anna = Visitor(site)
    response, _body = anna.send(
        "/found/",
        key=str(uuid4()),
        club="Zugló",
        name="Anna",
        password="kalandos pagat",
        language="hu",
        currency="HUF",
    )
    assert response.status == 302
    return anna


def raw(site: Served, *parts: bytes, to_the_end: bool = False) -> bytes:
    """What the site answers to these very bytes, empty when it hangs up at once.

    to_the_end: read until the site closes the connection, else until the first head is there.
    """
    with site.line() as line:
        with contextlib.suppress(OSError):
            for part in parts:
                line.sendall(part)
        line.settimeout(SOON)
        answer = b""
        with contextlib.suppress(OSError):
            while got := line.recv(65536):
                answer += got
                if b"\r\n\r\n" in answer and not to_the_end:
                    break
        return answer


def status_of(answer: bytes) -> int:
    """The status of a raw answer; 0 when there is none."""
    found = re.match(rb"HTTP/1\.[01] (\d+)", answer)
    return int(found[1]) if found else 0


def check_headers(response: HTTPResponse, policy: set[str] = POLICY) -> None:
    found = {name.lower(): value for name, value in response.headers.items()}
    assert set(found["content-security-policy"].split("; ")) == policy
    for name, value in HEADERS.items():
        assert found[name] == value, name
    for part in ("camera=()", "microphone=()", "geolocation=()"):
        assert part in found["permissions-policy"]
    assert not re.search(r"\d", found.get("server", "")), "the server tells its version"
    assert "x-powered-by" not in found


@row("S24")
@pytest.mark.parametrize(
    ("asked", "status", "headers"),
    [
        ("GET /healthz", 200, {}),
        (f"GET {SIGN_IN}", 200, {}),
        ("GET /c/zuglo/", 302, {}),
        ("GET /no/such/page", 404, {}),
        (f"POST {SIGN_IN}", 403, {}),
        ("PUT /", 405, {}),
        ("GET /healthz", 400, {"Host": "evil.example"}),
        (f"POST {SIGN_IN}", 413, {"Content-Length": "1000000000"}),
        ("GET /static/club/none.css", 404, {}),
    ],
)
def test_every_answer_carries_the_headers(
    site: Served, founder: Visitor, asked: str, status: int, headers: dict[str, str]
) -> None:
    method, path = asked.split()
    response, _body = site.ask(path, method, headers)

    assert response.status == status
    check_headers(response)
    assert "no-store" in response.headers["Cache-Control"]


def test_pages_and_files_of_a_member_carry_the_headers(site: Served, founder: Visitor) -> None:
    response, page = founder.ask("/c/zuglo/")
    style = re.search(rb'href="(/static/[^"]+\.css)"', page)
    assert style
    picture = re.search(rb'href="(/static/[^"]+\.svg)"', page)
    assert picture
    files = [site.ask(found[1].decode())[0] for found in (style, picture)]

    assert [one.status for one in (response, *files)] == [200] * 3
    check_headers(response)
    for file in files:
        check_headers(file, FILE_POLICY)
    assert "no-store" in response.headers["Cache-Control"]


@row("S28")
def test_every_script_has_the_integrity_hash_of_its_bytes(site: Served, founder: Visitor) -> None:
    _response, page = founder.ask("/c/zuglo/members/invite/")
    _response, entrance = site.ask(SIGN_IN)
    both = page + entrance
    scripts = re.findall(rb'<script src="([^"]+)" integrity="sha256-([^"]+)"', both)

    assert len(scripts) == both.count(b"<script src=") >= 2
    for address, seal in scripts:
        _response, body = site.ask(address.decode())
        assert base64.b64encode(hashlib.sha256(body).digest()) == seal


def test_cookies_are_limited_to_this_host_and_https(founder: Visitor) -> None:
    names = {line.partition("=")[0] for line in founder.set_lines}

    assert names == {"__Host-session", "__Host-csrf", "__Host-device"}
    for line in founder.set_lines:
        parts = {part.strip().lower() for part in line.split(";")[1:]}
        assert {"secure", "httponly", "path=/", "samesite=lax"} <= parts
        assert not any(part.startswith("domain") for part in parts)


@row("S10")
@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "OPTIONS", "PROPFIND", "X"])
def test_refuses_other_methods(site: Served, founder: Visitor, method: str) -> None:
    for path in ("/", "/c/zuglo/players/", "/found/"):
        response, body = founder.ask(path, method)
        assert response.status in (400, 405)
        assert b"kalandos" not in body


@row("S10")
def test_method_override_headers_are_ignored(founder: Visitor) -> None:
    for name in ("X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"):
        response, _body = founder.ask("/c/zuglo/players/?name=Zoli", headers={name: "POST"})
        assert response.status == 200

    _response, page = founder.ask("/c/zuglo/players/")
    assert b"Zoli" not in page


@row("S48")
@pytest.mark.parametrize(
    "head",
    [
        b"Host: evil.example\r\n",
        b"Host: localhost@evil.example\r\n",
        b"Host: localhost:80@evil.example\r\n",
        b"Host: localhost.evil.example\r\n",
        b"Host: evil.example:443\r\n",
        b"Host: localhost\r\nHost: evil.example\r\n",
        b"Host: evil.example\r\nHost: localhost\r\n",
        b"Host: localhost/evil\r\n",
        b"Host: \r\n",
        b"",
    ],
)
def test_another_host_is_refused(site: Served, head: bytes) -> None:
    answer = raw(site, b"GET /accounts/login/ HTTP/1.1\r\n" + head + b"Connection: close\r\n\r\n")

    assert status_of(answer) in (0, 400)
    assert b"evil" not in answer


@row("S48")
def test_an_absolute_address_names_no_other_host(site: Served) -> None:
    answer = raw(
        site,
        b"GET http://evil.example/c/x/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    )

    assert status_of(answer) in (0, 302, 400)
    assert b"evil" not in answer


@row("S49")
@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-Host": "evil.example"},
        {"X-Forwarded-Proto": "http"},
        {"X-Forwarded-Port": "81"},
        {"X-Forwarded-For": "127.0.0.1"},
        {"Forwarded": "for=127.0.0.1;host=evil.example;proto=http"},
        {"X-Real-IP": "10.0.0.1"},
        {"X-Original-URL": "/found/"},
        {"X-Rewrite-URL": "/found/"},
    ],
)
def test_forged_proxy_headers_are_ignored(
    site: Served, founder: Visitor, headers: dict[str, str]
) -> None:
    plain, told = site.ask("/c/zuglo/"), site.ask("/c/zuglo/", headers=headers)

    assert told[0].status == plain[0].status == 302
    assert told[0].headers["Location"] == plain[0].headers["Location"]
    assert told[1] == plain[1]


@row("S50")
def test_https_port_ignores_plain_requests(site: Served) -> None:
    """The port of https answers a plain request with nothing at all."""
    open_line = Served(site.process, site.port, "", 0)

    answer = raw(open_line, b"GET /accounts/login/ HTTP/1.1\r\nHost: localhost\r\n\r\n")

    assert status_of(answer) in (0, 400)
    assert b"Set-Cookie" not in answer


@row("S51")
@pytest.mark.parametrize("length", [b"1000000000", b"3000000", b"99999999999999999999"])
def test_a_body_too_large_is_refused_before_it_comes(site: Served, length: bytes) -> None:
    begin = time.monotonic()
    answer = raw(
        site,
        b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + length,
        b"\r\n\r\nusername=",
    )

    assert status_of(answer) in (400, 413)
    assert time.monotonic() - begin < SOON


@row("S51")
def test_a_body_in_chunks_without_end_is_refused(site: Served) -> None:
    chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"

    answer = raw(site, HEAD + b"Transfer-Encoding: chunked\r\n\r\n", *[chunk] * 60)

    assert status_of(answer) in (0, 400)
    assert site.ask("/healthz")[0].status == 200


@row("S59")
@pytest.mark.parametrize(
    "path",
    [
        b"/static/../manage.py",
        b"/static/%2e%2e/%2e%2e/manage.py",
        b"/static/..%5c..%5cmanage.py",
        b"//etc/passwd",
        b"/static//../../../../etc/passwd",
        b"/static/\x00",
        b"/static/%00",
        b"/var/secret_key",
        b"/.git/HEAD",
    ],
)
def test_no_path_leads_out_of_the_files(site: Served, path: bytes) -> None:
    answer = raw(
        site, b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    )

    assert status_of(answer) in (0, 302, 400, 404)
    assert b"root:" not in answer
    assert b"def main" not in answer


@row("S75")
@pytest.mark.parametrize(
    "request_bytes",
    [
        HEAD + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /",
        HEAD + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
        HEAD + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\nZZ\r\nabc\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n-5\r\nabc\r\n",
        HEAD + b"Content-Length: -1\r\n\r\n",
        HEAD + b"X-Large: " + b"a" * 70_000 + b"\r\n\r\n" + b"a" * 400_000,
        b"GET /healthz HTTP/9.9\r\nHost: localhost\r\n\r\n",
        b"GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"\x16\x03\x01\x00\x00 no words\r\n\r\n",
    ],
)
def test_a_request_that_can_be_read_two_ways_is_refused(site: Served, request_bytes: bytes) -> None:
    answer = raw(site, request_bytes)

    assert status_of(answer) in (0, 400, 431, 505)


@row("S75")
def test_refuses_a_smuggled_second_request(site: Served) -> None:
    two_lengths = b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    hidden = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"

    answer = raw(site, HEAD + two_lengths + hidden, to_the_end=True)

    assert status_of(answer) == 400
    assert answer.count(b"HTTP/1.1 ") == 1


@row("S68")
def test_signing_out_clears_the_browser_cache(site: Served, founder: Visitor) -> None:
    guest = Visitor(site)
    sign_in, _body = guest.send(SIGN_IN, login="anna", password="kalandos pagat")
    out, _body = guest.send("/accounts/logout/")
    again, _body = guest.send(SIGN_IN, login="anna", password="kalandos pagat")
    bare, _body = guest.send("/accounts/logout/", wipe="1")

    assert (sign_in.status, out.status, again.status, bare.status) == (302, 302, 302, 302)
    # Hands of somebody else may wait there; where none do, the page says so.
    assert out.headers["Clear-Site-Data"] == '"cache"'
    assert bare.headers["Clear-Site-Data"] == '"cache", "storage"'
    assert "Clear-Site-Data" not in sign_in.headers


@row("S11")
def test_too_many_sign_ins_return_429_with_headers(site: Served, founder: Visitor) -> None:
    """The last test of this site: from now on this address has to wait.

    Somebody has signed in from here, so that new phones of the club are not kept out at once.
    """
    guest = Visitor(site)
    answers = [guest.send(SIGN_IN, login="anna", password="wrong")[0] for _try in range(40)]

    assert [answer.status for answer in answers[-1:]] == [429]
    check_headers(answers[-1])
    assert int(answers[-1].headers["Retry-After"]) > 0
