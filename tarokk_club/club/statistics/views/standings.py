"""What it all comes to: the settlement of a session, the standings of the club."""

from __future__ import annotations

from django.http import HttpResponseBase

from tarokk_club.club.base.answers import page
from tarokk_club.club.base.files import marks_wanted
from tarokk_club.club.base.loaders import MemberRequest, club_view
from tarokk_club.club.base.permissions import Right
from tarokk_club.club.base.seconds_old import seconds_old
from tarokk_club.club.models import Club
from tarokk_club.club.statistics.queries.standings import standings as standings_of


@club_view(Right.READ)
@seconds_old
def standings(request: MemberRequest, club: Club) -> HttpResponseBase:
    """All sessions of the club, together and game by game."""
    whole = standings_of(club)
    boards = whole.games if len(whole.games) == 1 else (whole.together, *whole.games)
    context = {
        "club": club,
        "boards": boards,
        "marks": marks_wanted(request),
        "rights": request.rights,
    }
    return page(request, "club/statistics/standings/standings.html", context)
