"""Sentences for the problem codes of this package."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext_noop as _

REFUSALS: Mapping[str, str] = MappingProxyType(
    {
        "draft_too_long": _("This is too much for one hand."),
        "link_broken": _("This link was cut short or changed on its way. Ask for it again."),
    }
)
