"""The leaderboard of a season, added up from the totals of its sessions when it is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from tarokk_club.club.base.charts import MOST_LINES
from tarokk_club.club.base.collation import collation_key
from tarokk_club.club.base.player_names import names_in
from tarokk_club.club.base.today import today
from tarokk_club.club.models import Club, Season
from tarokk_club.club.seasons.queries.season_totals import (
    Filters,
    SeasonPerson,
    mayors_of,
    people_of,
    totals_of,
)
from tarokk_club.club.seasons.ranking import (
    Counted,
    Counting,
    Night,
    Rank,
    average,
    hundredths,
    missing,
    ranked,
    value_of,
)
from tarokk_club.club.session.queries.hats import hat_days

# What a reader can have the rows in the order of; the first one is the season's own.
SORTS = ("place", "name", "evenings", "hands", "points", "average", "money", "hat_days")


@dataclass(frozen=True, slots=True, kw_only=True)
class Leader:
    """One player of a season.

    place: None for somebody who has not played enough, missing then says how many hands and
    evenings are wanting; moved: places won since the evening before, None for somebody not ranked
    then; average and an average that is `counted`: in hundredths; minor: by currency, + receives.
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
        """Places lost since the evening before."""
        return max(-(self.moved or 0), 0)


@dataclass(frozen=True, slots=True)
class Race:
    """What counted for a player after each evening, None before the first own one."""

    name: str
    totals: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """rows: best first, then who has not played enough; evenings: the days in order; race: of
    those who are ranked, best first; games, tables: what one can choose from.
    """

    rules: Counted
    currency: str
    rows: tuple[Leader, ...]
    evenings: tuple[date, ...]
    race: tuple[Race, ...] = ()
    games: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()

    @property
    def has_money(self) -> bool:
        """Whether anybody played for money."""
        return any(row.minor for row in self.rows)

    @property
    def in_money(self) -> bool:
        """Whether money decides; guests read the places then, and no amounts."""
        return self.rules.counts == Counting.MONEY

    @property
    def has_hat(self) -> bool:
        """Whether anybody ever wore the hat."""
        return any(row.hat_days for row in self.rows)

    @property
    def total(self) -> int:
        """All points together."""
        return sum(row.points for row in self.rows)

    @property
    def in_pots(self) -> int:
        """What is missing to 0 lies in the pots of the sessions."""
        return -self.total


@dataclass(frozen=True, slots=True)
class _Tally:
    """What the rows are made of, by player id; before: the ranks after the evening before."""

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
) -> Leaderboard:
    """The season as it stands now, in two queries; the race of as many as a chart can draw.

    names: as the reader may see them, by id.
    """
    filters = filters or Filters()
    totals = totals_of(season)
    chosen = [one for one in totals if filters.fit(one)] if filters else totals
    last = min(day for day in (season.ends, filters.last, today(club)) if day)
    tally = _tally(
        season.counted(),
        people_of(chosen, club.currency),
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
        race=tuple(_race(row, tally) for row in rows[:MOST_LINES] if row.place),
        games=tuple(sorted({one.game for one in totals})),
        tables=tuple(sorted({one.table for one in totals if one.table})),
    )


def in_order(rows: Iterable[Leader]) -> tuple[Leader, ...]:
    """Best first, then who has not played enough; equals by name."""
    return tuple(sorted(rows, key=_order))


def sorted_by(board: Leaderboard, key: str) -> tuple[Leader, ...]:
    """The rows by one of `SORTS`, most first and names from A on; equals as the season has them."""
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
    """Points and money are whole; an average is given in hundredths."""
    return hundredths(value) if rules.counts == Counting.AVERAGE else int(value)


def _race(row: Leader, tally: _Tally) -> Race:
    """Running totals: what would have counted had the season ended that evening."""
    person = tally.people[row.player_id]
    played: list[Night] = []
    totals: list[int | None] = []
    for day in tally.evenings:
        if day in person.nights:
            played.append(person.nights[day])
            totals.append(counted_value(value_of(played, tally.rules), tally.rules))
        else:
            totals.append(totals[-1] if played else None)
    return Race(row.name, tuple(totals))
