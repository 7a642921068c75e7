"""The stored schedule of a tournament whose rounds were all drawn at once.

The player ids are stored once as a list, and the tables contain indexes of this list.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from tarokk_club.club.tournaments.draw.round_draw import DrawnSeats, Tables
from tarokk_club.club.tournaments.draw.round_search import NEWEST_WEIGHTS, WEIGHTS_BY_VERSION
from tarokk_club.club.tournaments.draw.schedule_draw import DrawTask, Schedule, draw_from_task


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSchedule:
    """A schedule as stored with the tournament.

    draw: number of earlier draws.
    first: number of its first round.
    sizes: fewest and most players at a table.
    repeat_meetings, bound, most, most_bound: as in `Schedule`; version 0.2.0 did not store the
        last two.
    weights_version: key of the search's weights in WEIGHTS_BY_VERSION.
    """

    seed: str
    draw: int
    first: int
    sizes: tuple[int, int]
    repeat_meetings: int
    bound: int
    rounds: tuple[DrawnSeats, ...]
    most: int = 0
    most_bound: int = 0
    weights_version: int = 1

    @classmethod
    def from_schedule(
        cls, drawn: Schedule, *, seed: str, draw: int, first: int, sizes: tuple[int, int]
    ) -> StoredSchedule:
        """Return the stored form of a drawn schedule."""
        return cls(
            seed=seed,
            draw=draw,
            first=first,
            sizes=sizes,
            repeat_meetings=drawn.repeat_meetings,
            bound=drawn.bound,
            rounds=drawn.rounds,
            most=drawn.most,
            most_bound=drawn.most_bound,
            weights_version=NEWEST_WEIGHTS,
        )

    @property
    def players(self) -> frozenset[str]:
        """The ids of all players in the schedule."""
        return frozenset(
            player
            for drawn_round in self.rounds[:1]
            for row in (*drawn_round.tables, drawn_round.out)
            for player in row
        )

    def matches_seed(self, past: Sequence[Tables]) -> bool:
        """Return whether a new draw from the seed gives the same seats.

        past: tables of all rounds that have begun, in order.
        """
        task = DrawTask(self.players, len(self.rounds), self.sizes, self.seed, self.weights_version)
        return draw_from_task(task, past[: self.first - 1]).rounds == self.rounds

    def find_seats(self, number: int) -> DrawnSeats | None:
        """Return the seats of the round, None if the schedule does not contain the round."""
        at = number - self.first
        return self.rounds[at] if 0 <= at < len(self.rounds) else None

    def is_usable_for(
        self, players: Collection[str], *, number: int, last: int, sizes: tuple[int, int]
    ) -> bool:
        """Return whether the schedule has these players and sizes, and covers these rounds.

        number: next round, which the schedule must contain.
        last: last round before the final, with which the schedule must end.
        """
        whole = self.first <= number <= last == self.first + len(self.rounds) - 1
        return whole and self.sizes == sizes and self.players == set(players)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON value that the tournament stores."""
        players = sorted(self.players)
        at = {player: number for number, player in enumerate(players)}
        return {
            "seed": self.seed,
            "draw": self.draw,
            "first": self.first,
            "sizes": list(self.sizes),
            "again": self.repeat_meetings,
            "bound": self.bound,
            "most": self.most,
            "most_bound": self.most_bound,
            "manner": self.weights_version,
            "players": players,
            "rounds": [
                {
                    "tables": [[at[player] for player in table] for table in drawn.tables],
                    "out": [at[player] for player in drawn.out],
                }
                for drawn in self.rounds
            ],
        }


def read_stored_schedule(raw: Any) -> StoredSchedule | None:
    """Return the schedule from its stored form, None if there is none or it cannot be read.

    An unreadable schedule, for example from an imported file, is drawn again.

    >>> read_stored_schedule({"seed": "x", "rounds": 7}) is None
    True
    """
    try:
        return _parse_schedule(raw) if raw else None
    except (LookupError, TypeError, ValueError, OverflowError):
        return None


def _parse_schedule(raw: Any) -> StoredSchedule:
    players = [str(player) for player in raw["players"]]
    all_indexes = list(range(len(players)))
    fewest, most = (int(size) for size in raw["sizes"])
    rounds = []
    for drawn in raw["rounds"]:
        if not all(fewest <= len(table) <= most for table in drawn["tables"]):
            raise ValueError("a table of a size that the game does not know")
        if (
            sorted([*drawn["out"], *(at for table in drawn["tables"] for at in table)])
            != all_indexes
        ):
            raise ValueError("a round that does not name everybody once")
        tables = tuple(_get_player_ids(table, players) for table in drawn["tables"])
        rounds.append(DrawnSeats(tables, _get_player_ids(drawn["out"], players)))
    return StoredSchedule(
        seed=str(raw["seed"]),
        draw=int(raw["draw"]),
        first=int(raw["first"]),
        sizes=(fewest, most),
        repeat_meetings=int(raw["again"]),
        bound=int(raw["bound"]),
        rounds=tuple(rounds),
        most=int(raw.get("most", 0)),
        most_bound=int(raw.get("most_bound", 0)),
        weights_version=_parse_weights_version(raw.get("manner", 1)),
    )


def _parse_weights_version(number: Any) -> int:
    if number not in WEIGHTS_BY_VERSION:
        raise ValueError("weights that this version does not know")
    return int(number)


def _get_player_ids(row: Sequence[int], players: Sequence[str]) -> tuple[str, ...]:
    """Return the ids of the players with these indexes."""
    return tuple(players[at] for at in row)
