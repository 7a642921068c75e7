"""The real browser at the site of `ux`: a phone, a tablet or a screen, signed in or not."""

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
# Below this width it is a phone, with a finger in place of a mouse.
PHONE = 700
# The look with the most contrast is chosen on the site; the others are as the device has them.
DRESS = """(contrast) => {
  document.documentElement.classList.toggle("contrast", contrast);
  document.documentElement.classList.toggle("system", !contrast);
}"""
# The site's own certificate is as good as any: what came by it is kept and served by the worker,
# which a browser does not do where it only looks away.
TRUSTED = "--ignore-certificate-errors-spki-list="


@dataclass(frozen=True, slots=True)
class Look:
    """How a page is looked at. scale: device pixels to a pixel of the page."""

    width: int
    language: str = "en"
    theme: Theme = "light"
    scale: float = 1

    @property
    def scheme(self) -> Literal["light", "dark"]:
        """What the device has."""
        return "light" if self.theme == "light" else "dark"

    @property
    def height(self) -> int:
        """As high as a phone, or as a screen."""
        return 844 if self.width < PHONE else 900

    def __str__(self) -> str:
        return f"{self.width} {self.language} {self.theme}"


@contextlib.contextmanager
def running_browser(site: Site) -> Iterator["Browser"]:
    """The system's Chromium, which trusts the site; closed at the end."""
    from playwright.sync_api import sync_playwright

    if not chromium.ensure():
        raise RuntimeError("There is no Chromium (on Debian: apt-get install chromium).")
    with sync_playwright() as playwright:
        flags = [*chromium.FLAGS, trusting(site)]
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=flags)
        with contextlib.closing(browser):
            yield browser


def trusting(site: Site) -> str:
    """The flag that lets a browser trust the key of the site's certificate."""
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    key = x509.load_pem_x509_certificate(site.certificate.read_bytes()).public_key()
    told = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return TRUSTED + base64.b64encode(hashlib.sha256(told).digest()).decode()


@contextlib.contextmanager
def visitor(
    browser: "Browser", site: Site, look: Look, *, owner: bool, port: int = 0
) -> Iterator["BrowserContext"]:
    """A browser of its own for the owner, or for somebody unknown.

    port: another one than the site's.
    """
    base = f"https://localhost:{port or site.port}"
    with browser.new_context(
        base_url=base,
        viewport={"width": look.width, "height": look.height},
        device_scale_factor=look.scale,
        color_scheme=look.scheme,
        locale=look.language,
        reduced_motion="reduce",
        has_touch=look.width < PHONE,
    ) as context:
        for line in site.cookies(signed_in=True) if owner else ():
            for name, one in SimpleCookie(line).items():
                context.add_cookies([_cookie(name, one.value, base)])
        context.add_cookies([_cookie("__Host-language", look.language, base)])
        if look.theme == "contrast":
            context.add_cookies([_cookie("__Host-theme", look.theme, base)])
        if owner:
            _read_welcome(context, site)
        yield context


def wear(page: "Page", look: Look) -> None:
    """Let a page that is there already be looked at in another way; its language stays."""
    page.set_viewport_size({"width": look.width, "height": look.height})
    # Without motion: a colour on its way from one theme to the other is nobody's choice.
    page.emulate_media(color_scheme=look.scheme, reduced_motion="reduce")
    page.evaluate(DRESS, look.theme == "contrast")


def _read_welcome(context: "BrowserContext", site: Site) -> None:
    """Whoever has signed in is greeted once, which no page needs to show here."""
    with contextlib.closing(context.new_page()) as page:
        page.goto(f"https://localhost:{site.port}{site.path('club:privacy')}")


def _cookie(name: str, value: str, url: str) -> Any:
    return {"name": name, "value": value, "url": url}
