"""QR codes: a link for the phone opposite, a transfer for the app of a bank."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import qrcode
from django import template
from django.utils.safestring import SafeString, mark_safe
from qrcode.image.svg import SvgPathImage
from segno.helpers import make_epc_qr

from tarokk_club.club.writing.roles import role_names

register = template.Library()
register.filter("roles", role_names)


@register.simple_tag
def qr(address: str) -> SafeString:
    """The address as a picture drawn in the page, dark on whatever lies behind it."""
    picture: str = qrcode.make(address, image_factory=SvgPathImage).to_string(encoding="unicode")
    # Made of squares by the library; nothing of the address stands in it as text.
    return mark_safe(picture)  # noqa: S308


@register.simple_tag
def transfer_qr(slip: Any) -> SafeString:
    """A transfer of euros as the picture that the apps of banks read (EPC069-12)."""
    code = make_epc_qr(
        name=slip.beneficiary,
        iban=slip.iban,
        amount=Decimal(slip.cents).scaleb(-2),
        text=slip.reason,
        encoding="utf-8",
    )
    picture: str = code.svg_inline(omitsize=True, svgclass=None, lineclass=None)
    # Made of squares by the library; nothing of the transfer stands in it as text.
    return mark_safe(picture)  # noqa: S308
