"""Settings derived from environment variables."""

import socket
from pathlib import Path

import pytest

from tarokk_club import network
from tarokk_club.env import Environment, read_or_create_private_file


@pytest.fixture(autouse=True)
def _unset_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOST", "PORT", "ALLOWED_HOSTS", "SECRET_KEY", "HTTPS", "DEBUG", "SITE_ADDRESS"):
        monkeypatch.delenv(name, raising=False)


def test_the_defaults_serve_this_machine_only() -> None:
    said = Environment()

    assert (said.host, said.port) == ("127.0.0.1", 8000)
    assert not (said.debug or said.https or said.behind_proxy)
    assert said.list_allowed_hosts() == ["localhost", "127.0.0.1", "[::1]"]


def test_public_host_allows_all_addresses_of_the_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(network, "list_own_addresses", lambda: ["127.0.0.1", "192.168.1.7"])
    monkeypatch.setattr(socket, "gethostname", lambda: "Cellar")
    monkeypatch.setenv("HOST", "*")
    said = Environment()

    assert said.host == "0.0.0.0"  # noqa: S104 - what the star means
    assert {"192.168.1.7", "cellar", "cellar.local", "localhost"} <= set(said.list_allowed_hosts())
    assert "*" not in said.list_allowed_hosts()
    assert network.find_reachable_host(said.host) == "192.168.1.7"
    assert said.find_local_host() == "127.0.0.1"


def test_given_host_names_replace_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "club.example, www.club.example")

    assert Environment().list_allowed_hosts() == ["club.example", "www.club.example"]


@pytest.mark.parametrize(
    ("said", "address"),
    [
        ({}, "http://127.0.0.1:8000"),
        ({"PORT": "9000", "HTTPS": "1"}, "https://127.0.0.1:9000"),
        ({"ALLOWED_HOSTS": "club.example, b.example"}, "http://club.example:8000"),
        (
            {"ALLOWED_HOSTS": ".example, club.example", "HTTPS": "1", "BEHIND_PROXY": "1"},
            "https://club.example",
        ),
        ({"SITE_ADDRESS": "https://club.example/", "PORT": "9000"}, "https://club.example"),
    ],
)
def test_mails_link_to_the_configured_address(
    monkeypatch: pytest.MonkeyPatch, said: dict[str, str], address: str
) -> None:
    for name, value in said.items():
        monkeypatch.setenv(name, value)

    assert Environment().build_site_address() == address


def test_the_machine_knows_its_own_addresses() -> None:
    assert "127.0.0.1" in network.list_own_addresses()


def test_a_given_key_is_never_written_down(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SECRET_KEY", "given")
    monkeypatch.setenv("TAROKK_VAR", str(tmp_path / "var"))

    assert Environment().read_or_create_secret_key() == "given"
    assert not (tmp_path / "var").exists()


def test_a_key_of_spaces_counts_as_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SECRET_KEY", " " * 40)
    monkeypatch.setenv("TAROKK_VAR", str(tmp_path))

    assert not Environment().has_secret_key()
    assert len(Environment().read_or_create_secret_key()) > 40


def test_the_first_of_two_first_starts_decides(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "key"

    assert read_or_create_private_file(path, "first") == "first"
    assert read_or_create_private_file(path, "second") == "first"
    assert [one.name for one in path.parent.iterdir()] == ["key"]
