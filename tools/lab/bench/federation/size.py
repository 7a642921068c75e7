"""The size of a database that is measured, and the clubs in it."""

from dataclasses import dataclass, replace
from datetime import date, timedelta

# A club's year in a federation: 200 clubs of 25 players make 300,000 hands.
PLAYERS = 25
SESSIONS = 75
HANDS = 20
YEAR = 2026
PAST_SEASONS = 10
# The slugs of the measured clubs: one has all past seasons, the other a tenth of them.
LONG, SHORT = "long", "short"


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a database.

    clubs: total number of clubs.
    players: per club.
    sessions: per club.
    hands: per session.
    past: number of past seasons of the club `LONG`; the club `SHORT` has a tenth of them, all
        others none.
    """

    clubs: int
    players: int = PLAYERS
    sessions: int = SESSIONS
    hands: int = HANDS
    past: int = PAST_SEASONS

    @property
    def tenth(self) -> "Size":
        """The same size with a tenth of the clubs."""
        return replace(self, clubs=max(self.clubs // 10, 2))

    def list_slugs(self) -> list[str]:
        """Return the slugs of the clubs, the measured ones first."""
        return [LONG, SHORT, *(f"club-{number}" for number in range(3, self.clubs + 1))]

    def count_past_seasons(self, slug: str) -> int:
        """Return the number of past seasons of a club."""
        return {LONG: self.past, SHORT: max(self.past // 10, 1)}.get(slug, 0)

    def list_session_days(self, year: int) -> list[date]:
        """Return the day of each session of a year."""
        first = date(year, 1, 1)
        return [first + timedelta(days=number * 4) for number in range(self.sessions)]

    def describe(self) -> str:
        """Return a description of the size."""
        year_hands = self.clubs * self.sessions * self.hands
        past_hands = (
            sum(map(self.count_past_seasons, self.list_slugs())) * self.sessions * self.hands
        )
        return (
            f"{self.clubs} clubs, {self.clubs * self.players:,} players, "
            f"{year_hands:,} hands of this year, {past_hands:,} hands of past seasons"
        )


TENTH, WHOLE = Size(clubs=20), Size(clubs=200)
