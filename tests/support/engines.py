"""Chromium, Firefox and WebKit as a phone of 390 by 844 pixels, started for each test."""

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from support.served import free_port
from support.webdriver import (
    DriverError,
    HttpLine,
    Line,
    Marionette,
    NotYetError,
    running,
    wait_for,
)
from tools.dev import chromium

ENGINES = ("chromium", "firefox", "webkit")
WIDTH, HEIGHT = 390, 844
WINDOW = Path(__file__).with_name("webkit-window")
NARROW = "gBrowser.selectedBrowser.style.maxWidth = arguments[0] + 'px';"
FIREFOX = {
    "marionette.port": 0,
    "app.update.enabled": False,
    "app.normandy.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.w3c_touch_events.enabled": 1,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
}


@contextlib.contextmanager
def open_browser(engine: str, folder: Path) -> Iterator[Line]:
    """Start a browser with an empty profile and close it at the end of the block."""
    folder.mkdir(parents=True, exist_ok=True)
    with {"chromium": _chromium, "firefox": _firefox, "webkit": _webkit}[engine](folder) as line:
        line.say("SetTimeouts", script=20_000, pageLoad=30_000)
        yield line


@contextlib.contextmanager
def _chromium(folder: Path) -> Iterator[Line]:
    port = free_port()
    metrics = {"width": WIDTH, "height": HEIGHT, "pixelRatio": 2, "touch": True}
    options = {
        # The whole browser, as people have it.
        "binary": chromium.find_browser(shell=False),
        "args": [*chromium.FLAGS, "--headless=new", f"--user-data-dir={folder / 'profile'}"],
        "mobileEmulation": {"deviceMetrics": metrics},
    }
    driver = shutil.which("chromedriver") or ""
    with running([driver, f"--port={port}"], folder / "driver.log"):
        yield _session(port, {"goog:chromeOptions": options})


@contextlib.contextmanager
def _firefox(folder: Path) -> Iterator[Line]:
    port, profile = free_port(), folder / "profile"
    profile.mkdir()
    wishes = FIREFOX | {"marionette.port": port}
    lines = [f"user_pref({_js(name)}, {_js(wish)});" for name, wish in wishes.items()]
    (profile / "user.js").write_text("\n".join(lines))
    command = ["firefox-esr", "--headless", "--kiosk", "--marionette"]
    command += ["--no-remote", "--remote-allow-system-access"]
    size = {"MOZ_HEADLESS_WIDTH": str(WIDTH), "MOZ_HEADLESS_HEIGHT": str(HEIGHT)}
    with running(
        [*command, "--profile", str(profile)], folder / "firefox.log", HOME=str(folder), **size
    ):
        line = Marionette(port)
        # The window cannot be as narrow as a phone, but the viewport can.
        line.say("Marionette:SetContext", value="chrome")
        line.say("ExecuteScript", script=NARROW, args=[WIDTH])
        line.say("Marionette:SetContext", value="content")
        yield line


@contextlib.contextmanager
def _webkit(folder: Path) -> Iterator[Line]:
    port, screen = free_port(), f":{50 + os.getpid() % 10_000}"
    size = f"{WIDTH}x{HEIGHT}x24"
    driver = shutil.which("WebKitWebDriver") or ""
    own = {"DISPLAY": screen, "HOME": str(folder), "LIBGL_ALWAYS_SOFTWARE": "1"}
    options = {"webkitgtk:browserOptions": {"binary": str(WINDOW), "args": []}}
    with (
        running(["Xvfb", screen, "-screen", "0", size, "-nolisten", "tcp"], folder / "screen.log"),
        running([driver, f"--port={port}"], folder / "driver.log", **own),
    ):
        yield _session(port, options)


def _session(port: int, capabilities: dict[str, Any]) -> Line:
    """Wait for the driver to listen and return a session."""
    line: Line = wait_for(lambda: HttpLine(port, capabilities), OSError, DriverError)
    return line


def _js(wish: object) -> str:
    return str(wish).lower() if isinstance(wish, bool) else repr(wish).replace("'", '"')


__all__ = ["ENGINES", "HEIGHT", "WIDTH", "NotYetError", "open_browser"]
