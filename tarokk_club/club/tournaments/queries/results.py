"""The results of a tournament: totals, penalties and the order of the players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from uuid import UUID

from tarokk_club.club.models import Penalty, Tournament
from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.tournaments.draw.final_groups import compute_place_spans
from tarokk_club.club.values.draws import CARRIED
from tarokk_club.club.values.ids import compute_digest
from tarokk_club.club.values.table_points import PlaceShare, TournamentTotal, sum_tables
from tarokk_club.club.values.tournament_ties import RankedPlace, Score, TieBreak, rank_players


@dataclass(frozen=True, slots=True)
class TableResult:
    """The result of a player at one table."""

    round: int
    points: int
    share: PlaceShare


@dataclass(frozen=True, slots=True)
class PlayedTables:
    """The points and shares from which the standings of a tournament are computed.

    rounds: numbers of the rounds, in order.
    results_by_player: results of each player at every table, by player id.
    points_by_table: for each table, its round number and the points by player.
    groups: ids of the players at each table of the first round of the final.
    """

    rounds: tuple[int, ...]
    results_by_player: Mapping[str, Sequence[TableResult]]
    points_by_table: Sequence[tuple[int, Mapping[str, int]]]
    groups: Sequence[Sequence[str]] = ()

    def limit_to_rounds(self, last: int) -> PlayedTables:
        """Return the tables of the rounds up to `last`, without the groups of the final."""
        results = {
            player: [row for row in rows if row.round <= last]
            for player, rows in self.results_by_player.items()
        }
        return PlayedTables(
            rounds=tuple(number for number in self.rounds if number <= last),
            results_by_player={player: rows for player, rows in results.items() if rows},
            points_by_table=[meeting for meeting in self.points_by_table if meeting[0] <= last],
        )


@dataclass(frozen=True, slots=True)
class PenaltyRow:
    """A penalty, for pages and results.

    round: number of the round, None if the penalty is for the whole tournament.
    worth, points: deducted table points and points of the games.
    back, back_reason: whether the penalty was taken back, and why.
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
class ResultContext:
    """The names, sides, penalties and XXI points from which results are computed.

    names: name of each player, by id.
    caught: points of the XXI table, by player id.
    sides: team and club, by player id.
    penalties: all penalties, including those taken back.
    """

    names: Mapping[str, str]
    caught: Mapping[str, int] = field(default_factory=dict)
    sides: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    penalties: Sequence[PenaltyRow] = ()

    def limit_to_rounds(self, last: int) -> ResultContext:
        """Return the context without the penalties of rounds after `last`."""
        return replace(
            self, penalties=[penalty for penalty in self.penalties if (penalty.round or 0) <= last]
        )

    def list_active_penalties(self, player: str) -> list[PenaltyRow]:
        """Return the penalties of the player that were not taken back."""
        return [
            penalty
            for penalty in self.penalties
            if penalty.player_id == player and not penalty.back
        ]


@dataclass(frozen=True, slots=True)
class Result:
    """A row of the standings, live or final.

    total: sum over all rounds, less penalties.
    counted: value that decides the order; in a final it may differ from the total.
    by: tie-break that decided the place, "" for none.
    xxi: points of the XXI table, 0 if the tournament has none.
    by_round: table points of each round, None if the player sat out.
    group: first and last place that the player's table of the final plays for, None outside the
        final.
    penalties: number of penalties that were not taken back.
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
    def leads_final_table(self) -> bool:
        """Whether the row leads a table of the final other than the top table."""
        return self.group is not None and self.place == self.group[0] > 1

    @property
    def tie_break_label(self) -> str:
        """The label of the tie-break that decided the place, "" for none."""
        return str(TieBreak(self.by).label) if self.by else ""


def load_penalty_rows(tournament: Tournament, names: Mapping[str, str]) -> tuple[PenaltyRow, ...]:
    """Return all penalties, oldest first, in one query."""
    return tuple(build_penalty_row(penalty, names) for penalty in tournament.penalties.all())


def build_penalty_row(penalty: Penalty, names: Mapping[str, str]) -> PenaltyRow:
    """Return the penalty as a row with the player's name.

    names: name of each player, by id.
    """
    return PenaltyRow(
        id=penalty.pk,
        player_id=str(penalty.player_id),
        name=names[str(penalty.player_id)],
        round=penalty.round,
        worth=penalty.worth,
        points=penalty.points,
        reason=penalty.reason,
        made_at=penalty.made_at,
        back=penalty.back_at is not None,
        back_reason=penalty.back_reason,
    )


def compute_results(
    tournament: Tournament, played: PlayedTables, context: ResultContext
) -> tuple[Result, ...]:
    """Return the result of every player with a result at a table, best first."""
    sums = _Sums(tournament, played, context)
    spans = compute_place_spans([len(group) for group in played.groups])
    span = {player: spans[at] for at, group in enumerate(played.groups) for player in group}
    rows = []
    for player, (place, counted) in sums.compute_places().items():
        team, club_name = context.sides.get(player, ("", ""))
        row = Result(
            place=place.place,
            player_id=player,
            name=context.names[player],
            total=sums.sum_all_rounds(player),
            xxi=context.caught.get(player, 0),
            by_round=sums.list_table_points_by_round(player),
            counted=counted,
            by=place.by,
            group=span.get(player),
            team=team,
            club_name=club_name,
            penalties=len(context.list_active_penalties(player)),
        )
        rows.append(row)
    return tuple(sorted(rows, key=lambda row: (row.place, build_sort_key(row.name))))


Order = dict[str, tuple[RankedPlace, Fraction]]


@dataclass(frozen=True, slots=True)
class _Sums:
    """The sums of tables and penalties from which the places are computed."""

    tournament: Tournament
    played: PlayedTables
    context: ResultContext

    def compute_places(self) -> Order:
        """Return the place of each player, with the value that decides the place.

        In a final each table plays for its places, and players without a table come last.
        """
        everybody = list(self.played.results_by_player)
        if not self.played.groups:
            return self._rank_by_all_rounds(everybody)
        last = self.tournament.rounds
        before = _Sums(
            self.tournament, self.played.limit_to_rounds(last), self.context.limit_to_rounds(last)
        ).compute_places()
        order: Order = {}
        for group in self.played.groups:
            seated = [player for player in group if player in self.played.results_by_player]
            place = {
                player: before[player][0].place if player in before else len(before)
                for player in seated
            }
            scores = {player: self._compute_final_score(player, place[player]) for player in seated}
            order |= _move_places_behind(order, self._rank_scores(scores, (TieBreak.BEFORE,)))
        return order | _move_places_behind(
            order, self._rank_by_all_rounds([player for player in everybody if player not in order])
        )

    def _rank_by_all_rounds(self, players: Sequence[str]) -> Order:
        """Return the order of these players by all of their tables."""
        return self._rank_scores(
            {player: self._build_score(player, self.sum_all_rounds(player)) for player in players}
        )

    def sum_all_rounds(self, player: str) -> TournamentTotal:
        """Return the sum of the player's tables, less all penalties."""
        return self._deduct_penalties(
            player,
            sum_tables(_pair_points_with_shares(self.played.results_by_player[player])),
            first=0,
        )

    def list_table_points_by_round(self, player: str) -> tuple[Fraction | None, ...]:
        """Return the table points of each round, None for a round that the player sat out."""
        worth: dict[int, Fraction] = defaultdict(Fraction)
        for result in self.played.results_by_player[player]:
            worth[result.round] += result.share.worth
        return tuple(worth.get(number) for number in self.played.rounds)

    def _sum_before_final(self, player: str) -> TournamentTotal:
        last = self.tournament.rounds
        rows = [result for result in self.played.results_by_player[player] if result.round <= last]
        sums = sum_tables(_pair_points_with_shares(rows))
        for penalty in self.context.list_active_penalties(player):
            sums = (
                sums.deduct_penalty(penalty.worth, penalty.points)
                if (penalty.round or last + 1) <= last
                else sums
            )
        return sums

    def _compute_final_score(self, player: str, before: int) -> Score:
        """Return the score in the final: a share of the earlier rounds, plus the final in full.

        Penalties for the whole tournament count in full.

        before: place before the final.
        """
        share, early = CARRIED[self.tournament.carry], self._sum_before_final(player)
        rows = [
            result
            for result in self.played.results_by_player[player]
            if result.round > self.tournament.rounds
        ]
        late = self._deduct_penalties(
            player, sum_tables(_pair_points_with_shares(rows)), first=self.tournament.rounds + 1
        )
        worth, points = early.worth * share + late.worth, early.points * share + late.points
        score = self._build_score(player, self.sum_all_rounds(player))
        return replace(score, worth=worth, points=points, before=before)

    def _deduct_penalties(
        self, player: str, sums: TournamentTotal, *, first: int
    ) -> TournamentTotal:
        """Return the sums less penalties of the whole tournament and of rounds from `first` on."""
        for penalty in self.context.list_active_penalties(player):
            if penalty.round is None or penalty.round >= first:
                sums = sums.deduct_penalty(penalty.worth, penalty.points)
        return sums

    def _build_score(self, player: str, sums: TournamentTotal) -> Score:
        return Score(
            worth=sums.worth,
            points=Fraction(sums.points),
            wins=sums.wins,
            best=max(result.points for result in self.played.results_by_player[player]),
            xxi=self.context.caught.get(player, 0),
            penalties=len(self.context.list_active_penalties(player)),
            lot=compute_digest([str(self.tournament.pk), player]),
        )

    def _rank_scores(self, scores: Mapping[str, Score], last: tuple[str, ...] = ()) -> Order:
        reckoning = self.tournament.reckoning
        ranks = rank_players(
            scores,
            reckoning=reckoning,
            breaks=(*self.tournament.tie_breaks, *last),
            tables=[points for _round, points in self.played.points_by_table],
        )
        return {
            player: (rank, scores[player].compute_counted_score(reckoning))
            for player, rank in ranks.items()
        }


def _pair_points_with_shares(rows: Iterable[TableResult]) -> list[tuple[int, PlaceShare]]:
    return [(row.points, row.share) for row in rows]


def _move_places_behind(first: Order, then: Order) -> Order:
    """Return the second order, with its places behind the places of the first."""
    return {
        player: (RankedPlace(len(first) + place.place, place.by), counted)
        for player, (place, counted) in then.items()
    }
