"""The messages for problem codes about API keys and pages of lists."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext_noop as _

REFUSALS: Mapping[str, str] = MappingProxyType(
    {
        "no_such_cursor": _("This cursor belongs to no part of this list."),
        "key_ended": _("Choose a day that has not passed."),
        "key_for_no_club": _("Choose at least one club."),
        "key_for_foreign_club": _("A service key is for clubs that you own."),
        "key_too_long": _("A key is valid for a year at most."),
        "too_many_keys": _("You already have %(highest)s keys; revoke one first."),
    }
)
