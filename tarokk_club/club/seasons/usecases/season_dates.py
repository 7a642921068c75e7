"""What every change of a season's dates keeps in order; called in the club's unit of work only."""

from dataclasses import asdict, dataclass, replace
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils.formats import date_format

from scoring.core.problem import Problem
from scoring.games import GAMES
from tarokk_club.club.models import Season, Session
from tarokk_club.club.people.queries.club_days import season_around
from tarokk_club.club.values.counting import Counted, Counting, Games, Tie
from tarokk_club.club.values.days import year_problems
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.typed_text import read_name

HIGHEST = 9999


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPlan:
    """What a form says of a season; ends: None while nobody knows."""

    name: str
    starts: date
    ends: date | None
    counted: Counted

    def content(self) -> dict[str, Any]:
        """The plan as the key of the form knows it."""
        return {
            "name": self.name,
            "starts": self.starts.isoformat(),
            "ends": self.ends.isoformat() if self.ends else None,
            "counted": self.counted.facts(),
        }


def checked_dates(plan: SeasonPlan) -> SeasonPlan:
    """The plan with a tidy name. Raises RefusedError with every fault of it."""
    problems: list[Problem] = []
    name = read_name(plan.name, problems)
    problems += year_problems(plan.starts, "starts")
    if plan.ends:
        problems += year_problems(plan.ends, "ends")
    if plan.ends and plan.ends < plan.starts:
        problems.append(Problem("season_ends_first", "ends"))
    if plan.counted.counts not in Counting or plan.counted.tie not in Tie:
        problems.append(Problem("counting_unknown", "counts"))
    problems += _games_problems(plan.counted)
    for key in ("min_hands", "min_evenings", "drop_worst"):
        if not 0 <= getattr(plan.counted, key) <= HIGHEST:
            problems.append(Problem("out_of_range", key, {"lowest": 0, "highest": HIGHEST}))
    if problems:
        raise RefusedError(problems)
    return replace(plan, name=name)


def _games_problems(counted: Counted) -> list[Problem]:
    """What is wrong with the games that a season is to count."""
    named = {counted.game} - {""} | {game for game, _weight in counted.weights}
    if counted.games not in Games or named - GAMES.keys():
        return [Problem("season_game_unknown", "games")]
    if counted.games == Games.WEIGHED and counted.counts == Counting.MONEY:
        return [Problem("money_unweighed", "games")]
    if counted.games == Games.WEIGHED and not counted.weights:
        return [Problem("weights_missing", "games")]
    return []


def require_not_added(plan: SeasonPlan, before: Season | None = None) -> None:
    """Points of different games are not added, but where a season of old does so already.

    Raises RefusedError.
    """
    if plan.counted.adds_games and not (before and before.counted().adds_games):
        raise RefusedError([Problem("games_not_added", "games")])


def fill_season(season: Season, plan: SeasonPlan) -> None:
    """Write the plan into the row; what another choice of games needs is not kept."""
    season.name, season.starts, season.ends = plan.name, plan.starts, plan.ends
    counted = plan.counted
    one, weighed = counted.games == Games.ONE, counted.games == Games.WEIGHED
    values = asdict(counted) | {
        "game": counted.game if one else "",
        "weights": dict(counted.weights) if weighed else None,
    }
    for key, value in values.items():
        setattr(season, key, value)


def require_apart(season: Season) -> None:
    """Refuse dates that another season has too: every session counts in one."""
    others = Season.objects.filter(club_id=season.club_id).exclude(pk=season.pk)
    if season.ends:
        others = others.filter(starts__lte=season.ends)
    other = others.filter(Q(ends=None) | Q(ends__gte=season.starts)).first()
    if other is None:
        return
    values = {"season": other.name, "starts": date_format(other.starts)}
    if other.ends:
        values["ends"] = date_format(other.ends)
    code = "seasons_overlap" if other.ends else "season_without_end"
    raise ConflictError([Problem(code, "starts", values)])


def end_before(season: Season) -> None:
    """The season that runs without a last day ends the day before a later one begins."""
    running = Season.objects.filter(
        club_id=season.club_id, ends=None, closed_at=None, starts__lt=season.starts
    )
    running.exclude(pk=season.pk).update(ends=season.starts - timedelta(days=1))


def move_sessions(club_id: UUID) -> int:
    """Put every session into the season that its date falls into; how many were elsewhere."""
    # All of them are locked: whoever gives one another date meanwhile reads the seasons after us.
    rows = Session.objects.select_for_update(no_key=True).filter(club_id=club_id).order_by("pk")
    seasons = list(Season.objects.filter(club_id=club_id).order_by("-starts", "-id"))
    moved = []
    for session in rows.only("pk", "date", "season_id"):
        season = season_around(session.date, seasons)
        if session.season_id != (season.pk if season else None):
            session.season = season
            moved.append(session)
    Session.objects.bulk_update(moved, ["season"], batch_size=500)
    return len(moved)
