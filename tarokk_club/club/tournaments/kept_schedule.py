"""The stored schedule of a tournament whose rounds were all drawn at once.

The player ids are stored once as a list; the tables refer to players by their index in it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from tarokk_club.club.tournaments.round_search import MANNERS, NEWEST_MANNER
from tarokk_club.club.tournaments.schedule_draw import DrawTask, Schedule, draw_again
from tarokk_club.club.tournaments.seat_draw import DrawnSeats, Tables


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSchedule:
    """A stored schedule.

    draw: number of earlier draws.
    first: number of its first round.
    sizes: of the smallest and the largest table.
    again, bound, most, most_bound: as counted by the schedule; the last two are 0 in one of 0.2.0.
    manner: number of the manner in which it was drawn.
    """

    seed: str
    draw: int
    first: int
    sizes: tuple[int, int]
    again: int
    bound: int
    rounds: tuple[DrawnSeats, ...]
    most: int = 0
    most_bound: int = 0
    manner: int = 1

    @classmethod
    def of(
        cls, drawn: Schedule, *, seed: str, draw: int, first: int, sizes: tuple[int, int]
    ) -> StoredSchedule:
        """Return a drawn schedule in the form to store."""
        return cls(
            seed=seed,
            draw=draw,
            first=first,
            sizes=sizes,
            again=drawn.again,
            bound=drawn.bound,
            rounds=drawn.rounds,
            most=drawn.most,
            most_bound=drawn.most_bound,
            manner=NEWEST_MANNER,
        )

    @property
    def players(self) -> frozenset[str]:
        """The ids of all players in the schedule."""
        return frozenset(
            player for one in self.rounds[:1] for row in (*one.tables, one.out) for player in row
        )

    def matches_seed(self, past: Sequence[Tables]) -> bool:
        """Return whether drawing again from the seed gives the same seats.

        past: tables of all earlier rounds.
        """
        task = DrawTask(self.players, len(self.rounds), self.sizes, self.seed, self.manner)
        return draw_again(task, past[: self.first - 1]).rounds == self.rounds

    def seats_of(self, number: int) -> DrawnSeats | None:
        """Return the seats of the round with that number, None if it is not in the schedule."""
        at = number - self.first
        return self.rounds[at] if 0 <= at < len(self.rounds) else None

    def fits(
        self, players: Collection[str], *, number: int, last: int, sizes: tuple[int, int]
    ) -> bool:
        """Return whether the schedule can be used from this round to the last."""
        whole = self.first <= number <= last == self.first + len(self.rounds) - 1
        return whole and self.sizes == sizes and self.players == set(players)

    def as_json(self) -> dict[str, Any]:
        """Return the value that is stored in the row."""
        players = sorted(self.players)
        at = {player: number for number, player in enumerate(players)}
        return {
            "seed": self.seed,
            "draw": self.draw,
            "first": self.first,
            "sizes": list(self.sizes),
            "again": self.again,
            "bound": self.bound,
            "most": self.most,
            "most_bound": self.most_bound,
            "manner": self.manner,
            "players": players,
            "rounds": [
                {
                    "tables": [[at[one] for one in table] for table in drawn.tables],
                    "out": [at[one] for one in drawn.out],
                }
                for drawn in self.rounds
            ],
        }


def read_stored_schedule(raw: Any) -> StoredSchedule | None:
    """Return the schedule of a row, None if there is none or it cannot be read.

    It may have been imported from a file, and can always be drawn again.

    >>> read_stored_schedule({"seed": "x", "rounds": 7}) is None
    True
    """
    try:
        return _read(raw) if raw else None
    except (LookupError, TypeError, ValueError, OverflowError):
        return None


def _read(raw: Any) -> StoredSchedule:
    players = [str(one) for one in raw["players"]]
    everybody = list(range(len(players)))
    fewest, most = (int(size) for size in raw["sizes"])
    rounds = []
    for one in raw["rounds"]:
        if not all(fewest <= len(table) <= most for table in one["tables"]):
            raise ValueError("a table of a size that the game does not know")
        if sorted([*one["out"], *(at for table in one["tables"] for at in table)]) != everybody:
            raise ValueError("a round that does not name everybody once")
        tables = tuple(_named(table, players) for table in one["tables"])
        rounds.append(DrawnSeats(tables, _named(one["out"], players)))
    return StoredSchedule(
        seed=str(raw["seed"]),
        draw=int(raw["draw"]),
        first=int(raw["first"]),
        sizes=(fewest, most),
        again=int(raw["again"]),
        bound=int(raw["bound"]),
        rounds=tuple(rounds),
        most=int(raw.get("most", 0)),
        most_bound=int(raw.get("most_bound", 0)),
        manner=_manner(raw.get("manner", 1)),
    )


def _manner(number: Any) -> int:
    if number not in MANNERS:
        raise ValueError("a manner that this version does not know")
    return int(number)


def _named(row: Sequence[int], players: Sequence[str]) -> tuple[str, ...]:
    return tuple(players[at] for at in row)
