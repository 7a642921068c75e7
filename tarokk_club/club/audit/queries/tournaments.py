"""Checks of the tournaments: each belongs to one club and one game, and no round is missing."""

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import F, Q

from tarokk_club.club.audit.queries.clubs import build_club_filter
from tarokk_club.club.models import (
    Entrant,
    Penalty,
    Player,
    Tournament,
    TournamentCorrection,
    TournamentTable,
)
from tarokk_club.club.values.draws import DrawKind
from tarokk_club.club.values.tournament_ties import TieBreak


def check_tournament_readable(club_id: UUID | None) -> Iterator[str]:
    """The game of every tournament is known, and its rules, scale and tie-breaks are valid."""
    for tournament in Tournament.objects.filter(build_club_filter(club_id)).iterator():
        if not _has_playable_rules(tournament):
            yield f"tournament {tournament.pk}"


def check_entrant_of_club(club_id: UUID | None) -> Iterator[str]:
    """Every entrant is a player of the club."""
    rows = Entrant.objects.filter(build_club_filter(club_id, "tournament__"))
    for entrant in rows.exclude(player__club=F("tournament__club")):
        yield f"entrant {entrant.pk}"


def check_penalty_of_club(club_id: UUID | None) -> Iterator[str]:
    """Every penalty is of a player of the club and deducts points."""
    rows = Penalty.objects.filter(build_club_filter(club_id, "tournament__"))
    sound = Q(player__club=F("tournament__club")) & (Q(half_points__gt=0) | Q(points__gt=0))
    for penalty in rows.exclude(sound):
        yield f"penalty {penalty.pk}"


def check_correction_readable(club_id: UUID | None) -> Iterator[str]:
    """Every correction of a final result can be read and names players of the club."""
    rows = TournamentCorrection.objects.filter(build_club_filter(club_id, "tournament__"))
    for correction in rows.select_related("tournament").iterator():
        if not _is_readable(correction):
            yield f"correction {correction.pk}"


def _is_readable(correction: TournamentCorrection) -> bool:
    named = (correction.entered, correction.left)
    settings = (correction.before, correction.after)
    try:
        players = {UUID(player) for players in named for player in players}
        sound = all(map(_are_settings_valid, settings)) and correction.before.keys() == (
            correction.after.keys()
        )
    except (AttributeError, TypeError, ValueError):
        return False
    existing = Player.objects.filter(pk__in=players, club=correction.tournament.club_id)
    return sound and existing.count() == len(players)


def _are_settings_valid(values: dict[str, Any]) -> bool:
    """Return whether a page can display these settings.

    Raise ValueError for a date or a kind of draw that does not exist.
    """
    if "date" in values:
        date.fromisoformat(values["date"])
    if "draw_kind" in values:
        DrawKind(values["draw_kind"])
    numbers = [values[value] for value in values if value not in {"date", "draw_kind"}]
    return all(isinstance(number, int) for number in numbers)


def check_table_of_tournament(club_id: UUID | None) -> Iterator[str]:
    """Every table is a session of the club and the game of its tournament."""
    rows = TournamentTable.objects.filter(build_club_filter(club_id, "tournament__"))
    alike = Q(session__club=F("tournament__club"), session__game=F("tournament__game"))
    for table in rows.exclude(alike):
        yield f"session {table.session_id}"


def check_rounds_in_row(club_id: UUID | None) -> Iterator[str]:
    """The rounds of a tournament are numbered from 1 without a gap."""
    for tournament in Tournament.objects.filter(build_club_filter(club_id)).prefetch_related(
        "tables"
    ):
        numbers = {table.round for table in tournament.tables.all()}
        if numbers != set(range(1, len(numbers) + 1)):
            yield f"tournament {tournament.pk}"


def _has_playable_rules(tournament: Tournament) -> bool:
    """Return whether the point scales, the tie-breaks and the house rules are valid.

    Raise an error if the house rules cannot be read.
    """
    try:
        scale, breaks = tournament.table_scale, tournament.tie_breaks
    except ValueError:
        return False
    sizes = (len(scale.four), len(scale.five), len(scale.three)) == (4, 5, 3)
    counts = sizes and set(breaks) <= set(TieBreak)
    return counts and not tournament.played_game.check_rules(tournament.read_frozen_rules())


CHECKS: tuple[Callable[[UUID | None], Iterator[str]], ...] = (
    check_tournament_readable,
    check_entrant_of_club,
    check_penalty_of_club,
    check_correction_readable,
    check_table_of_tournament,
    check_rounds_in_row,
)
