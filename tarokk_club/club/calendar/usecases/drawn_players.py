"""Players in the draws of evenings whose tables were not started; called in a unit of work only."""

from collections.abc import Iterator
from uuid import UUID

from django.db.models import TextField
from django.db.models.functions import Cast

from tarokk_club.club.calendar.kept_seats import KeptSeats, kept_seats
from tarokk_club.club.models import PlannedEvening


def swap_drawn(club_id: UUID, *, old: str, new: str) -> None:
    """`new` for `old` in every draw; where both were drawn, the draw is gone."""
    for evening, kept in _draws_with(club_id, old):
        if new in kept.players:
            evening.seating = None
        else:
            tables = {
                number: tuple(new if one == old else one for one in row)
                for number, row in kept.tables.items()
            }
            out = [new if one == old else one for one in kept.out]
            evening.seating = kept.seated(tables, out).as_json()
        evening.save(update_fields=["seating"])


def drop_drawn(club_id: UUID, player: str) -> None:
    """Throw away every draw with the player: it must be drawn anew without."""
    for evening, _kept in _draws_with(club_id, player):
        evening.seating = None
        evening.save(update_fields=["seating"])


def _draws_with(club_id: UUID, player: str) -> Iterator[tuple[PlannedEvening, KeptSeats]]:
    rows = PlannedEvening.objects.filter(club=club_id, seating__isnull=False)
    told = rows.annotate(text=Cast("seating", TextField())).filter(text__contains=player)
    for evening in told:
        kept = kept_seats(evening.seating)
        if kept and player in kept.players:
            yield evening, kept
