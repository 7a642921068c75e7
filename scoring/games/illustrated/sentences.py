"""The English of Illustrated hands: the suited figures and the added terms."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.core.words import N_
from scoring.games.illustrated.guide_words import GUIDE_SENTENCES

_SUITED = {
    "hu.suited_made_from": N_(
        "%(figure)s in %(suit)s, announced by %(by)s and made:"
        " each opponent of the declarer pays %(sum)s."
    ),
    "hu.suited_made_to": N_(
        "%(figure)s in %(suit)s, announced by %(by)s and made:"
        " each opponent of the declarer receives %(sum)s."
    ),
    "hu.suited_failed_from": N_(
        "%(figure)s in %(suit)s, announced by %(by)s and failed:"
        " each opponent of the declarer pays %(sum)s."
    ),
    "hu.suited_failed_to": N_(
        "%(figure)s in %(suit)s, announced by %(by)s and failed:"
        " each opponent of the declarer receives %(sum)s."
    ),
    "hu.suited_made_from_kontra": N_(
        "%(figure)s in %(suit)s, announced by %(by)s and made after %(step)s:"
        " each opponent of the declarer pays %(sum)s."
    ),
    "hu.suited_made_to_kontra": N_(
        "%(figure)s in %(suit)s, announced by %(by)s and made after %(step)s:"
        " each opponent of the declarer receives %(sum)s."
    ),
    "hu.suited_failed_from_kontra": N_(
        "%(figure)s in %(suit)s, announced by %(by)s and failed after %(step)s:"
        " each opponent of the declarer pays %(sum)s."
    ),
    "hu.suited_failed_to_kontra": N_(
        "%(figure)s in %(suit)s, announced by %(by)s and failed after %(step)s:"
        " each opponent of the declarer receives %(sum)s."
    ),
}

_REFUSED = {
    "hu.told_without_tricks": N_(
        "%(figure)s cannot be made: the side of %(by)s took no trick at all."
    ),
}

SENTENCES: Mapping[str, str] = MappingProxyType({**_SUITED, **_REFUSED, **GUIDE_SENTENCES})

TERMS: Mapping[str, str] = MappingProxyType(
    {
        "fig.centrum": N_("Centrum"),
        "fig.small_bird": N_("Small bird"),
        "fig.big_bird": N_("Big bird"),
        "fig.king_ultimo": N_("King ultimó"),
        "fig.pagat_uhu": N_("Pagát uhu"),
        "fig.king_uhu": N_("King uhu"),
        "fig.sas_ultimo": N_("Eagle ultimó"),
        "fig.sas_uhu": N_("Eagle uhu"),
    }
)
