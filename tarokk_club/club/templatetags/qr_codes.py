"""Tags that render QR codes of links and bank transfers."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import segno
from django import template
from django.utils.safestring import SafeString, mark_safe
from segno.helpers import make_epc_qr

register = template.Library()


@register.simple_tag(name="qr")
def render_qr_code(address: str) -> SafeString:
    """Return the QR code of a URL as an inline SVG, dark on the page's background."""
    return _render_inline_svg(segno.make_qr(address))


@register.simple_tag(name="transfer_qr")
def render_transfer_qr_code(slip: Any) -> SafeString:
    """Return the QR code of a transfer in euros, which banking apps read (EPC069-12), as SVG."""
    code = make_epc_qr(
        name=slip.beneficiary,
        iban=slip.iban,
        amount=Decimal(slip.cents).scaleb(-2),
        text=slip.reason,
        encoding="utf-8",
    )
    return _render_inline_svg(code)


def _render_inline_svg(code: segno.QRCode) -> SafeString:
    picture: str = code.svg_inline(omitsize=True, svgclass=None, lineclass=None)
    # Safe: the library draws squares only, and the encoded text is not in the markup.
    return mark_safe(picture)  # noqa: S308
