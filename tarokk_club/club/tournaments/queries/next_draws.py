"""The draw of the next round of a tournament, which takes the earlier rounds into account."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tarokk_club.club.models import Tournament
from tarokk_club.club.tournaments.drawn_seats import (
    NO_FIXES,
    Fixes,
    apply_changes,
    apply_fixes,
)
from tarokk_club.club.tournaments.final_groups import final_round, tables_by_rank
from tarokk_club.club.tournaments.kept_schedule import StoredSchedule, read_stored_schedule
from tarokk_club.club.tournaments.queries.draws import played_rounds, points_at, standing_tables
from tarokk_club.club.tournaments.queries.entrants import drawn_entrants
from tarokk_club.club.tournaments.queries.tournaments import (
    TournamentStanding,
    tournament_standing,
)
from tarokk_club.club.tournaments.seat_draw import (
    DrawnSeats,
    Past,
    Tables,
    draw_round,
    meetings,
    past_of,
    shuffled,
)
from tarokk_club.club.tournaments.seat_turns import seats_by_turns
from tarokk_club.club.tournaments.standings_draw import draw_by_standings
from tarokk_club.club.values.draws import DrawKind
from tarokk_club.club.values.ids import digest

NOBODY = DrawnSeats((), ())
# The kind of a draw by rank, beside those that can be chosen.
FINAL = "final"


@dataclass(frozen=True, slots=True)
class Draw:
    """The draw of a round.

    draw: number of this draw among those of the round.
    mark: fingerprint of the round and its seats, to recognise the draw that the user saw.
    again: number of pairs that have met before.
    missing: whether all rounds must be drawn at once first.
    final: whether it is a round of the final.
    early: whether earlier rounds are not finished yet, for the first round of the final.
    seed: seed of the draw, "" where rank decides.
    kind: the way of this draw, "final" where rank decides.
    drawn: the seats as drawn; the seating has the fixed tables in it as well.
    fixes: the players with a fixed table.
    """

    round: int
    draw: int
    seating: DrawnSeats
    mark: str
    again: int
    missing: bool = False
    final: bool = False
    early: bool = False
    seed: str = ""
    kind: str = FINAL
    drawn: DrawnSeats = NOBODY
    fixes: Fixes = NO_FIXES


@dataclass(frozen=True, slots=True)
class DrawInput:
    """The input of a draw.

    number: of the next round.
    last: number of the last round before the final.
    past: tables of the earlier rounds.
    sizes: of the smallest and the largest table.
    """

    number: int
    last: int
    players: tuple[str, ...]
    past: tuple[Tables, ...]
    sizes: tuple[int, int]


def load_draw_input(tournament: Tournament) -> DrawInput:
    """Return the input of the next draw, in three queries."""
    tables = standing_tables(tournament)
    game = tournament.played_game
    players = drawn_entrants(tournament).values_list("player_id", flat=True)
    return DrawInput(
        number=max((table.round for table in tables), default=0) + 1,
        last=tournament.rounds,
        players=tuple(sorted(str(one) for one in players)),
        past=tuple(played_rounds(tables, points_at(tables))),
        sizes=(game.fewest, game.most),
    )


def usable_schedule(tournament: Tournament, now: DrawInput) -> StoredSchedule | None:
    """Return the schedule for the remaining rounds, None if they must still be drawn or drawn
    again.
    """
    kept = read_stored_schedule(tournament.schedule)
    number, last = min(now.number, now.last), now.last
    fits = kept and kept.fits(now.players, number=number, last=last, sizes=now.sizes)
    return kept if fits else None


def next_draw(tournament: Tournament, draw: int) -> Draw:
    """Return the draw with this number for the next round.

    The result is the same on every call, as long as no entrant joins or leaves.
    """
    now = load_draw_input(tournament)
    past = past_of(now.past, now.players)
    if tournament.final_rounds and now.number > now.last:
        return _final(tournament, now, past)
    rows = tournament.entrants.filter(gone=False, fixed_table__isnull=False)
    fixed = {
        str(player): table
        for player, table in rows.values_list("player_id", "fixed_table")
        if table
    }
    return _with_fixed(_of_kind(tournament, now, past, draw), fixed)


def _with_fixed(draw: Draw, fixed: Mapping[str, int]) -> Draw:
    """Return the draw with everybody at their fixed tables."""
    fixes = apply_fixes(draw.seating, fixed)
    seats = apply_changes(draw.seating, fixes.applied)
    return replace(draw, seating=seats, fixes=fixes, mark=_mark(draw.round, seats))


def _of_kind(tournament: Tournament, now: DrawInput, past: Past, draw: int) -> Draw:
    if tournament.draw_kind == DrawKind.SCHEDULE:
        return _scheduled(tournament, now, past)
    if tournament.draw_kind == DrawKind.STANDINGS and now.past:
        order = _order(tournament, now.players)
        seed = f"{tournament.id} {now.number}"
        seats = draw_by_standings(order, past, now.past, sizes=now.sizes, seed=seed)
        return replace(_draw(now, 0, seats, past), seed=seed, kind=DrawKind.STANDINGS)
    fewest, most = now.sizes
    seed = f"{tournament.id} {now.number} {draw}"
    seats = draw_round(now.players, past, fewest=fewest, most=most, seed=seed)
    return replace(_draw(now, draw, seats, past), seed=seed, kind=DrawKind.LOT)


def _scheduled(tournament: Tournament, now: DrawInput, past: Past) -> Draw:
    kept = usable_schedule(tournament, now)
    seats = kept.seats_of(now.number) if kept else None
    missing = kept is None and now.number <= now.last and len(now.players) >= now.sizes[0]
    drawn = _draw(now, kept.draw if kept else 0, seats or NOBODY, past, missing=missing)
    return replace(drawn, seed=kept.seed if kept and seats else "", kind=DrawKind.SCHEDULE)


def _final(tournament: Tournament, now: DrawInput, past: Past) -> Draw:
    """Draw a round of the final by rank; from its second round on, the same players sit
    together.
    """
    if now.number > now.last + 1:
        fewest = now.sizes[0]
        seats = final_round(now.past[now.last], now.players, now.past, fewest=fewest)
        return replace(_draw(now, 0, seats, past), final=True)
    standing = tournament_standing(tournament)
    seats = tables_by_rank(_in_order(tournament, now.players, standing), sizes=now.sizes)
    (in_turn,) = seats_by_turns([seats.tables], now.past)
    drawn = _draw(now, 0, DrawnSeats(in_turn, seats.out), past)
    return replace(drawn, final=True, early=any(one.playing for one in standing.rounds))


def _draw(
    now: DrawInput, draw: int, seats: DrawnSeats, past: Past, *, missing: bool = False
) -> Draw:
    again = meetings(seats.tables, past)
    mark = _mark(now.number, seats)
    return Draw(now.number, draw, seats, mark, again, missing, drawn=seats)


def _mark(number: int, seats: DrawnSeats) -> str:
    # With four players the seats may repeat, so the fingerprint contains the round.
    return f"{number}.{digest(seats)[:16]}"


def _order(tournament: Tournament, players: Sequence[str]) -> list[str]:
    """Return all entrants still taking part, best first."""
    return _in_order(tournament, players, tournament_standing(tournament))


def _in_order(
    tournament: Tournament, players: Sequence[str], standing: TournamentStanding
) -> list[str]:
    """Return the players in the order of the standing; ties are broken by lot.

    Players who have not played a hand yet come last.
    """
    place = {row.player_id: row.place for row in standing.results}
    by_lot = shuffled(players, f"{tournament.id} {len(place)}")
    return sorted(by_lot, key=lambda player: place.get(player, len(place) + 1))
