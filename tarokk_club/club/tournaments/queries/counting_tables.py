"""A tournament's tables that count, with their points, players and final places."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from uuid import UUID

from django.db.models import Q

from tarokk_club.club.models import Balance, Tournament, TournamentTable
from tarokk_club.club.tournaments.draw.final_groups import compute_place_spans
from tarokk_club.club.tournaments.draw.round_draw import Tables


def load_counting_tables(
    tournament: Tournament, *, binned: UUID | None = None
) -> list[TournamentTable]:
    """Return the tables whose sessions are not in the bin, sorted by round and number.

    binned: id of a session in the bin to include as well.
    """
    count = Q(session__binned_at=None) | Q(session=binned)
    rows = tournament.tables.filter(count).select_related("session")
    return list(rows.order_by("round", "number", "pk"))


def load_points_by_table(tables: Iterable[TournamentTable]) -> dict[UUID, dict[str, int]]:
    """Return the points at each table by player id, under the id of its session.

    Players who have left the table are included.
    """
    by_session: dict[UUID, dict[str, int]] = {table.session_id: {} for table in tables}
    rows = Balance.objects.filter(session__in=list(by_session)).order_by("pk")
    for session, player, points in rows.values_list("session_id", "player_id", "points"):
        by_session[session][str(player)] = points
    return by_session


def group_players_by_round(
    tables: Collection[TournamentTable], points: Mapping[UUID, Mapping[str, int]]
) -> list[Tables]:
    """Return the players of each table in the order of the seats, round by round.

    Players who came or left during a session are inserted before the last seat, that of the
    first dealer.

    points: points by player id, for each session id.
    """
    rounds: dict[int, list[tuple[str, ...]]] = defaultdict(list)
    for table in tables:
        seats = [str(seat) for seat in table.session.seats]
        former = [player for player in points[table.session_id] if player not in seats]
        rounds[table.round].append((*seats[:-1], *former, *seats[-1:]))
    return [tuple(rounds[number]) for number in sorted(rounds)]


def compute_final_place_spans(
    tournament: Tournament, tables: Sequence[TournamentTable]
) -> dict[int, tuple[int, int]]:
    """Return the first and last place that each table of the final plays for, by table id."""
    late = [
        table for table in tables if tournament.final_rounds and table.round > tournament.rounds
    ]
    first = [table for table in late if table.round == tournament.rounds + 1]
    spans = compute_place_spans([len(table.session.seats) for table in first])
    by_player = {
        player: span
        for table, span in zip(first, spans, strict=True)
        for player in table.session.seats
    }
    return {
        table.pk: by_player[table.session.seats[0]]
        for table in late
        if table.session.seats[0] in by_player
    }
