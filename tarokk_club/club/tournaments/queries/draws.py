"""The seats of the next round of a tournament, drawn with the earlier ones in mind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from uuid import UUID

from tarokk_club.club.base.digests import digest
from tarokk_club.club.models import Balance, Tournament, TournamentTable
from tarokk_club.club.tournaments.seat_draw import DrawnSeats, Past, draw_round, meetings, past_of


@dataclass(frozen=True, slots=True)
class Draw:
    """A round as it was drawn. draw: which draw of it; mark: the round and a sum over its seats, by
    which what somebody saw is known again; again: pairs that have met before.
    """

    round: int
    draw: int
    seating: DrawnSeats
    mark: str
    again: int


def next_draw(tournament: Tournament, draw: int) -> Draw:
    """The draw with this number for the round that comes next; the same whenever it is asked for,
    while nobody comes or goes.
    """
    tables = standing_tables(tournament)
    number = max((table.round for table in tables), default=0) + 1
    players = [str(one) for one in tournament.entrants.values_list("player_id", flat=True)]
    past, game = _past(tables, players), tournament.played_game
    seed = f"{tournament.id} {number} {draw}"
    seating = draw_round(players, past, fewest=game.fewest, most=game.most, seed=seed)
    return Draw(number, draw, seating, _mark(number, seating), meetings(seating.tables, past))


def standing_tables(tournament: Tournament) -> list[TournamentTable]:
    """The tables that count, in order, each with its session."""
    rows = tournament.tables.filter(session__binned_at=None).select_related("session")
    return list(rows.order_by("round", "number", "pk"))


def points_at(tables: Iterable[TournamentTable]) -> dict[UUID, dict[str, int]]:
    """The points of everybody who sits or sat there, by session."""
    found: dict[UUID, dict[str, int]] = {table.session_id: {} for table in tables}
    rows = Balance.objects.filter(session__in=list(found)).order_by("pk")
    for session, player, points in rows.values_list("session_id", "player_id", "points"):
        found[session][str(player)] = points
    return found


def _past(tables: Collection[TournamentTable], players: Collection[str]) -> Past:
    points = points_at(tables)
    rounds: dict[int, list[list[str]]] = defaultdict(list)
    for table in tables:
        rounds[table.round].append(list(points[table.session_id]))
    return past_of(rounds.values(), players)


def _mark(number: int, seating: DrawnSeats) -> str:
    # Four players may sit in the next round as they do in this one.
    return f"{number}.{digest(seating)[:16]}"
