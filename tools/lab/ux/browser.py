"""A real browser for the site of `ux`, of any width, signed in or not."""

import base64
import contextlib
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING, Any, Literal

from tools.dev import chromium
from tools.lab.ux.site import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

Theme = Literal["light", "dark", "contrast"]
LANGUAGES = ("en", "hu", "da", "ro")
THEMES: tuple[Theme, ...] = ("light", "dark", "contrast")
# Narrower viewports simulate a phone with touch instead of a mouse.
PHONE_MAX_WIDTH = 700
# High contrast is chosen on the site; light and dark follow the device.
APPLY_THEME = """(contrast) => {
  document.documentElement.classList.toggle("contrast", contrast);
  document.documentElement.classList.toggle("system", !contrast);
}"""
# Trust the site's key instead of ignoring errors, because a service worker may cache responses
# only over a trusted connection.
TRUST_FLAG = "--ignore-certificate-errors-spki-list="


@dataclass(frozen=True, slots=True)
class Look:
    """A combination of width, language and theme.

    scale: device pixels per CSS pixel.
    """

    width: int
    language: str = "en"
    theme: Theme = "light"
    scale: float = 1

    @property
    def scheme(self) -> Literal["light", "dark"]:
        """The colour scheme of the device."""
        return "light" if self.theme == "light" else "dark"

    @property
    def height(self) -> int:
        """The height of the viewport: that of a phone or of a screen."""
        return 844 if self.width < PHONE_MAX_WIDTH else 900

    def __str__(self) -> str:
        return f"{self.width} {self.language} {self.theme}"


@contextlib.contextmanager
def running_browser(site: Site) -> Iterator["Browser"]:
    """Start the system's Chromium, which trusts the site's certificate; close it at the end."""
    from playwright.sync_api import sync_playwright

    if not chromium.ensure_browser():
        raise RuntimeError("There is no Chromium (on Debian: apt-get install chromium).")
    with sync_playwright() as playwright:
        flags = [*chromium.FLAGS, build_trust_flag(site)]
        browser = playwright.chromium.launch(executable_path=chromium.find_browser(), args=flags)
        with contextlib.closing(browser):
            yield browser


def build_trust_flag(site: Site) -> str:
    """Return the browser flag that trusts the key of the site's certificate."""
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    key = x509.load_pem_x509_certificate(site.certificate.read_bytes()).public_key()
    der = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return TRUST_FLAG + base64.b64encode(hashlib.sha256(der).digest()).decode()


@contextlib.contextmanager
def open_visitor(
    browser: "Browser", site: Site, look: Look, *, owner: bool, port: int = 0
) -> Iterator["BrowserContext"]:
    """Open a separate browser context for the owner, or for an anonymous visitor.

    port: port to connect to if not the site's.
    """
    base = f"https://localhost:{port or site.port}"
    with browser.new_context(
        base_url=base,
        viewport={"width": look.width, "height": look.height},
        device_scale_factor=look.scale,
        color_scheme=look.scheme,
        locale=look.language,
        reduced_motion="reduce",
        has_touch=look.width < PHONE_MAX_WIDTH,
    ) as context:
        for line in site.cookies(signed_in=True) if owner else ():
            for name, morsel in SimpleCookie(line).items():
                context.add_cookies([_build_cookie(name, morsel.value, base)])
        context.add_cookies([_build_cookie("__Host-language", look.language, base)])
        if look.theme == "contrast":
            context.add_cookies([_build_cookie("__Host-theme", look.theme, base)])
        if owner:
            _dismiss_welcome(context, site)
        yield context


def apply_look(page: "Page", look: Look) -> None:
    """Apply the width and theme, but not the language, to a page that is already loaded."""
    page.set_viewport_size({"width": look.width, "height": look.height})
    # Without motion, as a colour in transition between themes belongs to neither of them.
    page.emulate_media(color_scheme=look.scheme, reduced_motion="reduce")
    page.evaluate(APPLY_THEME, look.theme == "contrast")


def _dismiss_welcome(context: "BrowserContext", site: Site) -> None:
    """Open a page, so that the greeting after a sign-in appears on no checked page."""
    with contextlib.closing(context.new_page()) as page:
        page.goto(f"https://localhost:{site.port}{site.path('club:privacy')}")


def _build_cookie(name: str, value: str, url: str) -> Any:
    return {"name": name, "value": value, "url": url}
