"""The log of a club, page by page, with names filled in."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from tarokk_club.club.models import AuditLine, Player, Session, Tournament, User

PAGE = 60


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the club's log, with names filled in.

    who: name of the user who acted; None for the operator.
    whom, player: names of the user and the player concerned; None if there is none.
    day: date of the session; None if the line is not about a session.
    tournament: name of the tournament, None if it was deleted or the line is not about one.
    """

    id: int
    at: datetime
    act: str
    who: str | None
    whom: str | None
    player: str | None
    day: date | None
    tournament: str | None
    facts: dict[str, Any]


@dataclass(frozen=True, slots=True)
class LogPage:
    """A page of the log, newest lines first.

    older: id of the last line, to load the next page; None if no older line exists.
    """

    lines: tuple[LogLine, ...]
    older: int | None


def load_log_page(club_id: UUID, *, before: int | None = None) -> LogPage:
    """Return a page of the log, newest lines first.

    before: return lines older than the line with this id; None for the newest page.
    """
    rows = AuditLine.objects.filter(club_id=club_id).select_related("user").order_by("-id")
    if before is not None:
        rows = rows.filter(id__lt=before)
    rows_and_next = list(rows[: PAGE + 1])
    listed = rows_and_next[:PAGE]
    names = _load_user_names(club_id, listed)
    players = _load_player_names(club_id, listed)
    days = _load_session_dates(club_id, listed)
    tournaments = _load_tournament_names(club_id, listed)
    lines = tuple(
        LogLine(
            id=row.pk,
            at=row.at,
            act=row.act,
            who=row.user.find_name_in_club(club_id) if row.user else None,
            whom=names.get(row.facts.get("whom") or ""),
            player=players.get(row.facts.get("player") or ""),
            day=days.get(row.facts.get("session") or ""),
            tournament=tournaments.get(row.facts.get("tournament") or ""),
            facts=row.facts,
        )
        for row in listed
    )
    return LogPage(lines, listed[-1].pk if len(rows_and_next) > PAGE else None)


def _load_user_names(club_id: UUID, rows: list[AuditLine]) -> dict[str, str]:
    users = User.objects.filter(pk__in=_collect_ids(rows, "whom"))
    return {str(user.pk): user.find_name_in_club(club_id) for user in users}


def _load_player_names(club_id: UUID, rows: list[AuditLine]) -> dict[str, str]:
    players = Player.objects.filter(pk__in=_collect_ids(rows, "player"), club_id=club_id)
    return {str(pk): name for pk, name in players.values_list("pk", "name")}


def _load_session_dates(club_id: UUID, rows: list[AuditLine]) -> dict[str, date]:
    sessions = Session.objects.filter(pk__in=_collect_ids(rows, "session"), club_id=club_id)
    return {str(pk): day for pk, day in sessions.values_list("pk", "date")}


def _load_tournament_names(club_id: UUID, rows: list[AuditLine]) -> dict[str, str]:
    tournaments = Tournament.objects.filter(
        pk__in=_collect_ids(rows, "tournament"), club_id=club_id
    )
    return {str(pk): name for pk, name in tournaments.values_list("pk", "name")}


def _collect_ids(rows: list[AuditLine], fact: str) -> set[str]:
    return {row.facts[fact] for row in rows if row.facts.get(fact)}
