"""Create, change, close and reopen seasons."""

from dataclasses import asdict, dataclass, replace
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Max, Q
from django.utils import timezone

from scoring.core.problem import Problem
from scoring.games import GAMES
from tarokk_club.club.formatting.numbers_and_dates import format_plain_date
from tarokk_club.club.models import Act, Club, FinalRow, FinalTable, Season, Session
from tarokk_club.club.people.queries.club_days import find_season_of_day, get_today
from tarokk_club.club.seasons.queries.final_tables import build_final_rows
from tarokk_club.club.seasons.queries.leaderboard import load_leaderboard
from tarokk_club.club.seasons.queries.season_totals import Filters
from tarokk_club.club.values.days import find_year_problems
from tarokk_club.club.values.season_rules import Counting, CountingRules, Games, Tie
from tarokk_club.club.writing import events
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import read_name
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club

HIGHEST = 9999


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPlan:
    """The values of the form that creates or changes a season.

    starts, ends: first and last day; ends is None while unknown.
    counted: counting rules.
    """

    name: str
    starts: date
    ends: date | None
    counted: CountingRules

    def build_content(self) -> dict[str, Any]:
        """Return the plan as submitted fields, to recognise a repeated submission."""
        return {
            "name": self.name,
            "starts": self.starts.isoformat(),
            "ends": self.ends.isoformat() if self.ends else None,
            "counted": self.counted.serialize(),
        }


def require_valid_season_plan(plan: SeasonPlan) -> SeasonPlan:
    """Return the plan with a normalised name.

    Raise RefusedError with all problems of the plan.
    """
    problems: list[Problem] = []
    name = read_name(plan.name, problems)
    problems += find_year_problems(plan.starts, "starts")
    if plan.ends:
        problems += find_year_problems(plan.ends, "ends")
    if plan.ends and plan.ends < plan.starts:
        problems.append(Problem("season_ends_first", "ends"))
    if plan.counted.counts not in Counting or plan.counted.tie not in Tie:
        problems.append(Problem("counting_unknown", "counts"))
    problems += _find_games_problems(plan.counted)
    for key in ("min_hands", "min_evenings", "drop_worst"):
        if not 0 <= getattr(plan.counted, key) <= HIGHEST:
            problems.append(Problem("out_of_range", key, {"lowest": 0, "highest": HIGHEST}))
    if problems:
        raise RefusedError(problems)
    return replace(plan, name=name)


def _find_games_problems(counted: CountingRules) -> list[Problem]:
    """Return the problems with the games that the season counts."""
    named = {counted.game} - {""} | {game for game, _weight in counted.weights}
    if counted.games not in Games or named - GAMES.keys():
        return [Problem("season_game_unknown", "games")]
    if counted.games == Games.WEIGHED and counted.in_money:
        return [Problem("money_unweighed", "games")]
    if counted.games == Games.WEIGHED and not counted.weights:
        return [Problem("weights_missing", "games")]
    return []


def require_no_new_sum_of_games(plan: SeasonPlan, before: Season | None = None) -> None:
    """Raise RefusedError if the plan adds up the points of several games and `before` did not.

    before: the season that the plan changes; None for a new season.
    """
    if plan.counted.adds_games and not (before and before.build_counting_rules().adds_games):
        raise RefusedError([Problem("games_not_added", "games")])


def fill_season(season: Season, plan: SeasonPlan) -> None:
    """Copy the plan into the season without saving.

    The game is cleared unless one game counts, the weights unless the games are weighted.
    """
    season.name, season.starts, season.ends = plan.name, plan.starts, plan.ends
    counted = plan.counted
    single, weighed = counted.games == Games.ONE, counted.games == Games.WEIGHED
    values = asdict(counted) | {
        "game": counted.game if single else "",
        "weights": dict(counted.weights) if weighed else None,
    }
    for key, value in values.items():
        setattr(season, key, value)


def require_no_overlap(season: Season) -> None:
    """Raise ConflictError if the season shares a day with another season."""
    candidates = Season.objects.filter(club_id=season.club_id).exclude(pk=season.pk)
    if season.ends:
        candidates = candidates.filter(starts__lte=season.ends)
    overlapping = candidates.filter(Q(ends=None) | Q(ends__gte=season.starts)).first()
    if overlapping is None:
        return
    values = {"season": overlapping.name, "starts": format_plain_date(overlapping.starts)}
    if overlapping.ends:
        values["ends"] = format_plain_date(overlapping.ends)
    code = "seasons_overlap" if overlapping.ends else "season_without_end"
    raise ConflictError([Problem(code, "starts", values)])


def end_running_season(season: Season) -> None:
    """If an earlier open season has no last day, end it on the day before this season starts."""
    running = Season.objects.filter(
        club_id=season.club_id, ends=None, closed_at=None, starts__lt=season.starts
    )
    running.exclude(pk=season.pk).update(ends=season.starts - timedelta(days=1))


def assign_sessions_to_seasons(club_id: UUID) -> int:
    """Assign every session to the season of its date; return the number of moved sessions."""
    # A concurrent change of a session's date waits for the lock, and then sees the new seasons.
    rows = Session.objects.select_for_update(no_key=True).filter(club_id=club_id).order_by("pk")
    seasons = list(Season.objects.filter(club_id=club_id).order_by("-starts", "-id"))
    moved = []
    for session in rows.only("pk", "date", "season_id"):
        season = find_season_of_day(session.date, seasons)
        if session.season_id != (season.pk if season else None):
            session.season = season
            moved.append(session)
    Session.objects.bulk_update(moved, ["season"], batch_size=500)
    return len(moved)


def make_season(*, club_id: UUID, form: Submission, plan: SeasonPlan) -> Season:
    """Create a season with the form's key as its id, and return it.

    A running season without a last day ends the day before the new one begins.

    Raise RefusedError if the plan is not valid, or adds up the points of several games.
    Raise ConflictError if the dates overlap another season.
    Raise the errors of the unit of work.
    """
    plan = require_valid_season_plan(plan)
    require_no_new_sum_of_games(plan)
    content = {"do": "make_season", **plan.build_content()}

    def save_new_season(write: ClubWrite) -> Season:
        season = Season(id=form.key, club=write.club)
        fill_season(season, plan)
        end_running_season(season)
        require_no_overlap(season)
        insert_with_client_id(season)
        assign_sessions_to_seasons(club_id)
        write.log(Act.SEASON_MADE, {"season": str(season.id)})
        return season

    return write_to_club(
        club_id,
        Command(form, Right.SEASONS, content),
        save_new_season,
        repeated=lambda write: Season.objects.get(pk=form.key, club_id=club_id),
    )


def change_season(*, club_id: UUID, form: Submission, season_id: UUID, plan: SeasonPlan) -> int:
    """Change a season, and return the number of sessions that moved to another season.

    Raise RefusedError if the plan is not valid, or adds up the points of several games that the
    season did not add up before.
    Raise ConflictError if the season is closed or the dates overlap another season.
    Raise Season.DoesNotExist and the errors of the unit of work.
    """
    plan = require_valid_season_plan(plan)
    content = {"do": "change_season", "season": str(season_id), **plan.build_content()}

    def save_plan(write: ClubWrite) -> int:
        season = Season.objects.get(pk=season_id, club_id=club_id)
        if season.closed_at:
            raise ConflictError([Problem("season_closed", "")])
        require_no_new_sum_of_games(plan, season)
        fill_season(season, plan)
        require_no_overlap(season)
        season.save()
        moved = assign_sessions_to_seasons(club_id)
        write.log(Act.SEASON_CHANGED, {"season": str(season.id)})
        return moved

    return write_to_club(
        club_id,
        Command(form, Right.SEASONS, content),
        save_plan,
        repeated=lambda _write: 0,
    )


def close_season(
    *, club_id: UUID, form: Submission, season_id: UUID, without_open: bool = False
) -> Season:
    """Close a season, store its final table, send `season_closed`, and return the season.

    A season that is closed already is left unchanged.
    If the last day is unknown or still to come, the season ends today, or on the day of its last
    session if that is later.

    without_open: whether to leave open sessions out of the table instead of refusing to close.
    Raise ConflictError if the season has not begun, or a session with hands is still open.
    Raise Season.DoesNotExist and the errors of the unit of work.
    """
    content: dict[str, object] = {"do": "close_season", "season": str(season_id)}
    if without_open:
        content["without_open"] = True

    def close_and_store_table(write: ClubWrite) -> Season:
        season = Season.objects.get(pk=season_id, club_id=club_id)
        if season.closed_at:
            return season
        open_sessions = load_open_sessions(season)
        _require_closable(season, get_today(write.club), [] if without_open else open_sessions)
        left_out = Filters(without=frozenset(session.pk for session in open_sessions))
        season.ends = _find_last_day(season, write.club)
        season.closed_at = timezone.now()
        season.save(update_fields=["ends", "closed_at"])
        board = load_leaderboard(write.club, season, left_out)
        final = FinalTable(
            season=season,
            rules=board.rules.serialize(),
            made_by=form.by,
            made_at=season.closed_at,
        )
        rows = build_final_rows(final, board.rows)
        final.seal = final.compute_seal(rows)
        final.save(force_insert=True)
        FinalRow.objects.bulk_create(rows)
        write.log(Act.SEASON_CLOSED, {"season": str(season.id)})
        season.club = write.club
        events.season_closed.send(Season, season=season)
        return season

    return write_to_club(
        club_id,
        Command(form, Right.SEASONS, content),
        close_and_store_table,
        repeated=lambda write: Season.objects.get(pk=season_id, club_id=club_id),
    )


def load_open_sessions(season: Season) -> list[Session]:
    """Return the open sessions of a season that have hands, oldest first."""
    rows = season.sessions.filter(binned_at=None, closed=False, hands_count__gt=0)
    return list(rows.order_by("date", "created_at"))


def _require_closable(season: Season, day: date, open_sessions: list[Session]) -> None:
    """Raise ConflictError if the season has not begun or sessions are open."""
    code = "season_not_begun" if season.starts > day else ""
    if open_sessions:
        code = "season_is_played"
    if code:
        raise ConflictError([Problem(code, "")])


def _find_last_day(season: Season, club: Club) -> date:
    played = season.sessions.aggregate(last=Max("date"))["last"]
    last = max(day for day in (get_today(club), played) if day)
    return min(season.ends, last) if season.ends else last


def reopen_season(*, club_id: UUID, form: Submission, season_id: UUID) -> Season:
    """Reopen a closed season and return it; its final table stays in the database.

    Raise Season.DoesNotExist and the errors of the unit of work.
    """
    content = {"do": "reopen_season", "season": str(season_id)}

    def clear_closing_time(write: ClubWrite) -> Season:
        season = Season.objects.get(pk=season_id, club_id=club_id)
        if season.closed_at is None:
            return season
        season.closed_at = None
        season.save(update_fields=["closed_at"])
        write.log(Act.SEASON_REOPENED, {"season": str(season.id)})
        return season

    return write_to_club(
        club_id,
        Command(form, Right.SEASONS, content),
        clear_closing_time,
        repeated=lambda write: Season.objects.get(pk=season_id, club_id=club_id),
    )
