"""Sentences for the refusals of the confirmation pages, by problem code."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext_noop as _

REFUSALS: Mapping[str, str] = MappingProxyType(
    {
        "seal_too_early": _("The session is still open; it is confirmed once it is closed."),
        "seal_own_session": _(
            "Who closed the session or entered most of its hands does not confirm it; somebody"
            " else of the table does."
        ),
        "seal_own_hand": _("Who entered the hand does not confirm it; somebody else does."),
        "seal_no_hands": _("This club does not confirm hand by hand."),
        "seal_not_there": _("You did not sit at the table when this hand was played."),
        "seal_twice": _("You have confirmed this already, and nothing has changed since."),
        "no_hand": _("Only a hand can be confirmed by itself."),
        "not_yours": _("Only who said it can take it back."),
        "settled_already": _("This objection is settled already."),
        "objected_already": _("You have objected to this already; wait for the answer."),
        "hands_are_missing": _(
            "The hands of this table are not all played; the secretary can close it before."
        ),
    }
)
