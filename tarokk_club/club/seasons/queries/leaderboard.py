"""The leaderboard of a season, computed from the totals of its sessions whenever it is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from tarokk_club.club.models import Club, Season
from tarokk_club.club.names.collation import collation_key
from tarokk_club.club.names.player_names import Names, names_in, shorten_names
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.seasons.queries.season_totals import (
    Filters,
    SeasonPerson,
    SeasonTotal,
    counted_by,
    games_of,
    mayors_of,
    named_game,
    people_of,
    totals_of,
)
from tarokk_club.club.session.queries.hats import hat_days
from tarokk_club.club.values.counting import (
    Counted,
    Games,
    Night,
    Rank,
    average,
    hundredths,
    missing,
    ranked,
    value_of,
)

# The number of best players in the race.
MOST_RACERS = 20
# The sort orders offered to the reader; the first is the season's own.
SORTS = ("place", "name", "evenings", "hands", "points", "average", "money", "hat_days")


@dataclass(frozen=True, slots=True, kw_only=True)
class Leader:
    """A player in the leaderboard.

    place: None if the player has not played enough.
    moved: places gained since the evening before, None if the player was not ranked then.
    missing: hands and evenings still needed for a place, None if ranked.
    average: in hundredths.
    counted: value that decides the place, in hundredths if it is an average or weighted.
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
    def lost(self) -> int:
        """The places lost since the evening before."""
        return max(-(self.moved or 0), 0)


@dataclass(frozen=True, slots=True)
class Race:
    """A player's counted value, or place, after each evening.

    label: short name.
    totals: None before the player's first evening.
    sat: indexes of the evenings at which the player was present.
    """

    player_id: str
    name: str
    label: str
    totals: tuple[int | None, ...]
    sat: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SeasonPart:
    """A filtered part of a season.

    evenings, whole: number of evenings in the part and in the whole season.
    rules: scoring rules of the whole season, with its minimum for a place.
    """

    evenings: int
    whole: int
    rules: Counted

    @property
    def asks_less(self) -> bool:
        """Whether the part has a lower minimum for a place than the whole season."""
        asked = self.rules.min_evenings or self.rules.min_hands
        return bool(asked) and self.evenings < self.whole


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceOptions:
    """Whether a race shows places instead of values; player: id to be included, or ""."""

    places: bool = False
    player: str = ""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The rows of a season and its race.

    rows: ranked players, best first, then those who have not played enough.
    evenings: dates in order.
    race: race of the ranked players, best first.
    games, tables: choices of the filters.
    counted_games: games included in the rows.
    part: filtered part, None for the whole season.
    conceals: what counted, and the race, are left out because they are money of others.
    """

    rules: Counted
    currency: str
    rows: tuple[Leader, ...]
    evenings: tuple[date, ...]
    race: tuple[Race, ...] = ()
    games: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    counted_games: tuple[str, ...] = ()
    part: SeasonPart | None = None
    conceals: bool = False

    @property
    def mixed(self) -> bool:
        """Whether the rows hold several games whose points cannot be added."""
        return len(self.counted_games) > 1 and not self.rules.adds_games

    @property
    def shows_counted(self) -> bool:
        """Whether the counted value needs a separate column."""
        weighed = self.rules.games == Games.WEIGHED
        return self.mixed or weighed or bool(self.rules.drop_worst)

    @property
    def has_money(self) -> bool:
        """Whether anybody played for money."""
        return any(row.minor for row in self.rows)

    @property
    def in_money(self) -> bool:
        """Whether money decides the places."""
        return self.rules.in_money

    @property
    def has_hat(self) -> bool:
        """Whether anybody ever wore the hat."""
        return any(row.hat_days for row in self.rows)

    @property
    def total(self) -> int:
        """The sum of all points."""
        return sum(row.points for row in self.rows)

    @property
    def in_pots(self) -> int:
        """The points in the pots of the sessions, which with those of the players add up to 0."""
        return -self.total


@dataclass(frozen=True, slots=True)
class _Tally:
    """The data for the rows, by player id; before: ranks after the previous evening."""

    rules: Counted
    people: Mapping[str, SeasonPerson]
    evenings: Sequence[date]
    now: Mapping[str, Rank]
    before: Mapping[str, Rank]
    hats: Mapping[str, int]


def leaderboard(
    club: Club,
    season: Season,
    filters: Filters | None = None,
    *,
    names: Mapping[str, str] | None = None,
    race: RaceOptions | None = None,
) -> Leaderboard:
    """Return the live leaderboard of a season, in two queries; the race includes up to
    `MOST_RACERS`.

    names: names that the reader may see, by id.
    """
    filters = filters or Filters()
    totals = totals_of(season)
    whole = named_game(season.counted(), totals)
    counted = counted_by(whole, totals)
    rules, chosen, part = _chosen(whole, counted, totals, filters)
    last = min(day for day in (season.ends, filters.last, today(club)) if day)
    tally = _tally(
        rules,
        people_of((one for one in chosen if not one.guest), club.currency, rules.whole_weights()),
        sorted({one.day for one in chosen}),
        hat_days(mayors_of(chosen), until=last),
    )
    called = names_in(club.id) if names is None else names
    rows = in_order(_leader(player, called, tally) for player in tally.people)
    return Leaderboard(
        rules=tally.rules,
        currency=club.currency,
        rows=rows,
        evenings=tuple(tally.evenings),
        race=_labelled(_race(rows, tally, race or RaceOptions()), called),
        games=tuple(sorted({one.game for one in totals})),
        tables=tuple(sorted({one.table for one in totals if one.table})),
        counted_games=games_of(chosen),
        part=part,
    )


def _chosen(
    whole: Counted,
    counted: Sequence[SeasonTotal],
    totals: Sequence[SeasonTotal],
    filters: Filters,
) -> tuple[Counted, Sequence[SeasonTotal], SeasonPart | None]:
    """Return the scoring rules and totals of the filtered part, and the part itself, None for the
    whole season.

    A filtered game counts by its own points, and the minimum for a place is reduced in
    proportion to the part.
    """
    rules = whole.of_game(filters.game) if filters.game else whole
    among = counted_by(rules, totals) if filters.game else counted
    chosen = [one for one in among if filters.fit(one)] if filters else among
    if not filters.is_part:
        return rules, chosen, None
    evenings = (len({one.day for one in chosen}), len({one.day for one in counted}))
    hands = (sum(one.hands for one in chosen), sum(one.hands for one in counted))
    return rules.of_part(evenings, hands), chosen, SeasonPart(*evenings, whole)


def in_order(rows: Iterable[Leader]) -> tuple[Leader, ...]:
    """Return the rows with ranked players first, best first, and ties in order of names."""
    return tuple(sorted(rows, key=_order))


def sorted_by(board: Leaderboard, key: str) -> tuple[Leader, ...]:
    """Return the rows sorted by one of `SORTS`: numbers descending, names ascending, ties in the
    season's order.
    """
    if key == "name":
        return tuple(sorted(board.rows, key=lambda row: collation_key(row.name)))
    if key == "money":
        return tuple(sorted(board.rows, key=lambda row: -row.minor.get(board.currency, 0)))
    if key == "place" or key not in SORTS:
        return board.rows
    return tuple(sorted(board.rows, key=lambda row: -int(getattr(row, key))))


def _order(row: Leader) -> tuple[bool, int, int, str]:
    return (row.place is None, row.place or 0, -row.counted, row.name.casefold())


def _tally(
    rules: Counted,
    people: Mapping[str, SeasonPerson],
    evenings: Sequence[date],
    hats: Mapping[str, int],
) -> _Tally:
    nights = {player: list(one.nights.values()) for player, one in people.items()}
    before = {
        player: one.until(evenings[-2]) for player, one in people.items() if len(evenings) > 1
    }
    earlier = ranked({player: rows for player, rows in before.items() if rows}, rules)
    return _Tally(rules, people, evenings, ranked(nights, rules), earlier, hats)


def _leader(player: str, names: Mapping[str, str], tally: _Tally) -> Leader:
    person, rank = tally.people[player], tally.now[player]
    nights = list(person.nights.values())
    earlier = tally.before.get(player)
    was = earlier.place if earlier else None
    return Leader(
        player_id=player,
        name=names.get(player, player),
        place=rank.place,
        moved=was - rank.place if was and rank.place else None,
        missing=missing(nights, tally.rules),
        evenings=len(nights),
        hands=person.hands,
        points=person.points,
        average=hundredths(average(person.points, person.hands)),
        counted=counted_value(rank.value, tally.rules),
        minor=person.minor,
        hat_days=tally.hats.get(player, 0),
    )


def counted_value(value: Fraction, rules: Counted) -> int:
    """Return the value as an integer, averages and weighted points in hundredths."""
    return hundredths(value) if rules.in_hundredths else int(value)


def _labelled(race: Sequence[Race], names: Mapping[str, str]) -> tuple[Race, ...]:
    """Return the race with short names as labels, all different."""
    called = names if isinstance(names, Names) else {one.player_id: one.name for one in race}
    ids = [one.player_id for one in race if one.player_id in called]
    short = shorten_names(called, ids)
    labels: Counter[str] = Counter()
    found = []
    for one in race:
        label = short.get(one.player_id, one.name)
        labels[label] += 1
        number = f" ({labels[label]})" if labels[label] > 1 else ""
        found.append(replace(one, label=label + number))
    return tuple(found)


def _race(rows: Sequence[Leader], tally: _Tally, wanted: RaceOptions) -> tuple[Race, ...]:
    """Return each player's counted value or place, as if the season had ended on each evening."""
    racing = [row for row in rows[:MOST_RACERS] if row.place]
    racing += [row for row in rows if row.player_id == wanted.player and row not in racing]
    if not wanted.places:
        return tuple(_running_totals(row, tally) for row in racing)
    ranks = _ranks_by_evening(rows, tally)
    return tuple(
        Race(
            row.player_id,
            row.name,
            "",
            tuple(
                found[row.player_id].place if row.player_id in found else None for found in ranks
            ),
            _sat(row, tally),
        )
        for row in racing
    )


def _ranks_by_evening(rows: Sequence[Leader], tally: _Tally) -> list[dict[str, Rank]]:
    """Return the ranked players' ranks after each evening, without the minimum for a place."""
    rules = replace(tally.rules, min_hands=0, min_evenings=0)
    people = {row.player_id: tally.people[row.player_id] for row in rows if row.place}
    nights: dict[str, list[Night]] = {}
    found = []
    for day in tally.evenings:
        for player, person in people.items():
            if day in person.nights:
                nights.setdefault(player, []).append(person.nights[day])
        found.append(ranked(nights, rules))
    return found


def _sat(row: Leader, tally: _Tally) -> tuple[int, ...]:
    nights = tally.people[row.player_id].nights
    return tuple(step for step, day in enumerate(tally.evenings) if day in nights)


def _running_totals(row: Leader, tally: _Tally) -> Race:
    """Return a player's running totals."""
    person = tally.people[row.player_id]
    played: list[Night] = []
    totals: list[int | None] = []
    for day in tally.evenings:
        if day in person.nights:
            played = _add_evening(played, person.nights[day], tally.rules)
            totals.append(counted_value(value_of(played, tally.rules), tally.rules))
        else:
            totals.append(totals[-1] if played else None)
    return Race(row.player_id, row.name, "", tuple(totals), _sat(row, tally))


def _add_evening(played: list[Night], night: Night, rules: Counted) -> list[Night]:
    """Return the evenings with one more, as one sum if no worst evening is dropped."""
    if rules.drop_worst or not played:
        return [*played, night]
    before = played[0]
    return [
        Night(
            before.points + night.points,
            before.hands + night.hands,
            before.minor + night.minor,
            before.weighed + night.weighed,
        )
    ]
