"""The site as `manage.py serve` really serves it."""

import json
import re
import signal
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization

from support.served import FILE_POLICY, POLICY, Served, free_port, served, start
from tarokk_club.network import find_reachable_host, is_loopback
from tarokk_club.serving.certificates import find_certificate_fault
from tools.dev.certificate import create_self_signed_certificate

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
# Of a file, in bytes, on plain http; a first visit pays it seven times.
FILE_HEAD = 560
HTMX = "django_htmx/htmx-2.min.js"


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("var")


@pytest.fixture(scope="module")
def site(var: Path) -> Iterator[Served]:
    with served(var) as running:
        yield running


def _static_path(name: str, site: Served, var: Path) -> str:
    manifest = json.loads((var / "static" / "staticfiles.json").read_text())
    return f"/static/{manifest['paths'][name]}"


@pytest.mark.ci
def test_an_empty_folder_becomes_a_site(tmp_path: Path) -> None:
    with served(tmp_path, migrated=False) as site:
        response, _body = site.ask("/healthz")

    assert response.status == 200
    assert "found your club" in site.greeting


def test_a_served_site_is_healthy_and_greets(site: Served) -> None:
    response, body = site.ask("/healthz")

    assert response.status == 200
    health = json.loads(body)
    parts = ("status", "database", "settings", "migrations", "disk", "backup", "audit", "locks")
    assert {health[part] for part in parts} == {"ok"}
    assert health["backup_age_hours"] is None
    assert f"http://127.0.0.1:{site.port}/" in site.greeting
    if not is_loopback(find_reachable_host("0.0.0.0")):  # noqa: S104
        assert f"HOST=0.0.0.0 PORT={site.port} python3 manage.py serve" in site.greeting
    assert "found your club" in site.greeting
    assert b"This is plain http" not in site.ask("/found/")[1]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/healthz", 200),
        ("GET", "/accounts/login/", 200),
        ("GET", "/no/such/page", 404),
        ("PUT", "/healthz", 405),
        ("DELETE", "/", 405),
        ("TRACE", "/", 405),
    ],
)
def test_every_answer_carries_the_protective_headers(
    site: Served, method: str, path: str, status: int
) -> None:
    response, _ = site.ask(path, method)

    assert response.status == status
    _check_headers(response.headers)
    assert "no-store" in response.headers["Cache-Control"]


def _check_headers(headers: object, policy: set[str] = POLICY) -> None:
    found = dict(headers.items())  # type: ignore[attr-defined]
    lower = {name.lower(): value for name, value in found.items()}
    assert set(lower["content-security-policy"].split("; ")) == policy
    for name, value in HEADERS.items():
        assert lower[name.lower()] == value, name
    assert "camera=()" in lower["permissions-policy"]
    # Plain http: nothing that would lock a browser to https.
    assert "strict-transport-security" not in lower
    assert not re.search(r"\d", lower.get("server", "")), "the server tells its version"


def test_a_static_file_has_its_type_a_hash_and_a_compressed_form(site: Served, var: Path) -> None:
    path = _static_path(HTMX, site, var)
    response, body = site.ask(path)
    packed, small = site.ask(path, headers={"Accept-Encoding": "br, gzip"})

    assert response.status == 200
    assert "javascript" in response.headers["Content-Type"]
    assert "immutable" in response.headers["Cache-Control"]
    assert packed.headers["Content-Encoding"] == "br"
    assert len(small) < len(body) / 2
    _check_headers(response.headers, FILE_POLICY)
    assert sum(len(name) + len(value) + 4 for name, value in packed.headers.items()) < FILE_HEAD
    # Of such a name nobody asks whether it is still the same file, and no line tells of it.
    assert not {"ETag", "Last-Modified", "X-Request-ID"} & set(response.headers)


def test_a_wrong_host_is_refused_with_the_same_headers(site: Served) -> None:
    response, body = site.ask("/healthz", headers={"Host": "evil.example"})

    assert response.status == 400
    assert b"evil" not in body
    _check_headers(response.headers)


def test_a_body_without_end_is_refused_before_it_is_read(site: Served) -> None:
    with socket.create_connection(("127.0.0.1", site.port), timeout=5) as line:
        line.sendall(
            b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Length: 1000000000\r\n\r\nusername=x"
        )
        answer = line.recv(2000)

    assert answer.startswith(b"HTTP/1.1 413")


@pytest.mark.ci
def test_stalled_clients_do_not_stop_the_others(site: Served) -> None:
    lines = [socket.create_connection(("127.0.0.1", site.port), timeout=5) for _ in range(30)]
    for number, line in enumerate(lines):
        form = b"Content-Type: application/x-www-form-urlencoded\r\n"
        token = form + b"Cookie: csrf=" + b"a" * 32 + b"\r\n"
        body = token + b"Content-Length: 50\r\n\r\nhalf" if number % 2 else b"X-Half: "
        line.sendall(b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\n" + body)
    response, _ = site.ask("/healthz")
    for line in lines:
        line.close()

    assert response.status == 200


@pytest.mark.ci
def test_creates_the_key_once_readable_only_by_its_owner(tmp_path: Path) -> None:
    with served(tmp_path) as site:
        site.stop()
    first = (tmp_path / "secret_key").read_text()
    with served(tmp_path) as site:
        print(f"second start: {site.seconds:.2f} s")
        site.stop()

    assert (tmp_path / "secret_key").read_text() == first
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert len(first) > 50


@pytest.mark.parametrize(
    "number", [pytest.param(signal.SIGINT, marks=pytest.mark.ci), signal.SIGTERM]
)
def test_the_site_stops_cleanly_with_one_line(tmp_path: Path, number: signal.Signals) -> None:
    with served(tmp_path) as site:
        code, words = site.stop(number)

    assert (code, words) == (0, "Stopped.\n")
    assert "Traceback" not in (tmp_path / "serve.log").read_text()


@pytest.mark.ci
def test_a_worker_dies_with_its_parent(tmp_path: Path) -> None:
    with served(tmp_path) as site:
        site.ask("/healthz")
        site.process.kill()
        site.process.wait()
        with pytest.raises(OSError, match=r"refused|reset"):
            for _ in range(100):
                site.ask("/healthz")


def test_reports_a_port_in_use_in_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        process = start(tmp_path, other.getsockname()[1])
        words, _ = process.communicate(timeout=60)

    log = (tmp_path / "serve.log").read_text()
    assert process.returncode == 1
    assert words == ""
    assert log.count("\n") == 1
    assert "Address already in use" in log


@pytest.mark.parametrize("port", ["0", "70000", "http"])
def test_reports_a_wrong_port_in_one_sentence(tmp_path: Path, port: str) -> None:
    process = start(tmp_path, 1, PORT=port)
    process.communicate(timeout=60)

    assert process.returncode == 2
    assert (tmp_path / "serve.log").read_text().startswith("PORT must be a number")


@pytest.mark.ci
def test_shows_a_qr_code_for_phones_and_a_word_for_the_founder(tmp_path: Path) -> None:
    with served(tmp_path, HOST="0.0.0.0") as site:  # noqa: S104 - that is what is tried here
        outside = re.search(r"open at http://([\d.]+):", site.greeting)
        assert outside
        plain, _ = site.ask("/healthz", headers={"Host": outside[1]})
        pages = [site.ask(path)[1].decode() for path in ("/found/", "/accounts/login/")]

    code = re.search(r"[A-Z2-9]{4}(-[A-Z2-9]{4}){2}", site.greeting)
    assert plain.status == 200
    assert all("This is plain http" in page for page in pages)
    assert "█" in site.greeting or "▀" in site.greeting
    assert code


def test_free_port_can_be_bound() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", free_port()))
        assert probe.getsockname()[1] > 0


def test_refuses_to_serve_in_debug_mode(tmp_path: Path) -> None:
    process = start(tmp_path, free_port(), DEBUG="1")
    process.communicate(timeout=60)

    assert process.returncode == 1
    assert "Start it without DEBUG" in (tmp_path / "serve.log").read_text()


def read_refusal(var: Path, *arguments: str, https: bool = False) -> str:
    process = start(var, free_port(), *arguments, HTTPS=str(int(https)))
    process.communicate(timeout=60)

    assert process.returncode == 1
    return (var / "serve.log").read_text()


def test_https_without_a_proxy_or_certificate_is_refused(tmp_path: Path) -> None:
    assert read_refusal(tmp_path, https=True).startswith("HTTPS=1 needs a proxy")


def test_a_certificate_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    cert, key = create_self_signed_certificate(tmp_path)
    _cert, other = create_self_signed_certificate(tmp_path / "other")
    locked = tmp_path / "locked.pem"
    private = serialization.load_pem_private_key(key.read_bytes(), None)
    locked.write_bytes(
        private.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.BestAvailableEncryption(b"secret"),
        )
    )

    assert find_certificate_fault(cert, key) == ""
    assert "is not that of the certificate" in find_certificate_fault(cert, other)
    assert "are not a certificate and a key" in find_certificate_fault(key, cert)
    assert "has a password" in find_certificate_fault(cert, locked)
    refusal = read_refusal(tmp_path, "--cert", str(cert), "--key", str(other))
    assert refusal == f"The key {other} is not that of the certificate {cert}.\n"
