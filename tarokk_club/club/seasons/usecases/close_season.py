"""Close a season: its table is final."""

from datetime import date
from uuid import UUID

from django.db.models import Max
from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, Club, FinalRow, FinalTable, Season, Session
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.seasons.queries.final_tables import final_rows
from tarokk_club.club.seasons.queries.leaderboard import leaderboard
from tarokk_club.club.seasons.queries.season_totals import Filters
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def close_season(
    *, club_id: UUID, form: Submission, season_id: UUID, without_open: bool = False
) -> Season:
    """The season, with its table kept as it stands.

    A season that would still go on ends today, or on the day of its last session; without_open:
    sessions that are still played are left out of its table. Raises ConflictError (not begun, or a
    session is still open), Season.DoesNotExist and what the unit of work raises.
    """
    content: dict[str, object] = {"do": "close_season", "season": str(season_id)}
    if without_open:
        content["without_open"] = True

    def change(write: ClubWrite) -> Season:
        season = Season.objects.get(pk=season_id, club_id=club_id)
        if season.closed_at:
            return season
        played = open_sessions_of(season)
        _require_played(season, today(write.club), [] if without_open else played)
        left_out = Filters(without=frozenset(one.pk for one in played))
        season.ends = _last_day(season, write.club)
        season.closed_at = timezone.now()
        season.save(update_fields=["ends", "closed_at"])
        board = leaderboard(write.club, season, left_out)
        final = FinalTable(
            season=season,
            rules=board.rules.facts(),
            made_by=form.by,
            made_at=season.closed_at,
        )
        rows = final_rows(final, board.rows)
        final.seal = final.sealed(rows)
        final.save(force_insert=True)
        FinalRow.objects.bulk_create(rows)
        write.log(Act.SEASON_CLOSED, {"season": str(season.id)})
        return season

    return write_to_club(
        club_id,
        Command(form, Right.SEASONS, content),
        change,
        repeated=lambda write: Season.objects.get(pk=season_id, club_id=club_id),
    )


def open_sessions_of(season: Season) -> list[Session]:
    """The sessions of a season that are still played and hold a hand, oldest first."""
    rows = season.sessions.filter(binned_at=None, closed=False, hands_count__gt=0)
    return list(rows.order_by("date", "created_at"))


def _require_played(season: Season, day: date, played: list[Session]) -> None:
    """Refuse to close what has not begun, or what somebody still plays."""
    code = "season_not_begun" if season.starts > day else ""
    if played:
        code = "season_is_played"
    if code:
        raise ConflictError([Problem(code, "")])


def _last_day(season: Season, club: Club) -> date:
    played = season.sessions.aggregate(last=Max("date"))["last"]
    last = max(day for day in (today(club), played) if day)
    return min(season.ends, last) if season.ends else last
