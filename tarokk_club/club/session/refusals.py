"""Sentences for the refusals of the session pages, by problem code."""

from django.utils.translation import gettext_noop as _

from tarokk_club.club.formatting.sentences import register_refusals

register_refusals(
    {
        "session_not_binned": _("This session is not in the bin."),
        "session_closed": _("The session is closed; open it again first."),
        "session_not_closed": _("The session is not closed."),
        "no_such_entry": _("There is no such entry in this session."),
        "entry_deleted": _("This entry was deleted; bring it back first."),
        "entry_stands": _("This entry is not deleted."),
        "nothing_to_undo": _("There is nothing to undo."),
        "nothing_changed": _("Nothing was changed."),
        "rules_name_taken": _("The club has house rules of this name already; choose another one."),
        "hands_are_played": _(
            "All %(number)s hands of this table have been played; no more can be entered."
        ),
        "tournament_locked": _(
            "The result of this tournament is final; only its organisers can still change it."
        ),
        "plays_already": _("%(player)s plays in this session already."),
        "game_stays": _("The game of a session cannot be changed; start another session."),
    }
)
