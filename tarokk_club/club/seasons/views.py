"""Pages of seasons: list, leaderboard with downloads, settings, closing and reopening."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from django.contrib import messages
from django.db.models import UUIDField
from django.http import Http404, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarokk_club.club.formatting.labels import GAME_NAMES, label_game
from tarokk_club.club.models import Club, Season
from tarokk_club.club.money.queries.balances.own_money import find_visible_accounts, limit_money
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.pages.files import (
    build_table_download,
    find_decimal_separator,
)
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.fragment_cache import build_cache_key, make_lazy
from tarokk_club.club.pages.htmx import compute_fragment_key, render_page_or_fragment
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.seasons.exports import build_leaderboard_table
from tarokk_club.club.seasons.forms import (
    CloseSeasonForm,
    FilterForm,
    SeasonForm,
    build_initial_rules,
    list_sort_choices,
)
from tarokk_club.club.seasons.fragments import compute_leaderboard_key, render_leaderboard_rows
from tarokk_club.club.seasons.queries.final_tables import load_season_table
from tarokk_club.club.seasons.queries.leaderboard import Leaderboard, RaceOptions, sort_rows
from tarokk_club.club.seasons.queries.season_totals import Filters
from tarokk_club.club.seasons.queries.seasons import (
    count_season_sessions,
    count_sessions_without_season,
    load_season_rows,
    rank_all_games,
)
from tarokk_club.club.seasons.usecases import (
    SeasonPlan,
    change_season,
    close_season,
    load_open_sessions,
    make_season,
    reopen_season,
)
from tarokk_club.club.seasons.words import explain_part_minimum, explain_rules
from tarokk_club.club.values.season_rules import Games
from tarokk_club.club.writing.log import log_export
from tarokk_club.club.writing.permissions import Right
from tarokk_club.database.prepared import Parameter, PreparedQuery
from tarokk_club.database.replica_reads import allow_replica_reads

PAGE, PART = "club/seasons/season.html", "club/seasons/_season.html"
# The fragment of the chart, and the id of its element, which htmx requests by itself.
RACE_PART, RACE = "club/seasons/_race.html", "race"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@club_view(Right.READ)
@allow_replica_reads
def list_seasons(request: MemberRequest, club: Club) -> HttpResponseBase:
    """List all seasons, newest first."""
    context = {"club": club, "rows": load_season_rows(club), "rights": request.rights}
    return render_page(request, "club/seasons/list.html", context)


@club_view(Right.READ)
@allow_replica_reads
def show_season(request: MemberRequest, club: Club, season_id: UUID) -> HttpResponseBase:
    """Show the leaderboard, or the final table if the season is closed and not filtered."""
    season = _get_season_or_404(club, season_id)
    filters, sort = _read_filters(request), request.GET.get("sort", "place")
    names = load_names(club.id)
    race = RaceOptions(
        places=request.GET.get("race") == "places", player=request.GET.get("player", "")
    )
    visible = find_visible_accounts(club, request.user, request.rights)
    reader = (sorted(request.rights), request.GET.urlencode(), visible and sorted(visible))
    table = make_lazy(
        lambda: limit_money(
            load_season_table(club, season, filters, names=names, race=race), visible
        )
    )
    display = (filters, sort)
    context = {
        "club": club,
        "season": season,
        "table": table,
        "leaders": make_lazy(lambda: _render_rows(club, season, table.board, display)),
        "sort": sort,
        "rules": make_lazy(lambda: explain_rules(table.board.rules, club.currency)),
        "part": make_lazy(lambda: explain_part_minimum(table.board.part, table.board.rules)),
        "race": race,
        "filters": filters,
        "choices": make_lazy(lambda: _build_filter_form(table.board, filters, sort)),
        "filter_key": make_lazy(
            lambda: build_cache_key(
                club.slug, season.id, *display, *_list_filter_key_values(table.board)
            )
        ),
        "marks": find_decimal_separator(request),
        "rights": request.rights,
        "fragment_key": compute_leaderboard_key(club, season, names, reader=reader),
    }
    part = RACE_PART if compute_fragment_key(request)[1] == RACE else PART
    return render_page_or_fragment(request, PAGE, part, context)


@club_view(Right.SEASONS)
def create_season(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Show the form for a new season; a POST creates the season."""
    games = rank_all_games(club)
    usual = build_initial_rules(Season(games=Games.ONE.value, game=games[0]).build_counting_rules())
    form = SeasonForm(read_post(request), initial={"starts": get_today(club), **usual}, games=games)
    created = submit(
        request,
        form,
        lambda submission: make_season(club_id=club.id, form=submission, plan=_read_plan(form)),
    )
    if created:
        return _redirect_to_season(club, created)
    return render_page(request, "club/seasons/settings.html", {"club": club, "form": form})


@club_view(Right.SEASONS)
def edit_season(request: MemberRequest, club: Club, season_id: UUID) -> HttpResponseBase:
    """Show the form for the name, dates and rules of a season; a POST changes them.

    A change of a closed season is refused.
    """
    season = _get_season_or_404(club, season_id)
    initial = {"name": season.name, "starts": season.starts, "ends": season.ends}
    form = SeasonForm(
        read_post(request),
        initial=initial | build_initial_rules(season.build_counting_rules()),
        games=rank_all_games(club),
    )
    moved = submit(
        request,
        form,
        lambda submission: change_season(
            club_id=club.id, form=submission, season_id=season.id, plan=_read_plan(form)
        ),
    )
    if moved is not None:
        _announce_saved(request, club, moved)
        _announce_uncounted(request, season)
        return _redirect_to_season(club, season)
    context = {
        "club": club,
        "season": season,
        "form": form,
        "sessions": count_season_sessions(season),
        "adds": season.build_counting_rules().adds_games,
    }
    return render_page(request, "club/seasons/settings.html", context)


@club_view(Right.SEASONS)
def confirm_season_closing(request: MemberRequest, club: Club, season_id: UUID) -> HttpResponseBase:
    """Explain the effects of closing a season, and close the season on POST."""
    season = _get_season_or_404(club, season_id)
    form = CloseSeasonForm(read_post(request))
    closed = submit(
        request,
        form,
        lambda submission: close_season(
            club_id=club.id,
            form=submission,
            season_id=season.id,
            without_open=form.cleaned_data["without_open"],
        ),
    )
    if closed:
        text = _("The season %(name)s is closed; its table is final.")
        messages.success(request, text % {"name": season.name})
        return _redirect_to_season(club, season)
    context = {
        "club": club,
        "season": season,
        "form": form,
        "played": load_open_sessions(season),
        "rights": request.rights,
    }
    return render_page(request, "club/seasons/close.html", context)


@club_view(post=Right.SEASONS)
def reopen_closed_season(request: MemberRequest, club: Club, season_id: UUID) -> HttpResponseBase:
    """Reopen a closed season."""
    season = _get_season_or_404(club, season_id)
    form = KeyForm(request.POST)
    reopened = submit(
        request,
        form,
        lambda submission: reopen_season(club_id=club.id, form=submission, season_id=season.id),
    )
    if reopened:
        messages.success(request, _("The season is open again."))
        return _redirect_to_season(club, season)
    context = {"club": club, "season": season, "form": form}
    return render_page(request, "club/seasons/close.html", context)


@club_view(Right.EXPORT)
def download_leaderboard_csv(request: MemberRequest, club: Club, season_id: UUID) -> HttpResponse:
    """Download the leaderboard, with the chosen filters, as CSV, and log the export."""
    return _send_export(request, club, season_id, "csv")


@club_view(Right.EXPORT)
def download_leaderboard_xlsx(request: MemberRequest, club: Club, season_id: UUID) -> HttpResponse:
    """Download the leaderboard, with the chosen filters, as XLSX, and log the export."""
    return _send_export(request, club, season_id, "xlsx")


def _send_export(request: MemberRequest, club: Club, season_id: UUID, ending: str) -> HttpResponse:
    season = _get_season_or_404(club, season_id)
    board = load_season_table(club, season, _read_filters(request)).board
    log_export(club_id=club.id, by=request.user, file=f"leaderboard.{ending}")
    name = f"{club.slug}-{season.starts.isoformat()}-leaderboard.{ending}"
    return build_table_download(request, name, build_leaderboard_table(season.name, board))


_SEASON = PreparedQuery(
    lambda: Season.objects.filter(
        pk=Parameter("season", UUIDField()), club=Parameter("club", UUIDField())
    )
)


def _get_season_or_404(club: Club, season_id: UUID) -> Season:
    season: Season | None = _SEASON.first(season=season_id, club=club.pk)
    if season is None:
        raise Http404
    return season


def _redirect_to_season(club: Club, season: Season) -> HttpResponseRedirect:
    return redirect("club:season", club.slug, season.id)


def _read_filters(request: MemberRequest) -> Filters:
    """Return the filters in the query string, ignoring unknown games and invalid dates."""
    query = request.GET
    game = query.get("game", "")
    return Filters(
        game=game if game in GAME_NAMES else "",
        table=query.get("table", ""),
        first=_parse_day(query.get("first", "")),
        last=_parse_day(query.get("last", "")),
    )


def _parse_day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _render_rows(
    club: Club, season: Season, board: Leaderboard, displayed: tuple[Filters, str]
) -> list[SafeString]:
    filters, sort = displayed
    return render_leaderboard_rows(
        club, season, board, sort_rows(board, sort), {"filters": filters}
    )


def _list_filter_key_values(board: Leaderboard) -> tuple[object, ...]:
    """Return the values on which the choices of the filter form depend, for its cache key."""
    return (board.games, board.tables, board.mixes_games, board.has_money, board.has_hat)


def _build_filter_form(board: Leaderboard, filters: Filters, sort: str) -> FilterForm:
    chosen = {
        "game": filters.game,
        "table": filters.table,
        "first": filters.first,
        "last": filters.last,
        "sort": sort,
    }
    return FilterForm(
        initial=chosen,
        games=[(key, label_game(key)) for key in board.games],
        tables=board.tables,
        sorts=list_sort_choices(
            points=not board.mixes_games, money=board.has_money, hat=board.has_hat
        ),
        auto_id="filter_%s",
    )


def _read_plan(form: SeasonForm) -> SeasonPlan:
    data = form.cleaned_data
    return SeasonPlan(
        name=data["name"], starts=data["starts"], ends=data["ends"], counted=form.read_rules()
    )


def _announce_saved(request: MemberRequest, club: Club, moved: int) -> None:
    if not moved:
        messages.success(request, _("The season is saved."))
        return
    left = count_sessions_without_season(club)
    if left:
        text = ngettext(
            "The season is saved. %(count)s session belongs to no season now: check the first and"
            " the last day.",
            "The season is saved. %(count)s sessions belong to no season now: check the first and"
            " the last day.",
            left,
        )
        messages.warning(request, text % {"count": left})
        return
    text = ngettext(
        "The season is saved; %(count)s session falls into another season now.",
        "The season is saved; %(count)s sessions fall into another season now.",
        moved,
    )
    messages.success(request, text % {"count": moved})


def _announce_uncounted(request: MemberRequest, season: Season) -> None:
    """Add a message if some sessions of the season do not count under its rules."""
    season.refresh_from_db()
    counts = count_season_sessions(season)
    if counts.counted < counts.played:
        text = _("Of %(played)s sessions of the season, %(counted)s count.")
        messages.info(request, text % {"played": counts.played, "counted": counts.counted})
