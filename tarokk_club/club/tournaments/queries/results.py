"""The order of a tournament: what everybody has, less what was taken, and who is before whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from uuid import UUID

from tarokk_club.club.models import Penalty, Tournament
from tarokk_club.club.names.collation import collation_key
from tarokk_club.club.tournaments.final_groups import final_places
from tarokk_club.club.values.draws import CARRIED
from tarokk_club.club.values.ids import digest
from tarokk_club.club.values.table_points import PlaceShare, TournamentTotal, total
from tarokk_club.club.values.tie_breaks import Ranked, Score, TieBreak, told_apart


@dataclass(frozen=True, slots=True)
class Sat:
    """What somebody took away from a table."""

    round: int
    points: int
    share: PlaceShare


@dataclass(frozen=True, slots=True)
class Played:
    """What was played. rounds: their numbers, in order; sat: the tables of each player; met: the
    round of each table and the points at it; groups: the tables of the final, who sits at each.
    """

    rounds: tuple[int, ...]
    sat: Mapping[str, Sequence[Sat]]
    met: Sequence[tuple[int, Mapping[str, int]]]
    groups: Sequence[Sequence[str]] = ()

    def until(self, last: int) -> Played:
        """What was played in the rounds up to this one."""
        sat = {
            player: [one for one in rows if one.round <= last] for player, rows in self.sat.items()
        }
        return Played(
            rounds=tuple(number for number in self.rounds if number <= last),
            sat={player: rows for player, rows in sat.items() if rows},
            met=[one for one in self.met if one[0] <= last],
        )


@dataclass(frozen=True, slots=True)
class PenaltyRow:
    """A penalty. round: None where it is about none; worth, points: what it takes; back: it was
    taken back, back_reason: why.
    """

    id: UUID
    player_id: str
    name: str
    round: int | None
    worth: Fraction
    points: int
    reason: str
    made_at: datetime
    back: bool
    back_reason: str


@dataclass(frozen=True, slots=True)
class AboutPlayers:
    """What the result says of its players. caught: points of the XXI table; sides: team and club by
    player; penalties: all of them, those taken back too.
    """

    names: Mapping[str, str]
    caught: Mapping[str, int] = field(default_factory=dict)
    sides: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    penalties: Sequence[PenaltyRow] = ()

    def until(self, last: int) -> AboutPlayers:
        """Without the penalties of later rounds."""
        return replace(self, penalties=[one for one in self.penalties if (one.round or 0) <= last])

    def standing(self, player: str) -> list[PenaltyRow]:
        """The penalties of the player that count."""
        return [one for one in self.penalties if one.player_id == player and not one.back]


@dataclass(frozen=True, slots=True)
class Result:
    """A line of the final table. total: over all rounds, less penalties; counted: what the order
    goes by, which is something else in a final; by: the tie-break that decided the place, "" where
    none did; xxi: points of the XXI table, where one is kept; by_round: the table points of each
    round, None where somebody sat out; group: the first and the last place of the table in the
    final; penalties: how many.
    """

    place: int
    player_id: str
    name: str
    total: TournamentTotal
    xxi: int
    by_round: tuple[Fraction | None, ...]
    counted: Fraction
    by: str = ""
    group: tuple[int, int] | None = None
    team: str = ""
    club_name: str = ""
    penalties: int = 0

    @property
    def leads_group(self) -> bool:
        """Whether a table of the final begins with this line."""
        return self.group is not None and self.place == self.group[0] > 1

    @property
    def decided(self) -> str:
        """The tie-break in words."""
        return str(TieBreak(self.by).label) if self.by else ""


def penalty_rows(tournament: Tournament, names: Mapping[str, str]) -> tuple[PenaltyRow, ...]:
    """All penalties, the oldest first, in one query."""
    return tuple(penalty_row(one, names) for one in tournament.penalties.all())


def penalty_row(one: Penalty, names: Mapping[str, str]) -> PenaltyRow:
    """A penalty as the pages show it."""
    return PenaltyRow(
        id=one.pk,
        player_id=str(one.player_id),
        name=names[str(one.player_id)],
        round=one.round,
        worth=one.worth,
        points=one.points,
        reason=one.reason,
        made_at=one.made_at,
        back=one.back_at is not None,
        back_reason=one.back_reason,
    )


def results(tournament: Tournament, played: Played, told: AboutPlayers) -> tuple[Result, ...]:
    """Everybody who has played a hand, the best one first."""
    sums = _Sums(tournament, played, told)
    spans = final_places([len(group) for group in played.groups])
    span = {one: spans[at] for at, group in enumerate(played.groups) for one in group}
    found = []
    for player, (place, counted) in sums.order().items():
        team, club_name = told.sides.get(player, ("", ""))
        row = Result(
            place=place.place,
            player_id=player,
            name=told.names[player],
            total=sums.total(player),
            xxi=told.caught.get(player, 0),
            by_round=sums.by_round(player),
            counted=counted,
            by=place.by,
            group=span.get(player),
            team=team,
            club_name=club_name,
            penalties=len(told.standing(player)),
        )
        found.append(row)
    return tuple(sorted(found, key=lambda row: (row.place, collation_key(row.name))))


Order = dict[str, tuple[Ranked, Fraction]]


@dataclass(frozen=True, slots=True)
class _Sums:
    """What everybody's tables and penalties add up to."""

    tournament: Tournament
    played: Played
    told: AboutPlayers

    def order(self) -> Order:
        """Everybody's place, and what it goes by. In a final each table plays for its own places;
        who sits at none of them comes after all who do.
        """
        everybody = list(self.played.sat)
        if not self.played.groups:
            return self._whole(everybody)
        last = self.tournament.rounds
        before = _Sums(self.tournament, self.played.until(last), self.told.until(last)).order()
        found: Order = {}
        for group in self.played.groups:
            here = [one for one in group if one in self.played.sat]
            place = {one: before[one][0].place if one in before else len(before) for one in here}
            scores = {one: self._in_final(one, place[one]) for one in here}
            found |= _after(found, self._ranked(scores, (TieBreak.BEFORE,)))
        return found | _after(found, self._whole([one for one in everybody if one not in found]))

    def _whole(self, players: Sequence[str]) -> Order:
        """The order of these by all of their tables."""
        return self._ranked({one: self._score(one, self.total(one)) for one in players})

    def total(self, player: str) -> TournamentTotal:
        """All tables of the player, less all penalties."""
        return self._less(player, total(_pairs(self.played.sat[player])), first=0)

    def by_round(self, player: str) -> tuple[Fraction | None, ...]:
        """The table points of each round."""
        worth: dict[int, Fraction] = defaultdict(Fraction)
        for one in self.played.sat[player]:
            worth[one.round] += one.share.worth
        return tuple(worth.get(number) for number in self.played.rounds)

    def _qualifying(self, player: str) -> TournamentTotal:
        last = self.tournament.rounds
        rows = [one for one in self.played.sat[player] if one.round <= last]
        found = total(_pairs(rows))
        for one in self.told.standing(player):
            found = found.less(one.worth, one.points) if (one.round or last + 1) <= last else found
        return found

    def _in_final(self, player: str, before: int) -> Score:
        """What is carried over, with the final in full; a penalty of no round counts in full."""
        share, early = CARRIED[self.tournament.carry], self._qualifying(player)
        rows = [one for one in self.played.sat[player] if one.round > self.tournament.rounds]
        late = self._less(player, total(_pairs(rows)), first=self.tournament.rounds + 1)
        worth, points = early.worth * share + late.worth, early.points * share + late.points
        score = self._score(player, self.total(player))
        return replace(score, worth=worth, points=points, before=before)

    def _less(self, player: str, sums: TournamentTotal, *, first: int) -> TournamentTotal:
        """Less the penalties from this round on, and of no round."""
        for one in self.told.standing(player):
            if one.round is None or one.round >= first:
                sums = sums.less(one.worth, one.points)
        return sums

    def _score(self, player: str, sums: TournamentTotal) -> Score:
        return Score(
            worth=sums.worth,
            points=Fraction(sums.points),
            wins=sums.wins,
            best=max(one.points for one in self.played.sat[player]),
            xxi=self.told.caught.get(player, 0),
            penalties=len(self.told.standing(player)),
            lot=digest([str(self.tournament.pk), player]),
        )

    def _ranked(self, scores: Mapping[str, Score], last: tuple[str, ...] = ()) -> Order:
        reckoning = self.tournament.reckoning
        found = told_apart(
            scores,
            reckoning=reckoning,
            breaks=(*self.tournament.tie_breaks, *last),
            met=[points for _round, points in self.played.met],
        )
        return {one: (place, scores[one].counted(reckoning)) for one, place in found.items()}


def _pairs(rows: Iterable[Sat]) -> list[tuple[int, PlaceShare]]:
    return [(one.points, one.share) for one in rows]


def _after(first: Order, then: Order) -> Order:
    """The places of these, behind all those that are placed already."""
    return {
        one: (Ranked(len(first) + place.place, place.by), counted)
        for one, (place, counted) in then.items()
    }
