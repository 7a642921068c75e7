"""Nothing is sent anywhere but to https at public addresses, whatever a browser says of itself."""

import socket
import ssl
import threading
import time
from pathlib import Path

import pytest

from support.push_receiver import HOST, PUBLIC, Receiver, receiving
from tarokk_club.http.public_post import (
    INTERNET,
    Network,
    NotPublicError,
    NotSentError,
    UnsureError,
    is_public_address,
    post_to_public_host,
    require_public_host,
)

URL = f"https://{HOST}/to/anna?x=1"


def test_a_notice_is_posted_to_a_public_address(receiver: Receiver) -> None:
    answer = post_to_public_host(URL, b"body", {"TTL": "60"}, network=receiver.network())

    assert (answer.status, answer.wait) == (201, 0)
    (got,) = receiver.got
    assert (got.path, got.body, got.headers["TTL"]) == ("/to/anna?x=1", b"body", "60")
    assert got.headers["Host"] == HOST


@pytest.mark.parametrize(
    "url",
    [
        "",
        "push.example.org/x",
        "http://push.example.org/x",
        "HTTP://push.example.org/x",
        "ftp://push.example.org/x",
        "file:///etc/passwd",
        "https:/x",
        "https://",
        "https:///x",
        "https://localhost/x",
        "https://localhost.localdomain.localhost/x",
        "https://router/x",
        "https://router.local/x",
        "https://metadata.google.internal/x",
        "https://nas.home.arpa/x",
        "https://127.0.0.1/x",
        "https://127.1/x",
        "https://2130706433/x",
        "https://0x7f000001/x",
        "https://0177.0.0.1/x",
        "https://10.0.0.5/x",
        "https://169.254.169.254/latest/meta-data/",
        "https://9.9.9.9/x",
        "https://[::1]/x",
        "https://[::ffff:127.0.0.1]/x",
        "https://[2606:4700::1111]/x",
        "https://[::1",
        "https://push.example.org:80/x",
        "https://push.example.org:8443/x",
        "https://push.example.org:x/x",
        "https://push.example.org:99999/x",
        "https://anna@push.example.org/x",
        "https://anna:secret@push.example.org/x",
        "https://push.example.org@127.0.0.1/x",
        "https://push.example.org#@127.0.0.1/x",
        "https://push.example.org\\@127.0.0.1/x",
        "https://push.example.org./x",
        "https://push..org/x",
        "https://-push.example.org/x",
        "https://pusch.exämple.org/x",
        "https://push.example.org/x y",
        "https://push.example.org/x\r\nHost: inside",
        "https://push.example.org/\tx",
        "https://push.example.org/" + "x" * 1000,
    ],
)
def test_does_not_resolve_other_hosts(url: str) -> None:
    def nobody(name: str) -> list[str]:
        raise AssertionError(f"asked for {name}")

    with pytest.raises(NotPublicError):
        post_to_public_host(url, b"", {}, network=Network(resolve=nobody))


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0",  # noqa: S104 - refused
        "127.0.0.1",
        "127.255.255.254",
        "10.1.2.3",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "100.64.0.1",
        "169.254.169.254",
        "192.0.0.1",
        "192.0.2.1",
        "198.18.0.1",
        "198.51.100.7",
        "203.0.113.7",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fe80::1",
        "fe80::1%eth0",
        "fc00::1",
        "fd12:3456::1",
        "fec0::1",
        "ff02::1",
        "2001:db8::1",
        "3fff::1",
        "3fff:fff:ffff::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:9.9.9.9",
        "::127.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b::10.0.0.1",
        "64:ff9b:1::1",
        "2002:7f00:1::1",
        "2002:0a00:0001::1",
        "2001:0:7f00:1::1",
        "not an address",
    ],
)
def test_rejects_private_addresses(address: str) -> None:
    assert not is_public_address(address)


@pytest.mark.parametrize(
    "address",
    [PUBLIC, "9.9.9.9", "2606:4700:4700::1111", "2a00:1450:4001::200a", "64:ff9b::909:909"],
)
def test_accepts_public_addresses(address: str) -> None:
    assert is_public_address(address)


def test_sends_nothing_to_a_name_with_any_private_address() -> None:
    network = Network(resolve=lambda _name: [PUBLIC, "10.0.0.5"])

    with pytest.raises(NotPublicError):
        post_to_public_host(URL, b"", {}, network=network)


def test_the_name_is_looked_up_at_each_sending_and_never_twice(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host name that resolves to an internal address the second time is not looked up again."""
    answers = [["127.0.0.1"], ["10.0.0.5"]]
    opened = []
    connect = socket.create_connection

    def noted(where: tuple[str, int], **more: object) -> socket.socket:
        opened.append(where)
        return connect(where, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "create_connection", noted)
    network = receiver.network(resolve=lambda _name: answers.pop(0))

    assert post_to_public_host(URL, b"", {}, network=network).status == 201
    assert opened == [("127.0.0.1", receiver.port)]
    with pytest.raises(NotPublicError):
        post_to_public_host(URL, b"", {}, network=network)
    assert len(opened) == 1


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(receiver: Receiver, status: int) -> None:
    receiver.status, receiver.more = status, {"Location": f"https://{HOST}/elsewhere"}

    assert post_to_public_host(URL, b"", {}, network=receiver.network()).status == status
    assert [one.path for one in receiver.got] == ["/to/anna?x=1"]


def test_sends_nothing_to_a_host_with_a_certificate_for_another_name(tmp_path: Path) -> None:
    with receiving(tmp_path, "other.example.org") as receiver:
        with pytest.raises(NotSentError):
            post_to_public_host(URL, b"", {}, network=receiver.network())
        assert receiver.got == []


def test_sends_nothing_to_a_host_with_an_untrusted_certificate(receiver: Receiver) -> None:
    with pytest.raises(NotSentError):
        post_to_public_host(
            URL, b"", {}, network=receiver.network(trust=ssl.create_default_context)
        )
    assert receiver.got == []


def test_a_request_without_a_response_is_unsure(receiver: Receiver) -> None:
    receiver.pause = 3
    with pytest.raises(UnsureError):
        post_to_public_host(URL, b"", {}, network=receiver.network(seconds=0.6))
    assert len(receiver.got) == 1


def test_a_response_sent_byte_by_byte_is_cut_off() -> None:
    """Each byte comes in time, all of them never would; nothing was sent, so it is tried again."""
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip() -> None:
            line, _ = server.accept()
            with line:
                while not over.wait(0.05):
                    try:
                        line.sendall(b"\x16")
                    except OSError:
                        return

        thread = threading.Thread(target=drip, daemon=True)
        thread.start()
        network = Network(
            resolve=lambda _name: ["127.0.0.1"],
            allows=lambda _address: True,
            port=server.getsockname()[1],
            seconds=0.5,
        )
        began = time.monotonic()
        with pytest.raises(NotSentError):
            post_to_public_host(URL, b"", {}, network=network)
        over.set()
        thread.join(5)
    assert time.monotonic() - began < 4


def test_unreachable_hosts_and_unknown_names_are_retried() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        closed = server.getsockname()[1]
    there = Network(
        resolve=lambda _name: ["127.0.0.1"], allows=lambda _address: True, port=closed, seconds=1
    )

    def unknown(name: str) -> list[str]:
        raise socket.gaierror(name)

    for network in (there, Network(resolve=unknown), Network(resolve=lambda _name: [])):
        with pytest.raises(NotSentError):
            post_to_public_host(URL, b"", {}, network=network)


def test_reads_the_retry_after_header(receiver: Receiver) -> None:
    receiver.status, receiver.more = 429, {"Retry-After": "120"}
    assert post_to_public_host(URL, b"", {}, network=receiver.network()).wait == 120

    receiver.more = {"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"}
    assert post_to_public_host(URL, b"", {}, network=receiver.network()).wait == 0


def test_default_network_allows_only_public_hosts_on_port_443() -> None:
    assert Network() == INTERNET
    assert INTERNET.port == 443
    assert INTERNET.allows is is_public_address
    assert require_public_host("https://Push.Example.Org:443/x") == HOST
