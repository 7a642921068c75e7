"""What it all comes to: the settlement of a session, the standings of the club."""

from __future__ import annotations

from django.http import HttpResponseBase

from tarokk_club.club.models import Club
from tarokk_club.club.pages.files import marks_wanted
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import page
from tarokk_club.club.statistics.queries.standings import standings as standings_of
from tarokk_club.club.writing.permissions import Right
from tarokk_club.database.replica_reads import seconds_old

# What the address calls the board of all games.
MONEY = "money"


@club_view(Right.READ)
@seconds_old
def standings(request: MemberRequest, club: Club) -> HttpResponseBase:
    """All sessions of the club: one game at a time, or the money of all."""
    boards = standings_of(club).boards
    asked = request.GET.get("game", "")
    board = next((one for one in boards if (one.game or MONEY) == asked), None)
    context = {
        "club": club,
        "boards": boards,
        "board": board or (boards[0] if boards else None),
        "marks": marks_wanted(request),
        "rights": request.rights,
    }
    return page(request, "club/statistics/standings/standings.html", context)
