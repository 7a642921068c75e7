"""The Chromium that the tests drive, and its installation."""

import shutil

import pytest

from tools.dev import chromium


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The programs on this machine; an installation adds to them."""
    programs: list[str] = []
    monkeypatch.setattr(
        shutil, "which", lambda name: f"/usr/bin/{name}" if name in programs else None
    )
    return programs


def offer(monkeypatch: pytest.MonkeyPatch, installed: list[str], *offered: str) -> list[str]:
    """Let apt know only these packages; return the list of those that it was asked for."""
    asked = []

    def install(*packages: str) -> bool:
        asked.append(packages[0])
        installed.extend(package for package in packages if package in offered)
        return packages[0] in offered

    monkeypatch.setattr(chromium, "install_apt_packages", install)
    return asked


def test_the_headless_shell_is_installed_and_driven(
    monkeypatch: pytest.MonkeyPatch, installed: list[str]
) -> None:
    asked = offer(monkeypatch, installed, chromium.SHELL, "chromium")

    assert chromium.ensure_browser()
    assert asked == [chromium.SHELL]
    installed.append("chromium")
    assert chromium.find_browser() == f"/usr/bin/{chromium.SHELL}"


def test_an_older_debian_gets_the_whole_browser(
    monkeypatch: pytest.MonkeyPatch, installed: list[str]
) -> None:
    asked = offer(monkeypatch, installed, "chromium")

    assert chromium.ensure_browser()
    assert asked == [chromium.SHELL, "chromium"]
    assert chromium.find_browser() == "/usr/bin/chromium"


def test_a_browser_that_is_there_is_enough(
    monkeypatch: pytest.MonkeyPatch, installed: list[str]
) -> None:
    asked = offer(monkeypatch, installed, chromium.SHELL)
    installed.append("google-chrome")

    assert chromium.ensure_browser()
    assert not asked


def test_the_whole_browser_is_installed_beside_the_shell(
    monkeypatch: pytest.MonkeyPatch, installed: list[str]
) -> None:
    asked = offer(monkeypatch, installed, "chromium")
    installed.append(chromium.SHELL)

    assert chromium.ensure_browser(shell=False)
    assert asked == ["chromium"]
    assert chromium.find_browser(shell=False) == "/usr/bin/chromium"


def test_without_root_there_may_be_none(
    monkeypatch: pytest.MonkeyPatch, installed: list[str]
) -> None:
    offer(monkeypatch, installed)

    assert not chromium.ensure_browser()
