"""The messages for problem codes about erasure."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext_noop as _

REFUSALS: Mapping[str, str] = MappingProxyType(
    {
        "sits_in_open_session": _("This player sits in a session that is open; close it first."),
        "money_open": _("Money is still open with this player; settle it or write it off first."),
        "not_the_name": _("This is not the name. Type it as it stands above."),
        "still_a_member": _("You still belong to a club; ask its owner to erase you."),
        "operators_account": _("The operator of the site cannot be erased here."),
    }
)
