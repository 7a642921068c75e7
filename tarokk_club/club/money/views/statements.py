"""Account statements of a player for a season: page and downloads."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tarokk_club.club.models import Club, Player
from tarokk_club.club.money.exports.statement import build_account_statement_table
from tarokk_club.club.money.queries.balances.account_balances import load_account_balances
from tarokk_club.club.money.queries.balances.own_money import require_visible_account
from tarokk_club.club.money.queries.balances.statements import (
    choose_season,
    find_player_of_user,
    list_club_seasons,
    load_account_statements,
)
from tarokk_club.club.money.views.balance_rows import tabulate_balance, tabulate_season
from tarokk_club.club.pages.files import (
    build_table_download,
    find_decimal_separator,
)
from tarokk_club.club.pages.loaders import MemberRequest, View, club_view
from tarokk_club.club.pages.responses import render_page
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.writing.log import log_export
from tarokk_club.club.writing.permissions import Right


@club_view(Right.READ)
def show_account_statement(request: MemberRequest, club: Club, player_id: UUID) -> HttpResponseBase:
    """Show a player's entries in a season, with opening and closing balance."""
    player = _find_player_or_404(club, player_id)
    seasons = list_club_seasons(club.id)
    season = choose_season(seasons, request.GET.get("season", ""), get_today(club))
    plays_as = player.user_id == request.user.id
    require_visible_account(club, request.user, request.rights, player_id)
    account_statements = load_account_statements(player, season)
    balances = load_account_balances(
        club.id,
        str(player_id),
        [account_statement.currency for account_statement in account_statements],
    )
    context = {
        "club": club,
        "player": player,
        "season": season,
        "seasons": seasons,
        "statements": [
            (
                account_statement,
                tabulate_season(account_statement),
                tabulate_balance(balance, str(player_id), base=""),
            )
            for account_statement, balance in zip(account_statements, balances, strict=True)
        ],
        "size": "a4",
        "live": reverse("club:account", args=[club.slug, player.id]),
        "printed_on": get_today(club),
        "marks": find_decimal_separator(request),
        # A user with two players downloads the statement of the first.
        "is_mine": plays_as and find_player_of_user(club.id, request.user.id) == player,
        "rights": request.rights,
    }
    return render_page(request, "club/money/papers/statement.html", context)


def _find_player_or_404(club: Club, player_id: UUID) -> Player:
    rows = Player.objects.select_related("club")
    return get_object_or_404(rows, pk=player_id, club=club)


def _build_download_views(name: str) -> tuple[View, View]:
    """Return two views that download a statement: of any player, and of the reader's own player.

    name: last part of the file name; its ending sets the format.
    """

    @club_view(Right.EXPORT)
    def download_player_statement(
        request: MemberRequest, club: Club, player_id: UUID
    ) -> HttpResponseBase:
        return _send_account_statement(request, club, _find_player_or_404(club, player_id), name)

    @club_view(Right.READ)
    def download_own_statement(request: MemberRequest, club: Club) -> HttpResponseBase:
        player = find_player_of_user(club.id, request.user.id)
        if player is None:
            messages.info(request, _("No player of this club is linked to your account."))
            return redirect("club:money", club.slug)
        return _send_account_statement(request, club, player, name)

    return download_player_statement, download_own_statement


def _send_account_statement(
    request: MemberRequest, club: Club, player: Player, name: str
) -> HttpResponseBase:
    """Return the statement as a file, and record the download in the club's log."""
    season = choose_season(
        list_club_seasons(club.id), request.GET.get("season", ""), get_today(club)
    )
    account_statements = load_account_statements(player, season)
    log_export(club_id=club.id, by=request.user, file=name)
    table = build_account_statement_table(account_statements)
    return build_table_download(request, f"{club.slug}-{name}", table)


statement_file, my_statement_file = _build_download_views("statement.csv")
statement_xlsx_file, my_statement_xlsx_file = _build_download_views("statement.xlsx")
