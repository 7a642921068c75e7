"""Recompute outdated ratings; `serve` does so once a day."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from tarokk_club.club.statistics.queries.ratings import find_stale_games
from tarokk_club.club.statistics.usecases import rate_players


class Command(BaseCommand):
    """The command `rate`, which prints the number of rating tables that it recomputed."""

    help = _("Work out the ratings of players that are out of date.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Recompute all outdated rating tables."""
        stale = find_stale_games()
        for club_id, game in stale:
            rate_players(club_id=club_id, game=game)
        self.stdout.write(
            _("Tables of ratings brought up to date: %(count)s") % {"count": len(stale)}
        )
