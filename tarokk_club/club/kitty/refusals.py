"""Sentences for the refusals of the kitty's pages, by problem code."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext_noop as _

REFUSALS: Mapping[str, str] = MappingProxyType(
    {
        "same_account": _("Choose two different accounts."),
        "cash_is_short": _("This is less than the book says. Say why; the difference is booked."),
        "cash_is_over": _("This is more than the book says. Say why; the difference is booked."),
        "too_many_kinds": _("At most %(highest)s kinds."),
        "kind_twice": _("One kind is listed twice."),
        "year_not_next": _("Years are closed one after another, once they are over."),
        "year_moved": _(
            "The figures have changed in the meantime. Check them, then close the year."
        ),
    }
)
