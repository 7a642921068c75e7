"""Statements of a player's account for a season: page, print and downloads."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tarokk_club.club.models import Club, Player
from tarokk_club.club.money.exports.statement import statement_csv, statement_xlsx
from tarokk_club.club.money.queries.own_money import require_visible_account
from tarokk_club.club.money.queries.standing import player_standings
from tarokk_club.club.money.queries.statements import (
    choose_season,
    player_of_user,
    seasons_of,
    statements,
)
from tarokk_club.club.money.views.balance_rows import of_season, of_standing
from tarokk_club.club.pages.files import CSV, XLSX, decimal_separator, dialect, download_response
from tarokk_club.club.pages.loaders import Answer, MemberRequest, club_view
from tarokk_club.club.pages.responses import page
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.writing.log import note_export
from tarokk_club.club.writing.permissions import Right


@club_view(Right.READ)
def statement(request: MemberRequest, club: Club, player_id: UUID) -> HttpResponseBase:
    """Show every evening, fee and payment of a season, with the opening and closing balance."""
    player = _player(club, player_id)
    seasons = seasons_of(club.id)
    season = choose_season(seasons, request.GET.get("season", ""), today(club))
    plays_as = player.user_id == request.user.id
    require_visible_account(club, request.user, request.rights, player_id)
    found = statements(player, season)
    stand = player_standings(club.id, str(player_id), [one.currency for one in found])
    context = {
        "club": club,
        "player": player,
        "season": season,
        "seasons": seasons,
        "statements": [
            (one, of_season(one), of_standing(now, str(player_id), base=""))
            for one, now in zip(found, stand, strict=True)
        ],
        "size": "a4",
        "live": reverse("club:account", args=[club.slug, player.id]),
        "printed_on": today(club),
        "marks": decimal_separator(request),
        # A user with two players downloads the statement of the first.
        "is_mine": plays_as and player_of_user(club.id, request.user.id) == player,
        "rights": request.rights,
    }
    return page(request, "club/money/papers/statement.html", context)


def _player(club: Club, player_id: UUID) -> Player:
    rows = Player.objects.select_related("club")
    return get_object_or_404(rows, pk=player_id, club=club)


def _files(name: str) -> tuple[Answer, Answer]:
    """Return the views of one kind of file: for any player, and for the reader's own player."""

    @club_view(Right.EXPORT)
    def of_a_player(request: MemberRequest, club: Club, player_id: UUID) -> HttpResponseBase:
        return _taken(request, club, _player(club, player_id), name)

    @club_view(Right.READ)
    def of_mine(request: MemberRequest, club: Club) -> HttpResponseBase:
        player = player_of_user(club.id, request.user.id)
        if player is None:
            messages.info(request, _("No player of this club is linked to your account."))
            return redirect("club:money", club.slug)
        return _taken(request, club, player, name)

    return of_a_player, of_mine


def _taken(request: MemberRequest, club: Club, player: Player, name: str) -> HttpResponseBase:
    """Return the file, and record the download in the club's log."""
    season = choose_season(seasons_of(club.id), request.GET.get("season", ""), today(club))
    found = statements(player, season)
    is_table = name.endswith(".csv")
    content = statement_csv(found, dialect(request)) if is_table else statement_xlsx(found)
    note_export(club_id=club.id, by=request.user, file=name)
    return download_response(f"{club.slug}-{name}", content, CSV if is_table else XLSX)


statement_file, my_statement_file = _files("statement.csv")
statement_book_file, my_statement_book_file = _files("statement.xlsx")
