"""The browser that the tests drive: the system's Chromium."""

import shutil

from tarokk_club.system import install_apt_packages

NAMES = ("chromium", "chromium-browser", "google-chrome")
PACKAGES = ("chromium", "fonts-dejavu-core")
# Chromium has no sandbox for root; the other options prevent its background requests.
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
    """Install Chromium if it is missing and this is root on Debian; return whether there is one."""
    return bool(find()) or (install_apt_packages(*PACKAGES) and bool(find()))
