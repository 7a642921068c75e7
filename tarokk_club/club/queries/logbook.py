"""The log of a club, a page at a time, with the names put in."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from tarokk_club.club.models import AuditLine, Session, User

PAGE = 60


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line: who, whom are names, None for somebody without one; day: of the session."""

    id: int
    at: datetime
    act: str
    who: str | None
    whom: str | None
    day: date | None
    facts: dict[str, Any]


@dataclass(frozen=True, slots=True)
class LogPage:
    """Lines newest first; older: the line to go on from, None at the end."""

    lines: tuple[LogLine, ...]
    older: int | None


def log_page(club_id: UUID, *, before: int | None = None) -> LogPage:
    """The newest lines, or those before a line, in three queries."""
    rows = AuditLine.objects.filter(club_id=club_id).select_related("user").order_by("-id")
    if before is not None:
        rows = rows.filter(id__lt=before)
    found = list(rows[: PAGE + 1])
    shown = found[:PAGE]
    names = _names(shown)
    days = _days(club_id, shown)
    lines = tuple(
        LogLine(
            id=row.pk,
            at=row.at,
            act=row.act,
            who=row.user.name if row.user else None,
            whom=names.get(row.facts.get("whom") or ""),
            day=days.get(row.facts.get("session") or ""),
            facts=row.facts,
        )
        for row in shown
    )
    return LogPage(lines, shown[-1].pk if len(found) > PAGE else None)


def _names(rows: list[AuditLine]) -> dict[str, str]:
    ids = {row.facts["whom"] for row in rows if row.facts.get("whom")}
    found = User.objects.filter(pk__in=ids).values_list("pk", "name")
    return {str(pk): name for pk, name in found}


def _days(club_id: UUID, rows: list[AuditLine]) -> dict[str, date]:
    ids = {row.facts["session"] for row in rows if row.facts.get("session")}
    found = Session.objects.filter(pk__in=ids, club_id=club_id).values_list("pk", "date")
    return {str(pk): day for pk, day in found}
