"""The browser that tests and measurements drive: the system's Chromium.

Its headless shell draws pages with the same engine, without the windows and menus around them,
which take more of a small machine than the page itself.
"""

import shutil

from tarokk_club.system import install_apt_packages

SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome")
FONTS = "fonts-dejavu-core"
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


def find_browser(*, shell: bool = True) -> str:
    """Return the path of the browser, or "" if there is none.

    shell: whether to accept the headless shell, which has no permission prompts or notifications.
    """
    names = NAMES if shell else NAMES[1:]
    return next((path for path in map(shutil.which, names) if path), "")


def ensure_browser(*, shell: bool = True) -> bool:
    """Install Chromium if it is missing and this is root on Debian; return whether there is one."""
    # Older Debians have no headless shell.
    packages = iter((SHELL, "chromium") if shell else ("chromium",))
    while not find_browser(shell=shell) and (package := next(packages, "")):
        install_apt_packages(package, FONTS)
    return bool(find_browser(shell=shell))
