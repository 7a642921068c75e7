"""Sentences that explain why a change to a tournament is refused."""

from django.utils.translation import gettext_noop as _

from tarokk_club.club.formatting.sentences import register_refusals

register_refusals(
    {
        "round_without_end": _(
            "Say how often everybody deals in a round, or how many minutes it takes."
        ),
        "tournament_has_begun": _("A round has begun; what is played can no longer change."),
        "tournament_is_played": _("A round has begun; the tournament can no longer be deleted."),
        "draw_kind_unknown": _("Choose one of the ways to draw."),
        "drawn_otherwise": _("The rounds of this tournament are not drawn at once."),
        "rounds_not_drawn": _(
            "The rounds are not drawn for the players and rounds of now: draw them first."
        ),
        "schedule_begun": _(
            "A round of this draw was begun: it stands until a player comes or goes."
        ),
        "draw_changed": _("Somebody joined or left in the meantime: here is the new draw."),
        "round_changed": _(
            "A round was begun or withdrawn in the meantime: check its tables before you go on."
        ),
        "rounds_over": _("All rounds of this tournament were played; plan more of them first."),
        "round_waits": _(
            "A round is drawn and not published yet: publish it or withdraw it first."
        ),
        "players_changed": _(
            "Somebody has joined or left since this draw: withdraw it, then draw the round again."
        ),
        "seats_moved": _("The seats were changed in the meantime: here they are now."),
        "seats_are_played": _(
            "Hands were entered at table %(number)s; its seats can no longer change."
        ),
        "no_drawn_round": _("There is no drawn round whose seats could be changed."),
        "seat_change_gone": _("This change was undone already, or another one came after it."),
        "swap_impossible": _("Choose two different players who both sit at a table."),
        "substitute_impossible": _(
            "Choose somebody who sits at a table, and a substitute who does not."
        ),
        "table_impossible": _("There is no table %(number)s in this round, or no seat for them."),
        "table_is_fixed": _("Table %(number)s is fixed for somebody else."),
        "final_tables_stay": _("The tables of the final are numbered by rank; their numbers stay."),
        "arbiter_twice": _("This person is an arbiter of the tournament already."),
        "no_such_person": _("Choose a member, or write the user name of somebody of another club."),
        "arbiter_after_end": _("The tournament is over; it needs no arbiter any more."),
        "too_few_entrants": _("Too few players take part to fill a table."),
        "result_stands": _(
            "The result of this tournament is final: how it is counted stays as it was played."
        ),
        "final_is_drawn": _(
            "A round that was begun does not become one of the final, nor the other way round."
        ),
        "final_too_early": _(
            "A table of the rounds before still plays; the final is drawn when all have finished."
        ),
        "penalty_without_reason": _("Say why: everybody who reads the result reads it."),
        "penalty_of_nothing": _("Say what is taken: table points, points, or both."),
        "no_tournament_table": _("This session is not a table of a tournament."),
        "totals_of_closed": _(
            "This table is closed. Correct the entries on its sheet, or open it again first."
        ),
        "totals_of_others": _("Somebody joined or left the table meanwhile: here are all of them."),
        "totals_not_zero": _("The totals add up to %(total)s, not to 0."),
        "round_not_last": _("Only the last round can be withdrawn."),
        "round_is_played": _(
            "Hands were entered at one of its tables; the round cannot be withdrawn."
        ),
        "entry_charged": _("Some of these fees are already recorded."),
    }
)
