"""Pages of seasons: the list, the leaderboard, the settings, closing and reopening."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarokk_club.club.formatting.labels import game_label
from tarokk_club.club.models import Club, Season
from tarokk_club.club.money.queries.own_money import accounts_seen, limit_money
from tarokk_club.club.names.player_names import names_in
from tarokk_club.club.pages.files import CSV, decimal_separator, dialect, download_response
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.fragment_cache import cache_key, lazy
from tarokk_club.club.pages.htmx import fragment_request_key, render_page_or_fragment
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import page, posted, submit
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.seasons.exports import leaderboard_csv, leaderboard_xlsx
from tarokk_club.club.seasons.forms import (
    CloseSeasonForm,
    FilterForm,
    SeasonForm,
    rules_in_form,
    sort_choices,
)
from tarokk_club.club.seasons.fragments import leaderboard_key, leaders_of
from tarokk_club.club.seasons.queries.final_tables import season_table
from tarokk_club.club.seasons.queries.leaderboard import Leaderboard, RaceOptions, sorted_by
from tarokk_club.club.seasons.queries.season_totals import Filters
from tarokk_club.club.seasons.queries.seasons import games_of_club, season_rows, season_sessions
from tarokk_club.club.seasons.usecases import (
    SeasonPlan,
    change_season,
    close_season,
    make_season,
    open_sessions_of,
    reopen_season,
)
from tarokk_club.club.seasons.words import part_sentence, rule_sentences
from tarokk_club.club.values.counting import Games
from tarokk_club.club.writing.log import note_export
from tarokk_club.club.writing.permissions import Right
from tarokk_club.database.replica_reads import allow_replica_reads

PAGE, PART = "club/seasons/season.html", "club/seasons/_season.html"
# The id of the chart's root element, which htmx can request separately.
RACE_PART, RACE = "club/seasons/_race.html", "race"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@club_view(Right.READ)
@allow_replica_reads
def seasons(request: MemberRequest, club: Club) -> HttpResponseBase:
    """List all seasons, newest first."""
    context = {"club": club, "rows": season_rows(club), "rights": request.rights}
    return page(request, "club/seasons/list.html", context)


@club_view(Right.READ)
@allow_replica_reads
def season(request: MemberRequest, club: Club, season_id: UUID) -> HttpResponseBase:
    """Show the leaderboard of a season, or the final table if the season is closed."""
    season = _season(club, season_id)
    filters, sort = _filters(request), request.GET.get("sort", "place")
    names = names_in(club.id)
    race = RaceOptions(
        places=request.GET.get("race") == "places", player=request.GET.get("player", "")
    )
    seen = accounts_seen(club, request.user, request.rights)
    reader = (sorted(request.rights), request.GET.urlencode(), seen and sorted(seen))
    table = lazy(
        lambda: limit_money(season_table(club, season, filters, names=names, race=race), seen)
    )
    shown = (filters, sort)
    context = {
        "club": club,
        "season": season,
        "table": table,
        "leaders": lazy(lambda: _leaders(club, season, table.board, shown)),
        "sort": sort,
        "rules": lazy(lambda: rule_sentences(table.board.rules, club.currency)),
        "part": lazy(lambda: part_sentence(table.board.part, table.board.rules)),
        "race": race,
        "filters": filters,
        "choices": lazy(lambda: _filter_form(table.board, filters, sort)),
        "choices_kept": lazy(
            lambda: cache_key(club.slug, season.id, *shown, *_choices(table.board))
        ),
        "marks": decimal_separator(request),
        "rights": request.rights,
        "kept": leaderboard_key(club, season, names, reader=reader),
    }
    part = RACE_PART if fragment_request_key(request)[1] == RACE else PART
    return render_page_or_fragment(request, PAGE, part, context)


@club_view(Right.SEASONS)
def season_new(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Create a season."""
    games = games_of_club(club)
    usual = rules_in_form(Season(games=Games.ONE.value, game=games[0]).counted())
    form = SeasonForm(posted(request), initial={"starts": today(club), **usual}, games=games)
    made = submit(
        request,
        form,
        lambda submission: make_season(club_id=club.id, form=submission, plan=_plan(form)),
    )
    if made:
        return _to(club, made)
    return page(request, "club/seasons/settings.html", {"club": club, "form": form})


@club_view(Right.SEASONS)
def season_settings(request: MemberRequest, club: Club, season_id: UUID) -> HttpResponseBase:
    """Change the name, dates and rules of a season that is not closed."""
    season = _season(club, season_id)
    initial = {"name": season.name, "starts": season.starts, "ends": season.ends}
    form = SeasonForm(
        posted(request),
        initial=initial | rules_in_form(season.counted()),
        games=games_of_club(club),
    )
    moved = submit(
        request,
        form,
        lambda submission: change_season(
            club_id=club.id, form=submission, season_id=season.id, plan=_plan(form)
        ),
    )
    if moved is not None:
        _say_moved(request, moved)
        _announce_uncounted(request, season)
        return _to(club, season)
    context = {
        "club": club,
        "season": season,
        "form": form,
        "sessions": season_sessions(season),
        "adds": season.counted().adds_games,
    }
    return page(request, "club/seasons/settings.html", context)


@club_view(Right.SEASONS)
def season_close(request: MemberRequest, club: Club, season_id: UUID) -> HttpResponseBase:
    """Close a season, after a page that explains what that means."""
    season = _season(club, season_id)
    form = CloseSeasonForm(posted(request))
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
        return _to(club, season)
    context = {
        "club": club,
        "season": season,
        "form": form,
        "played": open_sessions_of(season),
        "rights": request.rights,
    }
    return page(request, "club/seasons/close.html", context)


@club_view(post=Right.SEASONS)
def season_reopen(request: MemberRequest, club: Club, season_id: UUID) -> HttpResponseBase:
    """Reopen a closed season."""
    season = _season(club, season_id)
    form = KeyForm(request.POST)
    reopened = submit(
        request,
        form,
        lambda submission: reopen_season(club_id=club.id, form=submission, season_id=season.id),
    )
    if reopened:
        messages.success(request, _("The season is open again."))
        return _to(club, season)
    context = {"club": club, "season": season, "form": form}
    return page(request, "club/seasons/close.html", context)


@club_view(Right.EXPORT)
def season_csv_file(request: MemberRequest, club: Club, season_id: UUID) -> HttpResponse:
    """Download the filtered rows as CSV."""
    return _file(
        request,
        club,
        season_id,
        "csv",
        lambda _name, board: leaderboard_csv(board, dialect(request)),
    )


@club_view(Right.EXPORT)
def season_xlsx_file(request: MemberRequest, club: Club, season_id: UUID) -> HttpResponse:
    """Download the filtered rows as an XLSX workbook."""
    return _file(request, club, season_id, "xlsx", leaderboard_xlsx)


def _file(
    request: MemberRequest,
    club: Club,
    season_id: UUID,
    ending: str,
    write: Callable[[str, Leaderboard], bytes],
) -> HttpResponse:
    season = _season(club, season_id)
    content = write(season.name, season_table(club, season, _filters(request)).board)
    note_export(club_id=club.id, by=request.user, file=f"leaderboard.{ending}")
    name = f"{club.slug}-{season.starts.isoformat()}-leaderboard.{ending}"
    return download_response(name, content, CSV if ending == "csv" else XLSX)


def _season(club: Club, season_id: UUID) -> Season:
    return get_object_or_404(Season, pk=season_id, club=club)


def _to(club: Club, season: Season) -> HttpResponseRedirect:
    return redirect("club:season", club.slug, season.id)


def _filters(request: MemberRequest) -> Filters:
    """Return the filters in the query string, ignoring an invalid date."""
    asked = request.GET
    return Filters(
        game=asked.get("game", ""),
        table=asked.get("table", ""),
        first=_day(asked.get("first", "")),
        last=_day(asked.get("last", "")),
    )


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _leaders(
    club: Club, season: Season, board: Leaderboard, displayed: tuple[Filters, str]
) -> list[SafeString]:
    filters, sort = displayed
    return leaders_of(club, season, board, sorted_by(board, sort), {"filters": filters})


def _choices(board: Leaderboard) -> tuple[object, ...]:
    """Return what the filter form depends on besides the chosen filters, for its cache key."""
    return (board.games, board.tables, board.mixed, board.has_money, board.has_hat)


def _filter_form(board: Leaderboard, filters: Filters, sort: str) -> FilterForm:
    chosen = {
        "game": filters.game,
        "table": filters.table,
        "first": filters.first,
        "last": filters.last,
        "sort": sort,
    }
    return FilterForm(
        initial=chosen,
        games=[(key, game_label(key)) for key in board.games],
        tables=board.tables,
        sorts=sort_choices(points=not board.mixed, money=board.has_money, hat=board.has_hat),
        auto_id="filter_%s",
    )


def _plan(form: SeasonForm) -> SeasonPlan:
    data = form.cleaned_data
    return SeasonPlan(
        name=data["name"], starts=data["starts"], ends=data["ends"], counted=form.counted()
    )


def _say_moved(request: MemberRequest, moved: int) -> None:
    if not moved:
        messages.success(request, _("The season is saved."))
        return
    text = ngettext(
        "The season is saved; %(count)s session falls into another season now.",
        "The season is saved; %(count)s sessions fall into another season now.",
        moved,
    )
    messages.success(request, text % {"count": moved})


def _announce_uncounted(request: MemberRequest, season: Season) -> None:
    """Add a message if the rules leave out some sessions of the season."""
    season.refresh_from_db()
    found = season_sessions(season)
    if found.counted < found.played:
        text = _("Of %(played)s sessions of the season, %(counted)s count.")
        messages.info(request, text % {"played": found.played, "counted": found.counted})
