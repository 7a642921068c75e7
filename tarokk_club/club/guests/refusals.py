"""The messages for problem codes about guest links."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext_noop as _

REFUSALS: Mapping[str, str] = MappingProxyType(
    {
        "tournament_no_season": _(
            "A tournament belongs to no season; its link is valid for a week, or until it "
            "is revoked."
        ),
        "nothing_to_show": _("Choose a session, a tournament or a season of this club."),
        "season_over": _("That season is over, or not known; choose another span of time."),
    }
)
