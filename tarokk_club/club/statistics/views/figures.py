"""Pages with a player's statistics, the comparison of two players, and the records of the club."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db.models import UUIDField
from django.http import Http404, HttpResponseBase

from tarokk_club.club.formatting.labels import label_game
from tarokk_club.club.models import Club, Player
from tarokk_club.club.money.queries.balances.balance_sums import sum_player_open_balances
from tarokk_club.club.money.queries.balances.own_money import find_visible_accounts
from tarokk_club.club.money.queries.tasks.inbox import load_inbox
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.pages.fragment_cache import build_cache_key, get_club_cache_values, make_lazy
from tarokk_club.club.pages.htmx import render_page_or_fragment
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.seasons.forms import SpanForm
from tarokk_club.club.seasons.queries.season_totals import (
    load_club_stamp,
    load_season_stamp,
)
from tarokk_club.club.statistics.forms import CompareForm
from tarokk_club.club.statistics.fragments import compute_span_key, render_mates
from tarokk_club.club.statistics.queries.careers import Career, load_career
from tarokk_club.club.statistics.queries.compared import (
    PlayerComparison,
    compare_players,
    list_comparable_players,
)
from tarokk_club.club.statistics.queries.ratings import find_last_rating_time, load_trail
from tarokk_club.club.statistics.queries.records import ClubRecords, load_club_records
from tarokk_club.club.statistics.queries.spans import ALL, Span, resolve_span
from tarokk_club.club.writing.permissions import Right
from tarokk_club.database.prepared import Parameter, PreparedQuery
from tarokk_club.database.replica_reads import allow_replica_reads

_PLAYER = PreparedQuery(
    lambda: Player.objects.filter(
        pk=Parameter("player", UUIDField()), club=Parameter("club", UUIDField())
    )
)


@club_view(Right.READ)
@allow_replica_reads
def show_career(request: MemberRequest, club: Club, player_id: UUID) -> HttpResponseBase:
    """Show the statistics of a player, with the inbox if the player is the reader."""
    player = _get_player_or_404(club, player_id)
    span, names = _read_span(request, club), load_names(club.pk)
    figures: Career = make_lazy(lambda: load_career(club, player, span, names))
    context = _build_context(request, club, span, figures) | {
        "fragment_key": _compute_fragment_key(request, club, span, names),
        "player": player,
        "career": figures,
        "mates": make_lazy(lambda: render_mates(request, club, player, figures)),
        "span_key": make_lazy(lambda: compute_span_key(request, club, span, figures)),
        "shelves_key": make_lazy(lambda: build_cache_key("shelves", club.slug, figures.shelves)),
        "trail": make_lazy(lambda: load_trail(club, figures.game, player.pk)),
        **_build_balance_context(request, club, player),
    }
    return _render_statistics(request, "career", context)


@club_view(Right.READ)
@allow_replica_reads
def show_comparison(request: MemberRequest, club: Club, player_id: UUID) -> HttpResponseBase:
    """Compare two players; without a second one in the query string, only show the form."""
    player = _get_player_or_404(club, player_id)
    span = _read_span(request, club)
    other_id = request.GET.get("with", "")
    form = CompareForm(
        initial={"with": other_id},
        others=list_comparable_players(club, player),
        auto_id="compare_%s",
    )
    context: dict[str, Any] = {"club": club, "player": player, "form": form, "span": span}
    if other_id:
        other = _get_other_or_404(club, player, other_id)
        pair = compare_players(club, player, other, span)
        context |= _build_context(request, club, span, pair) | {"pair": pair, "other": other}
    return _render_statistics(request, "compare", context)


def _get_player_or_404(club: Club, player_id: UUID) -> Player:
    player: Player | None = _PLAYER.first(player=player_id, club=club.pk)
    if player is None:
        raise Http404
    return player


def _get_other_or_404(club: Club, player: Player, text: str) -> Player:
    """Return the player with the id in the query string.

    Raise Http404 if there is no such player, or both players are the same.
    """
    try:
        other_id = UUID(text)
    except ValueError:
        raise Http404 from None
    if other_id == player.pk:
        raise Http404
    return _get_player_or_404(club, other_id)


def _build_balance_context(request: MemberRequest, club: Club, player: Player) -> dict[str, Any]:
    """Return the player's balance, if the reader may see it, and the reader's own inbox."""
    is_reader = player.user_id == request.user.pk
    visible_accounts = find_visible_accounts(club, request.user, request.rights)
    sees = is_reader or visible_accounts is None or str(player.pk) in visible_accounts
    return {
        "own": is_reader,
        "sees_money": sees,
        "money": sum_player_open_balances(player.pk) if sees else {},
        "inbox": load_inbox(club, request.user, request.rights, player) if is_reader else None,
    }


@club_view(Right.READ)
@allow_replica_reads
def show_records(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Show the records, the hat, the announcements and the trophies of a club."""
    span, names = _read_span(request, club), load_names(club.pk)
    figures: ClubRecords = make_lazy(lambda: load_club_records(club, span, names))
    context = _build_context(request, club, span, figures) | {
        "fragment_key": _compute_fragment_key(request, club, span, names),
        "records": figures,
        "shelves_key": make_lazy(lambda: build_cache_key("shelves", club.slug, figures.shelves)),
    }
    return _render_statistics(request, "records", context)


def _render_statistics(
    request: MemberRequest, name: str, context: dict[str, Any]
) -> HttpResponseBase:
    """Render the page, or only the fragment that depends on season and game."""
    return render_page_or_fragment(
        request,
        f"club/statistics/figures/{name}.html",
        f"club/statistics/figures/_{name}.html",
        context,
    )


def _read_span(request: MemberRequest, club: Club) -> Span:
    query = request.GET
    return resolve_span(club, season=query.get("season", ""), game=query.get("game", ""))


def _build_context(
    request: MemberRequest, club: Club, span: Span, figures: Career | ClubRecords | PlayerComparison
) -> dict[str, Any]:
    return {
        "club": club,
        "span": span,
        "games": make_lazy(lambda: figures.games),
        "game": make_lazy(lambda: figures.game),
        "rights": request.rights,
        "chosen": make_lazy(lambda: _build_span_form(span, figures)),
    }


def _build_span_form(span: Span, figures: Career | ClubRecords | PlayerComparison) -> SpanForm:
    return SpanForm(
        initial={"season": span.season.pk if span.season else ALL, "game": figures.game},
        seasons=[(str(season.pk), season.name) for season in span.seasons],
        games=[(key, label_game(key)) for key in figures.games],
        auto_id="span_%s",
    )


def _compute_fragment_key(
    request: MemberRequest, club: Club, span: Span, names: Mapping[str, str]
) -> str:
    """Return the cache key of the statistics, in one query, or two if the club rates players.

    The statistics depend on the reader only through the language, which every key contains.
    """
    season = span.season
    stamp = load_season_stamp(season) if season else load_club_stamp(club.pk)
    seasons = [(season.pk, season.name, season.starts, season.ends) for season in span.seasons]
    rated = find_last_rating_time(club) if club.rates_players else None
    return build_cache_key(
        "figures",
        *(request.path, request.GET.urlencode(), seasons, rated, get_today(club)),
        *(stamp, sorted(names.items())),
        *get_club_cache_values(club),
    )
