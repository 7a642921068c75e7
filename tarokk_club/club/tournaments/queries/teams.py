"""The teams and clubs of a tournament, ranked by the sums of their best players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.tournaments.queries.results import Result
from tarokk_club.club.values.table_points import Reckoning, TournamentTotal


@dataclass(frozen=True, slots=True)
class TeamMember:
    """A member of a team or a club.

    counted: value that the member adds to the sum.
    counts: whether the sum includes this member.
    """

    name: str
    counted: Fraction
    counts: bool
    player_id: str


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A row in the table of the teams or of the clubs.

    counted: sum that decides the order.
    worth, points: table points and points of the games of the members who count.
    members: best first.
    """

    place: int
    name: str
    counted: Fraction
    worth: Fraction
    points: int
    members: tuple[TeamMember, ...]

    @property
    def counting_members(self) -> tuple[TeamMember, ...]:
        """The members whom the sum includes."""
        return tuple(member for member in self.members if member.counts)

    @property
    def omitted_member_count(self) -> int:
        """The number of members whom the sum leaves out."""
        return len(self.members) - len(self.counting_members)


def rank_teams(rows: Sequence[Result], reckoning: str, *, best: int) -> tuple[TeamRow, ...]:
    """Return the table of the teams, best first.

    best: number of members that count in each team, 0 for all.
    """
    return _rank_sides(rows, lambda row: row.team, reckoning, best)


def rank_clubs(rows: Sequence[Result], reckoning: str, *, best: int) -> tuple[TeamRow, ...]:
    """Return the table of the clubs, best first.

    best: number of members that count in each club, 0 for all.
    """
    return _rank_sides(rows, lambda row: row.club_name, reckoning, best)


def _rank_sides(
    rows: Sequence[Result], name_of: Callable[[Result], str], reckoning: str, best: int
) -> tuple[TeamRow, ...]:
    sides: dict[str, list[Result]] = defaultdict(list)
    for row in rows:
        if name_of(row):
            sides[name_of(row)].append(row)
    unplaced = [_build_row(name, members, reckoning, best) for name, members in sides.items()]
    keys = {row.name: _build_sort_key(row.worth, row.points, reckoning) for row in unplaced}
    placed = [
        replace(row, place=1 + sum(other > keys[row.name] for other in keys.values()))
        for row in unplaced
    ]
    return tuple(sorted(placed, key=lambda row: (row.place, build_sort_key(row.name))))


def _build_row(name: str, members: Sequence[Result], reckoning: str, best: int) -> TeamRow:
    """Return the row of a team or club, with 0 as its place.

    The sum covers all rounds of its best members, even if a final carries over only a share.
    """
    order = sorted(members, key=lambda row: _build_total_key(row.total, reckoning), reverse=True)
    counting = order[: best or len(order)]
    sums = TournamentTotal(
        worth=sum((row.total.worth for row in counting), Fraction(0)),
        points=sum(row.total.points for row in counting),
        wins=0,
    )
    return TeamRow(
        place=0,
        name=name,
        counted=_build_total_key(sums, reckoning)[0],
        worth=sums.worth,
        points=sums.points,
        members=tuple(
            TeamMember(
                row.name, _build_total_key(row.total, reckoning)[0], row in counting, row.player_id
            )
            for row in order
        ),
    )


def _build_total_key(sums: TournamentTotal, reckoning: str) -> tuple[Fraction, Fraction]:
    return _build_sort_key(sums.worth, sums.points, reckoning)


def _build_sort_key(worth: Fraction, points: int, reckoning: str) -> tuple[Fraction, Fraction]:
    """Return the sort key of a sum: the value that counts, then the other value."""
    keys = {
        Reckoning.TABLE: (worth, Fraction(points)),
        Reckoning.GAME: (Fraction(points), worth),
        Reckoning.BOTH: (worth + points, worth),
    }
    return keys[Reckoning(reckoning)]
