"""Labels of the additional figures of Magas and Zebi."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tarokk_club.club.hand.forms.hungarian.exclusive_announcements import (
    BESIDE,
    HIGHER,
    LOWER,
    ONE_OF,
    SAME_TRICK,
)

BIRDS, FIRST, KINGS, SUITED, XXI = "birds", "first", "kings", "suits", "xxi"
GROUPS = {
    BIRDS: _("Birds, pagát and eagle"),
    FIRST: _("First trick"),
    KINGS: _("Kings"),
    SUITED: _("Suits"),
    XXI: _("XXI"),
}
RIVALS = {
    LOWER: _("A higher announcement of this side takes its place."),
    HIGHER: _("A higher announcement of this side stands in its place; take that back first."),
    ONE_OF: _("A side announces only one of these."),
    SAME_TRICK: _("Another announcement of this side wants the same trick with another card."),
    BESIDE: _("A side does not announce these two beside each other."),
}
TAKES_PLACE = _("The higher announcement takes the place of the lower one.")
SPOKEN = _("This side announced it; whether it was made is said there.")
FIRST_TRICK = {
    "pagat": _("Pagát in the first trick"),
    "sas": _("Eagle in the first trick"),
    "pair": _("XXI against pagát or eagle in the first trick"),
}
