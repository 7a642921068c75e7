"""The English sentences for figures made with a named card, and for refused announcements."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.core.translation_marks import N_

FIGURE_SENTENCES: Mapping[str, str] = MappingProxyType(
    {
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
        "hu.ranked_made_from": N_(
            "%(figure)s with the %(rank)s of %(suit)s, announced by %(by)s and made:"
            " each opponent of the declarer pays %(sum)s."
        ),
        "hu.ranked_made_from_kontra": N_(
            "%(figure)s with the %(rank)s of %(suit)s, announced by %(by)s and made"
            " after %(step)s: each opponent of the declarer pays %(sum)s."
        ),
        "hu.ranked_made_to": N_(
            "%(figure)s with the %(rank)s of %(suit)s, announced by %(by)s and made:"
            " each opponent of the declarer receives %(sum)s."
        ),
        "hu.ranked_made_to_kontra": N_(
            "%(figure)s with the %(rank)s of %(suit)s, announced by %(by)s and made"
            " after %(step)s: each opponent of the declarer receives %(sum)s."
        ),
        "hu.ranked_failed_from": N_(
            "%(figure)s with the %(rank)s of %(suit)s, announced by %(by)s and failed:"
            " each opponent of the declarer pays %(sum)s."
        ),
        "hu.ranked_failed_from_kontra": N_(
            "%(figure)s with the %(rank)s of %(suit)s, announced by %(by)s and failed"
            " after %(step)s: each opponent of the declarer pays %(sum)s."
        ),
        "hu.ranked_failed_to": N_(
            "%(figure)s with the %(rank)s of %(suit)s, announced by %(by)s and failed:"
            " each opponent of the declarer receives %(sum)s."
        ),
        "hu.ranked_failed_to_kontra": N_(
            "%(figure)s with the %(rank)s of %(suit)s, announced by %(by)s and failed"
            " after %(step)s: each opponent of the declarer receives %(sum)s."
        ),
        "hu.void": N_(
            "%(figure)s, announced by %(by)s, does not count: the skiz is on the same side."
        ),
        "hu.told_without_tricks": N_(
            "%(figure)s cannot be made: the side of %(by)s took no trick at all."
        ),
        "hu.first_without_tricks": N_("This side took no trick, so not the first one either."),
        "hu.same_trick": N_(
            "%(figure)s and %(other)s cannot both be made; a side announces only one of them."
        ),
        "hu.one_of_these": N_("%(figure)s: this side has announced %(other)s already."),
        "hu.after_volat": N_("%(figure)s is not announced by a side that has announced volat."),
        "hu.void_and_made": N_("A figure that does not count is neither made nor failed."),
    }
)
