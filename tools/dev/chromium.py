"""The browser that the tests drive: the system's Chromium."""

import shutil

from tarokk_club.system import apt_install

NAMES = ("chromium", "chromium-browser", "google-chrome")
PACKAGES = ("chromium", "fonts-dejavu-core")
# Root has no sandbox; the other options prevent background requests of the browser.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find() -> str:
    """Return the path of the browser, or "" if there is none."""
    return next((path for path in map(shutil.which, NAMES) if path), "")


def ensure() -> bool:
    """Return whether a browser is installed, after trying to install it if this is root on
    Debian.
    """
    return bool(find()) or (apt_install(*PACKAGES) and bool(find()))
