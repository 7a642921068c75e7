"""Sentences for the refusals of the merging pages, by problem code."""

from django.utils.translation import gettext_noop as _

from tarokk_club.club.formatting.sentences import register_refusals

register_refusals(
    {
        "merged_with_itself": _("Choose another player, not the same one."),
        "sat_together": _("These two sat at one table on %(day)s, so they are two people."),
        "paid_each_other": _(
            "Money went between these two, or one settlement counts both, so they are two people."
        ),
        "two_accounts": _("Both players belong to an account; one person has one."),
        "result_would_move": _(
            "Both have won points in the tournament %(tournament)s, whose result stands; put one in"
            " the other’s place at its tables first, with a reason."
        ),
        "both_entered": _(
            "Both take part in the tournament %(tournament)s, so they are two people; else take"
            " one of them off it first."
        ),
        "merge_undone": _("This has already been undone."),
        "still_recorded": _("Something is still recorded for the merged player."),
    }
)
