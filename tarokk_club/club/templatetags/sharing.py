"""A link for the phone opposite: as a QR code."""

from __future__ import annotations

import qrcode
from django import template
from django.utils.safestring import SafeString, mark_safe
from qrcode.image.svg import SvgPathImage

from tarokk_club.club.roles import role_names

register = template.Library()
register.filter("roles", role_names)


@register.simple_tag
def qr(address: str) -> SafeString:
    """The address as a picture drawn in the page, dark on whatever lies behind it."""
    picture: str = qrcode.make(address, image_factory=SvgPathImage).to_string(encoding="unicode")
    # Made of squares by the library; nothing of the address stands in it as text.
    return mark_safe(picture)  # noqa: S308
