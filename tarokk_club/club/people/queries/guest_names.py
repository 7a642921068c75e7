"""What people outside the club read instead of its players' names."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Value

from tarokk_club.club.models import Club, Entrant, Player, Tournament
from tarokk_club.club.values.naming import Known, Naming, public_names


def guest_names(club: Club, tournament: Tournament | None = None) -> dict[str, str]:
    """What guests call the players of the club, by id, in one query; on the page of a tournament
    those by their names who have agreed to it.
    """
    agreed = Entrant.objects.filter(tournament=tournament, player=OuterRef("pk"), full_name=True)
    full = Exists(agreed) if tournament else Value(value=False)
    rows = Player.objects.filter(club=club).order_by("created_at", "pk").annotate(full=full)
    known = [
        Known(str(pk), name, hidden, full)
        for pk, name, hidden, full in rows.values_list("pk", "name", "hidden", "full")
    ]
    return public_names(known, Naming(club.guest_names))
