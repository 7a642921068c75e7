"""The page of the standings of a club."""

from __future__ import annotations

from django.http import HttpResponseBase

from tarokk_club.club.models import Club
from tarokk_club.club.money.queries.balances.own_money import find_visible_accounts, limit_money
from tarokk_club.club.pages.files import find_decimal_separator
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import render_page
from tarokk_club.club.statistics.queries.standings import load_club_standings
from tarokk_club.club.writing.permissions import Right
from tarokk_club.database.replica_reads import allow_replica_reads

# The value of the `game` parameter that selects the board of all games together.
MONEY = "money"


@club_view(Right.READ)
@allow_replica_reads
def show_standings(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Show the standings over all sessions: one game at a time, or the money of all games."""
    visible_accounts = find_visible_accounts(club, request.user, request.rights)
    boards = limit_money(load_club_standings(club), visible_accounts).boards
    game = request.GET.get("game", "")
    board = next((board for board in boards if (board.game or MONEY) == game), None)
    context = {
        "club": club,
        "boards": boards,
        "board": board or (boards[0] if boards else None),
        "marks": find_decimal_separator(request),
        "rights": request.rights,
    }
    return render_page(request, "club/statistics/standings/standings.html", context)
