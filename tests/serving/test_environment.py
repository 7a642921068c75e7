"""What the environment says, and what it means for the settings."""

import socket
from pathlib import Path

import pytest

from tarokk_club.serving import network
from tarokk_club.serving.environment import Environment, read_or_make


@pytest.fixture(autouse=True)
def _nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOST", "PORT", "ALLOWED_HOSTS", "SECRET_KEY", "HTTPS", "DEBUG"):
        monkeypatch.delenv(name, raising=False)


def test_it_works() -> None:
    said = Environment()

    assert (said.host, said.port) == ("127.0.0.1", 8000)
    assert not (said.debug or said.https or said.behind_proxy)
    assert said.allowed_hosts() == ["localhost", "127.0.0.1", "[::1]"]


def test_a_host_for_everybody_is_known_by_all_addresses_of_the_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(network, "own_addresses", lambda: ["127.0.0.1", "192.168.1.7"])
    monkeypatch.setattr(socket, "gethostname", lambda: "Cellar")
    monkeypatch.setenv("HOST", "*")
    said = Environment()

    assert said.host == "0.0.0.0"  # noqa: S104 - what the star means
    assert {"192.168.1.7", "cellar", "cellar.local", "localhost"} <= set(said.allowed_hosts())
    assert "*" not in said.allowed_hosts()
    assert network.reachable_host(said.host) == "192.168.1.7"
    assert said.listening_host() == "127.0.0.1"


def test_names_that_are_given_stand_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "club.example, www.club.example")

    assert Environment().allowed_hosts() == ["club.example", "www.club.example"]


def test_the_machine_knows_its_own_addresses() -> None:
    assert "127.0.0.1" in network.own_addresses()


def test_a_given_key_is_never_written_down(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SECRET_KEY", "given")
    monkeypatch.setenv("TAROKK_VAR", str(tmp_path / "var"))

    assert Environment().secret_key() == "given"
    assert not (tmp_path / "var").exists()


def test_the_first_of_two_first_starts_decides(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "key"

    assert read_or_make(path, "first") == "first"
    assert read_or_make(path, "second") == "first"
    assert [one.name for one in path.parent.iterdir()] == ["key"]
