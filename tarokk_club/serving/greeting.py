"""The greeting that `serve` prints in the terminal when the site is open."""

import io
import os

from django.utils import translation
from django.utils.translation import gettext as _

from tarokk_club.accounts.founding_code import get_or_create_founding_code
from tarokk_club.club.people.queries.clubs import has_clubs, is_site_founded
from tarokk_club.env import Environment
from tarokk_club.network import find_reachable_host, is_loopback


def build_greeting(environment: Environment) -> list[str]:
    """Return the lines to print: the address, its QR code, and the next steps.

    The QR code is omitted if phones cannot reach the address.
    """
    with translation.override(_find_terminal_language()):
        return [
            *_build_address_lines(environment),
            *_build_next_step_lines(environment),
            _("Stop it with Ctrl-C."),
        ]


def _find_terminal_language() -> str:
    wanted = (os.environ.get("LC_ALL") or os.environ.get("LANG") or "en").split("_")[0].lower()
    try:
        return translation.get_supported_language_variant(wanted)
    except LookupError:
        return "en"


def _build_address_lines(environment: Environment) -> list[str]:
    address = (
        f"{_find_scheme(environment)}://{find_reachable_host(environment.host)}:{environment.port}/"
    )
    lines = [_("Tarokk Club is open at %(address)s") % {"address": address}]
    if is_loopback(environment.host):
        # Behind a proxy, phones reach the proxy.
        return lines if environment.behind_proxy else [*lines, *_build_phone_lines(environment)]
    lines += [
        "",
        _draw_qr_code(address),
        _("Point a phone's camera at the code to open the book."),
    ]
    if not environment.https:
        lines.append(
            _("This is plain http: use it in the club's own network only, never on the internet.")
        )
    return lines


def _build_phone_lines(environment: Environment) -> list[str]:
    """Return the command that opens the site to phones, and the address that they then use.

    Return [] if the machine has no address in a network.
    """
    address = find_reachable_host("0.0.0.0")  # noqa: S104 - named, not bound
    if is_loopback(address):
        return []
    command = f"HOST=0.0.0.0 PORT={environment.port} python3 manage.py serve"
    return [
        _("For phones in the same network, start it with: %(command)s") % {"command": command},
        _("They then find it at %(address)s")
        % {"address": f"{_find_scheme(environment)}://{address}:{environment.port}/"},
    ]


def _find_scheme(environment: Environment) -> str:
    return "https" if environment.https else "http"


def _build_next_step_lines(environment: Environment) -> list[str]:
    if is_site_founded():
        return [_("Next: open the address and sign in.")]
    lines = [
        _("Next: open the address and sign in to the demonstration club, or found your own.")
        if has_clubs()
        else _("Next: open the address and found your club.")
    ]
    # Behind a proxy every client seems to be local, so the code is required there too.
    if environment.behind_proxy or not is_loopback(environment.host):
        lines.append(
            _("From another machine the founder is asked for this one-time code: %(code)s")
            % {"code": get_or_create_founding_code()}
        )
    return lines


def _draw_qr_code(address: str) -> str:
    import segno

    picture = io.StringIO()
    # Half-block characters, light on dark like most terminals.
    segno.make_qr(address).terminal(out=picture, border=2, compact=True)
    return picture.getvalue()
