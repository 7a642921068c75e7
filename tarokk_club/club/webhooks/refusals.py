"""The messages for problem codes about webhooks."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext_noop as _

REFUSALS: Mapping[str, str] = MappingProxyType(
    {
        "webhook_not_public": _("This must be an https address that everybody can reach."),
        "webhook_for_nothing": _("Choose at least one event."),
        "too_many_webhooks": _("The club has %(highest)s webhooks already; remove one first."),
    }
)
