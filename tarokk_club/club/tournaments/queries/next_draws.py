"""The draw of the next round of a tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tarokk_club.club.models import Tournament
from tarokk_club.club.tournaments.draw.final_groups import draw_final_round, seat_by_rank
from tarokk_club.club.tournaments.draw.manual_seat_changes import (
    NO_FIXES,
    FixedTables,
    apply_seat_changes,
    compute_seats_fingerprint,
    plan_fixed_tables,
)
from tarokk_club.club.tournaments.draw.round_draw import (
    DrawnSeats,
    PastRounds,
    Tables,
    count_repeat_meetings,
    draw_by_lot,
    shuffle_by_seed,
    summarize_past_rounds,
)
from tarokk_club.club.tournaments.draw.seat_turns import order_seats_by_turns
from tarokk_club.club.tournaments.draw.standings_draw import draw_by_standings
from tarokk_club.club.tournaments.draw.stored_schedule import StoredSchedule, read_stored_schedule
from tarokk_club.club.tournaments.queries.counting_tables import (
    group_players_by_round,
    load_counting_tables,
    load_points_by_table,
)
from tarokk_club.club.tournaments.queries.entrants import select_present_entrants
from tarokk_club.club.tournaments.queries.standing import (
    TournamentStanding,
    load_standing,
)
from tarokk_club.club.values.draws import DrawKind

NO_SEATS = DrawnSeats((), ())
# The kind of a draw by rank, which is not a choice in DrawKind.
FINAL = "final"


@dataclass(frozen=True, slots=True)
class Draw:
    """The draw of a round.

    round: number of the round.
    draw: number of earlier draws of the round.
    seating: seats with all players at their fixed tables.
    fingerprint: fingerprint of the round and its seats, compared with the one that the user saw.
    repeat_meetings: number of pairs that have met before.
    missing: whether all rounds must first be drawn at once.
    final: whether the round belongs to the final.
    early: whether this is the first round of the final and an earlier table is still playing.
    seed: seed of the draw, "" if rank decides.
    kind: value of DrawKind, or "final" if rank decides.
    drawn: seats before players were put at their fixed tables.
    fixes: changes that put players at their fixed tables.
    """

    round: int
    draw: int
    seating: DrawnSeats
    fingerprint: str
    repeat_meetings: int
    missing: bool = False
    final: bool = False
    early: bool = False
    seed: str = ""
    kind: str = FINAL
    drawn: DrawnSeats = NO_SEATS
    fixes: FixedTables = NO_FIXES


@dataclass(frozen=True, slots=True)
class DrawInput:
    """The input of a draw.

    number: number of the next round.
    last: number of the last round before the final.
    players: sorted ids of the players to seat.
    past: tables of the earlier rounds.
    sizes: fewest and most players at a table.
    """

    number: int
    last: int
    players: tuple[str, ...]
    past: tuple[Tables, ...]
    sizes: tuple[int, int]


def load_draw_input(tournament: Tournament) -> DrawInput:
    """Return the input of the next draw, in three queries."""
    tables = load_counting_tables(tournament)
    game = tournament.played_game
    players = select_present_entrants(tournament).values_list("player_id", flat=True)
    return DrawInput(
        number=max((table.round for table in tables), default=0) + 1,
        last=tournament.rounds,
        players=tuple(sorted(str(player) for player in players)),
        past=tuple(group_players_by_round(tables, load_points_by_table(tables))),
        sizes=(game.fewest, game.most),
    )


def find_usable_schedule(tournament: Tournament, now: DrawInput) -> StoredSchedule | None:
    """Return the stored schedule if it fits the remaining rounds and players, otherwise None."""
    schedule = read_stored_schedule(tournament.schedule)
    number, last = min(now.number, now.last), now.last
    is_usable = schedule and schedule.is_usable_for(
        now.players, number=number, last=last, sizes=now.sizes
    )
    return schedule if is_usable else None


def compute_next_draw(tournament: Tournament, draw: int) -> Draw:
    """Return the draw of the next round.

    The result is the same on every call as long as entrants and results do not change.

    draw: number of earlier draws of the round, which matters only in a draw by lot.
    """
    now = load_draw_input(tournament)
    past = summarize_past_rounds(now.past, now.players)
    if tournament.final_rounds and now.number > now.last:
        return _draw_final(tournament, now, past)
    rows = tournament.entrants.filter(gone=False, fixed_table__isnull=False)
    fixed = {
        str(player): table
        for player, table in rows.values_list("player_id", "fixed_table")
        if table
    }
    return _apply_fixed_tables(_draw_by_kind(tournament, now, past, draw), fixed)


def _apply_fixed_tables(draw: Draw, fixed: Mapping[str, int]) -> Draw:
    """Return the draw with players at their fixed tables."""
    fixes = plan_fixed_tables(draw.seating, fixed)
    seats = apply_seat_changes(draw.seating, fixes.applied)
    return replace(
        draw, seating=seats, fixes=fixes, fingerprint=compute_seats_fingerprint(draw.round, seats)
    )


def _draw_by_kind(tournament: Tournament, now: DrawInput, past: PastRounds, draw: int) -> Draw:
    if tournament.draw_kind == DrawKind.SCHEDULE:
        return _draw_from_schedule(tournament, now, past)
    if tournament.draw_kind == DrawKind.STANDINGS and now.past:
        order = _sort_by_place(tournament, now.players, load_standing(tournament))
        seed = f"{tournament.id} {now.number}"
        seats = draw_by_standings(order, past, now.past, sizes=now.sizes, seed=seed)
        return replace(_build_draw(now, 0, seats, past), seed=seed, kind=DrawKind.STANDINGS)
    fewest, most = now.sizes
    seed = f"{tournament.id} {now.number} {draw}"
    seats = draw_by_lot(now.players, past, fewest=fewest, most=most, seed=seed)
    return replace(_build_draw(now, draw, seats, past), seed=seed, kind=DrawKind.LOT)


def _draw_from_schedule(tournament: Tournament, now: DrawInput, past: PastRounds) -> Draw:
    schedule = find_usable_schedule(tournament, now)
    seats = schedule.find_seats(now.number) if schedule else None
    missing = schedule is None and now.number <= now.last and len(now.players) >= now.sizes[0]
    drawn = _build_draw(
        now, schedule.draw if schedule else 0, seats or NO_SEATS, past, missing=missing
    )
    seed = schedule.seed if schedule and seats else ""
    return replace(drawn, seed=seed, kind=DrawKind.SCHEDULE)


def _draw_final(tournament: Tournament, now: DrawInput, past: PastRounds) -> Draw:
    """Return the draw of a final round; after the first, the players of a table stay together."""
    if now.number > now.last + 1:
        fewest = now.sizes[0]
        seats = draw_final_round(now.past[now.last], now.players, now.past, fewest=fewest)
        return replace(_build_draw(now, 0, seats, past), final=True)
    standing = load_standing(tournament)
    seats = seat_by_rank(_sort_by_place(tournament, now.players, standing), sizes=now.sizes)
    (in_turn,) = order_seats_by_turns([seats.tables], now.past)
    drawn = _build_draw(now, 0, DrawnSeats(in_turn, seats.out), past)
    return replace(
        drawn,
        final=True,
        early=any(drawn_round.open_table_count for drawn_round in standing.rounds),
    )


def _build_draw(
    now: DrawInput, draw: int, seats: DrawnSeats, past: PastRounds, *, missing: bool = False
) -> Draw:
    repeats = count_repeat_meetings(seats.tables, past)
    fingerprint = compute_seats_fingerprint(now.number, seats)
    return Draw(now.number, draw, seats, fingerprint, repeats, missing, drawn=seats)


def _sort_by_place(
    tournament: Tournament, players: Sequence[str], standing: TournamentStanding
) -> list[str]:
    """Return the players in the order of the standing; ties are broken by lot.

    Players who have not played a hand come last.
    """
    place = {row.player_id: row.place for row in standing.results}
    by_lot = shuffle_by_seed(players, f"{tournament.id} {len(place)}")
    return sorted(by_lot, key=lambda player: place.get(player, len(place) + 1))
