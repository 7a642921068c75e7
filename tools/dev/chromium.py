"""The real browser that the tests drive: the system's Chromium."""

import shutil

from tarokk_club.system import apt_install

NAMES = ("chromium", "chromium-browser", "google-chrome")
PACKAGES = ("chromium", "fonts-dejavu-core")
# As root there is no sandbox; the rest keeps the browser from calling home.
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
    """The path of the browser, or "" when there is none."""
    return next((path for path in map(shutil.which, NAMES) if path), "")


def ensure() -> bool:
    """Whether there is a browser, installed now if need be and if this is root on Debian."""
    return bool(find()) or (apt_install(*PACKAGES) and bool(find()))
