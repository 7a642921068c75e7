"""Sentences for the refusals of imports, by problem code."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext_noop as _

REFUSALS: Mapping[str, str] = MappingProxyType(
    {
        "one_player_twice": _(
            "%(gone)s and %(kept)s are one player here, so they cannot sit at one table."
        ),
        "names_alike": _("Two of the names are the same; tell them apart."),
        "document_too_large": _("The document is too large: at most %(highest)s megabytes."),
        "session_known": _("This session is already in the club. Say so if you want it twice."),
        "totals_unreadable": _("No table stands in this file: a first line of titles, then lines."),
        "totals_sum": _("The points add up to %(total)s; they must add up to zero."),
        "totals_sum_row": _(
            "It is called a sum, but the lines above come to %(total)s for %(name)s."
        ),
        "totals_points": _("“%(text)s” for %(name)s is not a whole number of points."),
        "totals_day": _("“%(text)s” is not a day."),
    }
)
