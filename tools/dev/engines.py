"""The three browser engines of phones: Chromium, Firefox and WebKit, from the system's packages."""

import shutil

from tarokk_club.system import install_apt_packages

# The required programs by engine.
PROGRAMS = {
    "chromium": ("chromium", "chromedriver"),
    "firefox": ("firefox-esr",),
    "webkit": ("WebKitWebDriver", "Xvfb"),
}
PACKAGES = (
    *("chromium", "chromium-driver", "firefox-esr", "webkit2gtk-driver", "xvfb"),
    *("python3-gi", "gir1.2-webkit2-4.1", "fonts-dejavu-core"),
)


def list_missing_programs() -> list[str]:
    """Return the programs that are not installed on this machine."""
    required = [name for names in PROGRAMS.values() for name in names]
    return [name for name in required if not shutil.which(name)]


def ensure_engines() -> bool:
    """Install missing engines if this is root on Debian; return whether all three are installed."""
    return not list_missing_programs() or (
        install_apt_packages(*PACKAGES) and not list_missing_programs()
    )
