"""The messages for problem codes about push devices."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext_noop as _

REFUSALS: Mapping[str, str] = MappingProxyType(
    {
        "no_such_phone": _("This browser did not say where to send notices; try again."),
        "too_many_phones": _("You have %(most)s phones for notices; remove one of them first."),
    }
)
