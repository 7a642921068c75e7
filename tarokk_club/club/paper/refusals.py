"""Sentences for the problem codes of this package."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext_noop as _

REFUSALS: Mapping[str, str] = MappingProxyType(
    {
        "line_without_reason": _("The reason is missing: write it after a #."),
        "sheet_faulty": _("Some lines need another look; nothing was saved."),
        "sheet_known": _("This sheet is already in the club. Say so if you want it twice."),
    }
)
