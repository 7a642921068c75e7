"""The icons of the site, inlined in the page so that they take its colours."""

from __future__ import annotations

from functools import cache
from types import MappingProxyType

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from tarokk_club.http.folded_templates import mark_constant

register = template.Library()

_STROKE = (
    'fill="none" stroke="currentColor" stroke-width="2" '
    'stroke-linecap="round" stroke-linejoin="round"'
)
_SVG = (
    '<svg viewBox="0 0 24 24" width="{0}" height="{0}" aria-hidden="true" focusable="false">'
    "{1}</svg>"
)


def _render_path(path: str) -> str:
    return f'<path {_STROKE} d="{path}"/>'


# The content of each 24 x 24 icon by name; all are constants, so they are safe HTML.
PICTURES = MappingProxyType(
    {
        "back": _render_path("M15 5l-7 7 7 7"),
        "next": _render_path("M9 5l7 7-7 7"),
        "more": '<g fill="currentColor"><circle cx="12" cy="5" r="2"/>'
        '<circle cx="12" cy="12" r="2"/><circle cx="12" cy="19" r="2"/></g>',
        "plus": _render_path("M12 5v14M5 12h14"),
        "tick": _render_path("M5 13l4.5 4.5L19 7"),
        "cross": _render_path("M6 6l12 12M18 6L6 18"),
        "undo": _render_path("M9 7L4 12l5 5M4 12h10a5 5 0 0 1 0 10h-2"),
        "arrow": _render_path("M4 12h15M13 6l6 6-6 6"),
        "dice": _render_path("M4 7h4l8 10h4M4 17h4l2-2.5M14 9.5L16 7h4M18 5l2 2-2 2M18 15l2 2-2 2"),
        "hat": '<path fill="currentColor" d="M8 4h8l1 11.5H7zM2.5 16.5h19V19h-19z"/>',
        "cards": _render_path(
            "M9 4.5h9a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 1-1.5 1.5H9A1.5 1.5 0 0 1 7.5 "
            "18V6A1.5 1.5 0 0 1 9 4.5zM4.5 7v10M13.5 9.5v5M11.5 12h4"
        ),
        "people": _render_path(
            "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 "
            "3.5 0 0 1 0 6M18 14.5a6.5 6.5 0 0 1 3.5 5.5"
        ),
        "coins": _render_path(
            "M12 9c4 0 7-1.3 7-3s-3-3-7-3-7 1.3-7 3 3 3 7 3zM5 6v12c0 1.7 3 3 7 3s7-1.3 "
            "7-3V6M5 12c0 1.7 3 3 7 3s7-1.3 7-3"
        ),
        "chart": _render_path("M4 20h16M7 16v-5M12 16V5M17 16V9"),
        "cup": _render_path(
            "M8 4h8v6a4 4 0 0 1-8 0zM8 5H4.5v1.5a3 3 0 0 0 3.5 3M16 5h3.5v1.5a3 3 0 0 1-3.5 3"
            "M12 14v4M8.5 20.5h7M10 18h4"
        ),
        "screen": _render_path("M3.5 5h17v11h-17zM12 16v4M8 20h8"),
        "bell": _render_path("M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4"),
        "calendar": _render_path("M4 6h16v14H4zM4 10.5h16M8 3v4M16 3v4M8 14h2M14 14h2M8 17h2"),
        "clock": _render_path("M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2"),
        "bin": _render_path("M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13"),
        "pen": _render_path("M4 20l1-4L16 5l3 3L8 19z"),
        "book": _render_path(
            "M5 4.5h12.5a1.5 1.5 0 0 1 1.5 1.5v13.5H6.5A1.5 1.5 0 0 1 5 18zM5 17.5A1.5 1.5 0 "
            "0 1 6.5 16H19M9 8.5h6"
        ),
        "print": _render_path("M7 9V4h10v5M7 17H4.5V9h15v8H17M7 14h10v6H7z"),
        "keys": _render_path(
            "M3 7h18v10H3zM7 10.5h.01M11 10.5h.01M15 10.5h.01M17.5 10.5h.01M8 14h8"
        ),
        "down": _render_path("M12 4v11M7 11l5 5 5-5M5 20h14"),
        "out": _render_path("M10 4H5v16h5M9 12h11M16 8l4 4-4 4"),
        "sun": _render_path(
            "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 "
            "17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5"
        ),
        "warn": _render_path("M12 4l9 16H3zM12 10v4M12 17v.1"),
        "pot": _render_path(
            "M4 10h16l-1.5 8a2 2 0 0 1-2 1.5h-9a2 2 0 0 1-2-1.5zM8 10a4 4 0 0 1 8 0"
        ),
        "hourglass": _render_path(
            "M7 3h10M7 21h10M8 3c0 5 8 5.5 8 9s-8 4-8 9M16 3c0 5-8 5.5-8 9s8 4 8 9"
        ),
        "person": _render_path("M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0"),
        "share": _render_path("M12 15V4M8 8l4-4 4 4M6 12H5v8h14v-8h-1"),
        "copy": _render_path("M9 9h10v11H9zM15 9V4H5v11h4"),
        "qr": _render_path(
            "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2M20 14v2M14 20h2M18 18h2"
        ),
        "key": _render_path("M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM11 12l8-8M15.5 7.5l3 3M18 5l2 2"),
        "lock": _render_path("M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3"),
    }
)


@register.simple_tag(name="icon")
@mark_constant
@cache
def render_icon(name: str, size: int = 22) -> SafeString:
    """Return the icon `name`, `size` pixels wide, hidden from screen readers."""
    # The pictures are constants of this module.
    picture = mark_safe(PICTURES[name])  # noqa: S308
    return format_html(_SVG, str(size), picture)
