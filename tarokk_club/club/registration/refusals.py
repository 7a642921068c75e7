"""Sentences that explain why a registration or a check-in is refused."""

from django.utils.translation import gettext_noop as _

from tarokk_club.club.formatting.sentences import register_refusals

register_refusals(
    {
        "registration_closed": _("Entries for this tournament are closed."),
        "registrations_full": _("The waiting list is full as well."),
        "registered_namesake": _(
            "%(name)s is on the list already. If that is you, there is nothing more to do. If you"
            " are somebody else, say below what tells you apart."
        ),
        "namesake_undecided": _(
            "The club knows a player of this name. Choose whether it is the same person."
        ),
        "registration_gone": _("This entry has been withdrawn or removed."),
        "registration_playing": _(
            "The tournament has begun: tell the organiser that you cannot come."
        ),
        "entries_over": _(
            "The result of this tournament is final: nobody can be entered any more."
        ),
        "reduced_not_lower": _("The reduced fee must be lower than the full one."),
        "last_day_late": _("Entries cannot close after the day of the tournament."),
        "entrant_gone": _("This player does not take part any more."),
        "entrants_unreadable": _("No table was found here. Paste one name per line."),
        "entrants_without_names": _("There is no column with names."),
        "entrant_taken": _("%(name)s takes part already."),
    }
)
