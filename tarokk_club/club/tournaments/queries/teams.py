"""Teams and clubs of a tournament: the sums of their best players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tarokk_club.club.names.collation import collation_key
from tarokk_club.club.tournaments.queries.results import Result
from tarokk_club.club.values.table_points import Reckoning, TournamentTotal


@dataclass(frozen=True, slots=True)
class TeamMember:
    """A player of a team.

    counts: whether the team's sum includes this player.
    """

    name: str
    counted: Fraction
    counts: bool
    player_id: str


@dataclass(frozen=True, slots=True)
class TeamRow:
    """The row of a team or a club.

    counted: the value that decides the order.
    worth, points: table points and points of the members who count.
    """

    place: int
    name: str
    counted: Fraction
    worth: Fraction
    points: int
    members: tuple[TeamMember, ...]

    @property
    def counting(self) -> tuple[TeamMember, ...]:
        """The members included in the sum."""
        return tuple(one for one in self.members if one.counts)

    @property
    def more(self) -> int:
        """The number of members not included in the sum."""
        return len(self.members) - len(self.counting)


def team_rows(rows: Sequence[Result], reckoning: str, *, best: int) -> tuple[TeamRow, ...]:
    """Return the teams, best first.

    best: number of members that count in each team, 0 for all.
    """
    return _rows(rows, lambda row: row.team, reckoning, best)


def club_rows(rows: Sequence[Result], reckoning: str, *, best: int) -> tuple[TeamRow, ...]:
    """Return the clubs, best first.

    best: number of members that count in each club, 0 for all.
    """
    return _rows(rows, lambda row: row.club_name, reckoning, best)


def _rows(
    rows: Sequence[Result], name_of: Callable[[Result], str], reckoning: str, best: int
) -> tuple[TeamRow, ...]:
    sides: dict[str, list[Result]] = defaultdict(list)
    for row in rows:
        if name_of(row):
            sides[name_of(row)].append(row)
    found = [_row(name, members, reckoning, best) for name, members in sides.items()]
    keys = {row.name: _key(row.worth, row.points, reckoning) for row in found}
    placed = [
        replace(row, place=1 + sum(other > keys[row.name] for other in keys.values()))
        for row in found
    ]
    return tuple(sorted(placed, key=lambda row: (row.place, collation_key(row.name))))


def _row(name: str, members: Sequence[Result], reckoning: str, best: int) -> TeamRow:
    """Return the sum of the best members over all their rounds, whatever a final carries over."""
    order = sorted(members, key=lambda row: _of(row.total, reckoning), reverse=True)
    counting = order[: best or len(order)]
    sums = TournamentTotal(
        worth=sum((row.total.worth for row in counting), Fraction(0)),
        points=sum(row.total.points for row in counting),
        wins=0,
    )
    return TeamRow(
        place=0,
        name=name,
        counted=_of(sums, reckoning)[0],
        worth=sums.worth,
        points=sums.points,
        members=tuple(
            TeamMember(row.name, _of(row.total, reckoning)[0], row in counting, row.player_id)
            for row in order
        ),
    )


def _of(sums: TournamentTotal, reckoning: str) -> tuple[Fraction, Fraction]:
    return _key(sums.worth, sums.points, reckoning)


def _key(worth: Fraction, points: int, reckoning: str) -> tuple[Fraction, Fraction]:
    """Return the sort key: the sum that counts, then the other one."""
    both = {
        Reckoning.TABLE: (worth, Fraction(points)),
        Reckoning.GAME: (Fraction(points), worth),
        Reckoning.BOTH: (worth + points, worth),
    }
    return both[Reckoning(reckoning)]
