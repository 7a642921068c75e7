"""Checks of the calendar: each evening, its answers and its tables belong to one club."""

from collections.abc import Callable, Iterator
from uuid import UUID

from django.db.models import F, Q

from scoring.games import GAMES
from tarokk_club.club.audit.queries.clubs import build_club_filter
from tarokk_club.club.models import EveningAnswer, EveningTable, PlannedEvening


def check_evening_readable(club_id: UUID | None) -> Iterator[str]:
    """Every evening has a known game or none, and a series of the same club or none."""
    rows = PlannedEvening.objects.filter(build_club_filter(club_id))
    has_known_game = Q(game="") | Q(game__in=GAMES)
    fits_series = Q(series=None) | Q(series__club=F("club"))
    for pk in rows.exclude(has_known_game & fits_series).values_list("pk", flat=True):
        yield f"evening {pk}"


def check_answer_of_club(club_id: UUID | None) -> Iterator[str]:
    """Every answer is from a player of the club."""
    rows = EveningAnswer.objects.filter(build_club_filter(club_id, "evening__"))
    for pk in rows.exclude(player__club=F("evening__club")).values_list("pk", flat=True):
        yield f"answer {pk}"


def check_table_of_evening(club_id: UUID | None) -> Iterator[str]:
    """Every table of an evening is a session of the same club."""
    rows = EveningTable.objects.filter(build_club_filter(club_id, "evening__"))
    wrong = rows.exclude(session__club=F("evening__club"))
    for pk in wrong.values_list("session_id", flat=True):
        yield f"session {pk}"


CHECKS: tuple[Callable[[UUID | None], Iterator[str]], ...] = (
    check_evening_readable,
    check_answer_of_club,
    check_table_of_evening,
)
