"""Leave nothing of what somebody said of evenings; called in a unit of work only."""

from collections.abc import Collection
from uuid import UUID

from tarokk_club.club.calendar.usecases.drawn_players import drop_drawn
from tarokk_club.club.models import Club, EveningAnswer


def forget_answers(club: Club, players: Collection[UUID]) -> None:
    """Delete the answers of these players and the draws with them; sessions stay as they are."""
    EveningAnswer.objects.filter(player__in=players).delete()
    for player in players:
        drop_drawn(club.id, str(player))
