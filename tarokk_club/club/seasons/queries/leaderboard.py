"""The live leaderboard of a season, computed from the totals of its sessions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from tarokk_club.club.models import Club, Season
from tarokk_club.club.names.collation import NameKey, build_sort_key
from tarokk_club.club.names.player_names import Names, load_names, shorten_names
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.seasons.queries.season_totals import (
    Filters,
    SeasonResults,
    SeasonTotal,
    list_mayors,
    load_season_totals,
    rank_games,
    resolve_most_played,
    select_counted_totals,
    sum_by_player,
)
from tarokk_club.club.session.queries.players.hats import count_hat_days
from tarokk_club.club.values.season_ranking import (
    PlayerEvening,
    Rank,
    compute_points_per_hand,
    find_shortfall,
    list_running_values,
    rank_by_rules,
    round_counted_value,
)
from tarokk_club.club.values.season_rules import CountingRules, Games

# The number of the best players in the race.
MOST_RACERS = 20
# The sort orders that a reader can choose; the first is by place.
SORTS = ("place", "name", "evenings", "hands", "points", "average", "money", "hat_days")


@dataclass(frozen=True, slots=True, kw_only=True)
class Leader:
    """A row of the leaderboard.

    place: place, None if the player has not played enough.
    moved: places gained (+) or lost (-) since the evening before, None if not ranked then or now.
    missing: hands and evenings still needed for a place, None if ranked.
    average: points per hand, in hundredths.
    counted: value that decides the place: points or minor units, in hundredths if fractions occur.
    minor: money in minor units by currency, + receives.
    """

    player_id: str
    name: str
    place: int | None
    moved: int | None
    missing: tuple[int, int] | None
    evenings: int
    hands: int
    points: int
    average: int
    counted: int
    minor: Mapping[str, int]
    hat_days: int

    @property
    def places_lost(self) -> int:
        """The number of places lost since the evening before, 0 for none."""
        return max(-(self.moved or 0), 0)


@dataclass(frozen=True, slots=True)
class RaceLine:
    """The line of a player in the chart: the counted value, or the place, after each evening.

    label: short name, different from all others in the chart.
    totals: value or place after each evening, None before the player's first one.
    sat: indexes of the evenings on which the player played.
    """

    player_id: str
    name: str
    label: str
    totals: tuple[int | None, ...]
    sat: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SeasonPart:
    """The part of a season that the filters select.

    evenings, whole: number of evenings in the part and in the whole season.
    rules: counting rules of the whole season, with their minimum for a place.
    """

    evenings: int
    whole: int
    rules: CountingRules

    @property
    def has_lower_minimum(self) -> bool:
        """Whether the minimum for a place is lower than in the whole season."""
        minimum = self.rules.min_evenings or self.rules.min_hands
        return bool(minimum) and self.evenings < self.whole


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceOptions:
    """The options of the race, the chart of the best players.

    places: whether the lines show places instead of values.
    player: id of a player to include, "" for none.
    """

    places: bool = False
    player: str = ""


@dataclass(frozen=True)
class Leaderboard:
    """The leaderboard of a season with its race.

    rows: ranked players, best first, then those who have not played enough.
    evenings: days of the evenings, in order.
    race: lines of the best ranked players, best first, and of the player in `RaceOptions`.
    counted_games: games included in the rows.
    guest_points: points of guests of tournaments, who have no row.
    part: part that the filters select, None for the whole season.
    conceals: whether the counted values and the race are hidden because they show others' money.
    """

    rules: CountingRules
    currency: str
    rows: tuple[Leader, ...]
    evenings: tuple[date, ...]
    race: tuple[RaceLine, ...] = ()
    games: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    counted_games: tuple[str, ...] = ()
    guest_points: int = 0
    part: SeasonPart | None = None
    conceals: bool = False

    @cached_property
    def mixes_games(self) -> bool:
        """Whether the rows include several games whose points cannot be added."""
        return len(self.counted_games) > 1 and not self.rules.adds_games

    @cached_property
    def shows_counted(self) -> bool:
        """Whether the counted value needs a separate column."""
        weighed = self.rules.games == Games.WEIGHED
        return self.mixes_games or weighed or bool(self.rules.drop_worst)

    @cached_property
    def has_money(self) -> bool:
        """Whether any player played for money."""
        return any(row.minor for row in self.rows)

    @property
    def in_money(self) -> bool:
        """Whether money decides the places."""
        return self.rules.in_money

    @cached_property
    def has_hat(self) -> bool:
        """Whether any player wore the hat."""
        return any(row.hat_days for row in self.rows)

    @cached_property
    def total_points(self) -> int:
        """The sum of the points of all players, without guests of tournaments."""
        return sum(row.points for row in self.rows)

    @property
    def points_in_pots(self) -> int:
        """The points left in the pots of the sessions; with players and guests they sum to 0."""
        return -self.total_points - self.guest_points


@dataclass(frozen=True)
class _BoardInputs:
    """The data from which the rows are built.

    now, before: ranks after the last evening and after the previous evening.
    hats: number of days with the hat, by player.
    """

    rules: CountingRules
    people: Mapping[str, SeasonResults]
    evenings: Sequence[date]
    now: Mapping[str, Rank]
    before: Mapping[str, Rank]
    hats: Mapping[str, int]

    @cached_property
    def steps(self) -> dict[date, int]:
        """The index of each evening, by its day."""
        return {day: step for step, day in enumerate(self.evenings)}


def load_leaderboard(
    club: Club,
    season: Season,
    filters: Filters | None = None,
    *,
    names: Mapping[str, str] | None = None,
    race: RaceOptions | None = None,
) -> Leaderboard:
    """Return the live leaderboard of a season, in at most two queries.

    names: names that the reader may see, by player id; loaded if None.
    """
    filters = filters or Filters()
    totals = load_season_totals(season)
    whole = resolve_most_played(season.build_counting_rules(), totals)
    counted = select_counted_totals(whole, totals)
    rules, chosen, part = _select_totals(whole, counted, totals, filters)
    last = min(day for day in (season.ends, filters.last, get_today(club)) if day)
    members = [total for total in chosen if not total.guest]
    inputs = _build_inputs(
        rules,
        sum_by_player(members, club.currency, rules.compute_whole_weights()),
        sorted({total.day for total in chosen}),
        count_hat_days(list_mayors(chosen), until=last),
    )
    called = load_names(club.id) if names is None else names
    rows = sort_by_place(_build_row(player, called, inputs) for player in inputs.people)
    return Leaderboard(
        rules=inputs.rules,
        currency=club.currency,
        rows=rows,
        evenings=tuple(inputs.evenings),
        race=_add_race_labels(_build_race(rows, inputs, race or RaceOptions()), called),
        games=tuple(sorted({total.game for total in totals})),
        tables=tuple(sorted({total.table for total in totals if total.table})),
        counted_games=rank_games(chosen),
        guest_points=sum(total.points for total in chosen if total.guest),
        part=part,
    )


def _select_totals(
    whole: CountingRules,
    counted: Sequence[SeasonTotal],
    totals: Sequence[SeasonTotal],
    filters: Filters,
) -> tuple[CountingRules, Sequence[SeasonTotal], SeasonPart | None]:
    """Return the counting rules, the totals, and the part of the season that the filters select.

    The part is None for the whole season.

    A single game counts by its own points, and a part of the season has a lower minimum.
    """
    rules = whole.limit_to_game(filters.game) if filters.game else whole
    candidates = select_counted_totals(rules, totals) if filters.game else counted
    chosen = [total for total in candidates if filters.matches(total)] if filters else candidates
    if not filters.selects_part:
        return rules, chosen, None
    evenings = (len({total.day for total in chosen}), len({total.day for total in counted}))
    hands = (sum(total.hands for total in chosen), sum(total.hands for total in counted))
    return rules.reduce_minimums(evenings, hands), chosen, SeasonPart(*evenings, whole)


def sort_by_place(rows: Iterable[Leader]) -> tuple[Leader, ...]:
    """Return the rows sorted by place and name; unranked players last, by counted value."""
    return tuple(sorted(rows, key=_build_place_key))


def sort_rows(board: Leaderboard, key: str) -> tuple[Leader, ...]:
    """Return the rows sorted by a key, numbers from the highest down, equal rows by place.

    key: one of `SORTS`; any other key sorts by place.
    """
    if key == "name":
        return tuple(sorted(board.rows, key=lambda row: build_sort_key(row.name)))
    if key == "money":
        return tuple(sorted(board.rows, key=lambda row: -row.minor.get(board.currency, 0)))
    if key == "place" or key not in SORTS:
        return board.rows
    return tuple(sorted(board.rows, key=lambda row: -int(getattr(row, key))))


def _build_place_key(row: Leader) -> tuple[bool, int, int, NameKey]:
    return (row.place is None, row.place or 0, -row.counted, build_sort_key(row.name))


def _build_inputs(
    rules: CountingRules,
    people: Mapping[str, SeasonResults],
    evenings: Sequence[date],
    hats: Mapping[str, int],
) -> _BoardInputs:
    nights = {player: tuple(person.evenings.values()) for player, person in people.items()}
    before = {
        player: person.list_evenings_until(evenings[-2])
        for player, person in people.items()
        if len(evenings) > 1
    }
    earlier = rank_by_rules({player: rows for player, rows in before.items() if rows}, rules)
    return _BoardInputs(rules, people, evenings, rank_by_rules(nights, rules), earlier, hats)


def _build_row(player: str, names: Mapping[str, str], inputs: _BoardInputs) -> Leader:
    person, rank = inputs.people[player], inputs.now[player]
    nights = tuple(person.evenings.values())
    earlier = inputs.before.get(player)
    earlier_place = earlier.place if earlier else None
    return Leader(
        player_id=player,
        name=names.get(player, player),
        place=rank.place,
        moved=earlier_place - rank.place if earlier_place and rank.place else None,
        missing=find_shortfall(nights, inputs.rules),
        evenings=len(nights),
        hands=person.hands,
        points=person.points,
        average=compute_points_per_hand(person.points, person.hands),
        counted=round_counted_value(rank.value, inputs.rules),
        minor=person.minor,
        hat_days=inputs.hats.get(player, 0),
    )


def _add_race_labels(race: Sequence[RaceLine], names: Mapping[str, str]) -> tuple[RaceLine, ...]:
    """Return the race with a distinct short name as each player's label."""
    called = names if isinstance(names, Names) else {line.player_id: line.name for line in race}
    ids = [line.player_id for line in race if line.player_id in called]
    short = shorten_names(called, ids)
    labels: Counter[str] = Counter()
    labelled = []
    for line in race:
        label = short.get(line.player_id, line.name)
        labels[label] += 1
        number = f" ({labels[label]})" if labels[label] > 1 else ""
        labelled.append(replace(line, label=label + number))
    return tuple(labelled)


def _build_race(
    rows: Sequence[Leader], inputs: _BoardInputs, wanted: RaceOptions
) -> tuple[RaceLine, ...]:
    """Return the lines of the best ranked players and of the wanted player."""
    racing = [row for row in rows[:MOST_RACERS] if row.place]
    racing += [row for row in rows if row.player_id == wanted.player and row not in racing]
    if not wanted.places:
        return tuple(_build_running_totals(row, inputs) for row in racing)
    ranks = _rank_by_evening(rows, inputs)
    return tuple(
        RaceLine(
            row.player_id,
            row.name,
            "",
            tuple(
                evening[row.player_id].place if row.player_id in evening else None
                for evening in ranks
            ),
            _find_attended_evenings(row, inputs),
        )
        for row in racing
    )


def _rank_by_evening(rows: Sequence[Leader], inputs: _BoardInputs) -> list[dict[str, Rank]]:
    """Return the ranks after each evening, ignoring the minimum for a place."""
    rules = replace(inputs.rules, min_hands=0, min_evenings=0)
    people = {row.player_id: inputs.people[row.player_id] for row in rows if row.place}
    nights: dict[str, list[PlayerEvening]] = {}
    ranks = []
    for day in inputs.evenings:
        for player, person in people.items():
            if day in person.evenings:
                nights.setdefault(player, []).append(person.evenings[day])
        ranks.append(rank_by_rules(nights, rules))
    return ranks


def _find_attended_evenings(row: Leader, inputs: _BoardInputs) -> tuple[int, ...]:
    """Return the indices of the evenings on which the player played, in order."""
    return tuple(sorted([inputs.steps[day] for day in inputs.people[row.player_id].evenings]))


def _build_running_totals(row: Leader, inputs: _BoardInputs) -> RaceLine:
    """Return the line of a player's counted value after each evening."""
    nights = inputs.people[row.player_id].evenings
    sat = _find_attended_evenings(row, inputs)
    evenings = tuple([nights[inputs.evenings[step]] for step in sat])
    totals: list[int | None] = [None] * sat[0]
    # Each value holds until the player's next evening.
    ends = (*sat[1:], len(inputs.evenings))
    for step, end, value in zip(
        sat, ends, list_running_values(evenings, inputs.rules), strict=True
    ):
        totals += [value] * (end - step)
    return RaceLine(row.player_id, row.name, "", tuple(totals), sat)
