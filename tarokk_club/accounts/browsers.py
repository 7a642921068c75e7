"""Readable names of browsers, from the User-Agent header."""

from django.utils.translation import gettext as _

# The first match wins, because many browsers also send the markers of older ones.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)


def name_browser(agent: str) -> str:
    """Return the browser and the system that a User-Agent header names, or "An unknown device".

    >>> name_browser("Mozilla/5.0 (Linux; Android 14) AppleWebKit Chrome/140.0 Mobile Safari/537")
    'Chrome on Android'
    """
    browser = _find_marked_name(BROWSERS, agent)
    system = _find_marked_name(SYSTEMS, agent)
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("An unknown device")


def _find_marked_name(markers: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for marker, name in markers if marker in agent), "")
