"""Sentences that explain why a change to the calendar is refused."""

from django.utils.translation import gettext_noop as _

from tarokk_club.club.formatting.sentences import register_refusals

register_refusals(
    {
        "day_is_past": _("This day has passed; choose one to come."),
        "rhythm_unknown": _("Choose how it repeats."),
        "series_ends_first": _("The last day comes before the first evening."),
        "series_too_long": _("Plan at most two years at a time."),
        "series_without_end": _(
            "Say until when it repeats: the season of this day has no end yet, or there is none."
        ),
        "evening_changed": _(
            "Somebody has changed this evening in the meantime. Check it, then save it again."
        ),
        "evening_cancelled": _("This evening is cancelled."),
        "evening_not_cancelled": _("This evening is not cancelled."),
        "evening_over": _("This evening is over."),
        "evening_is_played": _(
            "A table of this evening has started; it cannot be moved or cancelled."
        ),
        "evening_not_begun": _("The tables can be started on the day itself."),
        "answer_unknown": _("Choose one of the answers."),
        "answers_alone": _("This player has an account and answers for themselves."),
        "too_few_here": _("Too few players: a table of this game needs %(fewest)s."),
        "seats_changed": _("The seats have changed in the meantime: here they are."),
        "table_size": _(
            "%(count)s sit at table %(number)s; this game takes %(fewest)s to %(most)s."
        ),
    }
)
