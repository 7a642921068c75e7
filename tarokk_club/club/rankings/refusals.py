"""The sentences that explain why a change to a ranking is refused."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext_noop as _

REFUSALS: Mapping[str, str] = MappingProxyType(
    {
        "ranking_needs_two_players": _("You have a player in only one club of this ranking."),
        "too_many_rankings": _("The club has made %(highest)s rankings already; remove one first."),
    }
)
