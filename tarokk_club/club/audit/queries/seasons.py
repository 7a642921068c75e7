"""Checks of the seasons and their final tables."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from uuid import UUID

from django.db.models import F

from tarokk_club.club.audit.queries.clubs import build_club_filter
from tarokk_club.club.models import FinalRow, FinalTable, Season


def check_seasons_apart(club_id: UUID | None) -> Iterator[str]:
    """No day is in two seasons of a club."""
    rows = Season.objects.filter(build_club_filter(club_id)).order_by("club_id", "starts", "pk")
    for season, later in pairwise(rows):
        ended = season.ends is not None and season.ends < later.starts
        if season.club_id == later.club_id and not ended:
            yield f"season {season.pk} and season {later.pk}"


def check_closed_season_final(club_id: UUID | None) -> Iterator[str]:
    """Every closed season has a last day, and a final table made when it was closed."""
    closed = Season.objects.filter(build_club_filter(club_id)).exclude(closed_at=None)
    for season in closed.prefetch_related("finals"):
        closing_times = {final.made_at for final in season.finals.all()}
        if season.ends is None or season.closed_at not in closing_times:
            yield f"season {season.pk}"


def check_final_seal(club_id: UUID | None) -> Iterator[str]:
    """The seal of every final table is the hash of its content."""
    finals = FinalTable.objects.filter(build_club_filter(club_id, "season__"))
    for final in finals.prefetch_related("final_rows"):
        if final.seal != final.compute_seal(final.final_rows.all()):
            yield f"final table {final.pk}"


def check_final_players(club_id: UUID | None) -> Iterator[str]:
    """A final table names only players of its club."""
    rows = FinalRow.objects.filter(build_club_filter(club_id, "table__season__"))
    strangers = rows.exclude(player__club=F("table__season__club"))
    for table in strangers.order_by("table").values_list("table", flat=True).distinct():
        yield f"final table {table}"


def check_final_order(club_id: UUID | None) -> Iterator[str]:
    """The rows of a final table are numbered from 1 without a gap."""
    finals = FinalTable.objects.filter(build_club_filter(club_id, "season__"))
    for final in finals.prefetch_related("final_rows"):
        places = [row.position for row in final.final_rows.all()]
        if places != list(range(1, len(places) + 1)):
            yield f"final table {final.pk}"


CHECKS: tuple[Callable[[UUID | None], Iterator[str]], ...] = (
    check_seasons_apart,
    check_closed_season_final,
    check_final_seal,
    check_final_players,
    check_final_order,
)
