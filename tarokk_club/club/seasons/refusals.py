"""Sentences that explain why a change to a season is refused."""

from django.utils.translation import gettext_noop as _

from tarokk_club.club.formatting.sentences import register_refusals

register_refusals(
    {
        "season_ends_first": _("The last day comes before the first day."),
        "seasons_overlap": _(
            "The season %(season)s has these days already: %(starts)s to %(ends)s."
        ),
        "season_without_end": _(
            "The season %(season)s runs since %(starts)s and has no last day; give it one first."
        ),
        "season_game_unknown": _("Choose games that the book knows."),
        "money_unweighed": _("Money is added as it is; weights are for points."),
        "weights_missing": _("Give at least one game a weight."),
        "games_not_added": _(
            "Points of different games are not worth the same: choose one game, weights, or money."
        ),
        "season_closed": _("The season is closed; open it again first."),
        "season_not_begun": _("The season has not begun yet."),
        "season_is_played": _("A session of the season is still open; close it first."),
    }
)
