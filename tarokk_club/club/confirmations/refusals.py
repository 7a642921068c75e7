"""Sentences for the refusals of the confirmation pages, by problem code."""

from django.utils.translation import gettext_noop as _

from tarokk_club.club.formatting.sentences import register_refusals

register_refusals(
    {
        "seal_too_early": _("The session is still open; it is confirmed once it is closed."),
        "seal_own_session": _(
            "Whoever closed the session or entered most of its hands cannot confirm it; "
            "somebody else at the table can."
        ),
        "seal_own_hand": _("Whoever entered the hand cannot confirm it; somebody else can."),
        "seal_no_hands": _("This club does not confirm hand by hand."),
        "seal_not_there": _("You did not sit at the table when this hand was played."),
        "seal_twice": _("You have confirmed this already, and nothing has changed since."),
        "no_hand": _("Only a hand can be confirmed by itself."),
        "not_yours": _("Only the person who made it can withdraw it."),
        "settled_already": _("This objection is settled already."),
        "objected_already": _("You have objected to this already; wait for the answer."),
        "hands_are_missing": _(
            "Not all hands of this table have been played; the secretary can close it before."
        ),
    }
)
