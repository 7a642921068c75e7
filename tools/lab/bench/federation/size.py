"""How large a book is, and what its two clubs that are looked at have behind them."""

from dataclasses import dataclass, replace
from datetime import date, timedelta

# A club's year, as a federation has them: 200 clubs of 25 players make 300,000 hands.
PLAYERS = 25
SESSIONS = 75
HANDS = 20
YEAR = 2026
PAST = 10
# What the clubs that are looked at are called: one with all its past seasons, one with a tenth.
LONG, SHORT = "long", "short"


@dataclass(frozen=True, slots=True)
class Size:
    """clubs: in all; the rest is of each club. past: seasons of the club `LONG` before this one;
    the club `SHORT` has a tenth of them, and no other club has any.
    """

    clubs: int
    players: int = PLAYERS
    sessions: int = SESSIONS
    hands: int = HANDS
    past: int = PAST

    @property
    def tenth(self) -> "Size":
        """The same with a tenth of the clubs."""
        return replace(self, clubs=max(self.clubs // 10, 2))

    def slugs(self) -> list[str]:
        """The addresses of the clubs; those that are looked at come first."""
        return [LONG, SHORT, *(f"club-{number}" for number in range(3, self.clubs + 1))]

    def seasons(self, slug: str) -> int:
        """How many seasons a club has played before this one."""
        return {LONG: self.past, SHORT: max(self.past // 10, 1)}.get(slug, 0)

    def days(self, year: int) -> list[date]:
        """The day of each session of a year."""
        first = date(year, 1, 1)
        return [first + timedelta(days=number * 4) for number in range(self.sessions)]

    def told(self) -> str:
        """The size in words."""
        year = self.clubs * self.sessions * self.hands
        past = sum(map(self.seasons, self.slugs())) * self.sessions * self.hands
        return (
            f"{self.clubs} clubs, {self.clubs * self.players:,} players, {year:,} hands of this"
            f" year, {past:,} hands of past seasons"
        )


TENTH, WHOLE = Size(clubs=20), Size(clubs=200)
