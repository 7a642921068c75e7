"""What is compared: a season of a club, and every evening of it from its exported document."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from datetime import date, timedelta

from support.recount.careers import hat_history
from support.recount.hands import Evening, evenings
from tarokk_club.club.models import Club, Season
from tarokk_club.club.session.queries.evenings import load_session_outcome
from tarokk_club.club.sheet.exports.document import write_session_document
from tarokk_club.club.statistics.queries.spans import Span
from tarokk_club.club.values.season_rules import Games


@dataclass(frozen=True)
class Book:
    """A club and its middle season; mine: the evenings of that season, told: the same, of one day
    the table last that decides about the hat; every: of all seasons; game: "" for all of them.
    """

    club: Club
    season: Season
    mine: list[Evening]
    told: list[Evening]
    every: list[Evening]
    game: str = ""

    def of(self, game: str) -> Book:
        """The same of one game, as the pages of figures tell it."""
        mine, told, every = (
            [one for one in rows if one.game == game] for rows in (self.mine, self.told, self.every)
        )
        return Book(self.club, self.season, mine, told, every, game)

    @property
    def span(self) -> Span:
        """The season."""
        return Span(self.season, (self.season,), self.game)

    @property
    def last(self) -> date:
        """Its last day."""
        assert self.season.ends
        return self.season.ends


def book_of(club: Club) -> Book:
    """Its last season with an end, which adds up all games here, as those of old do."""
    season = Season.objects.filter(club=club).exclude(ends=None).order_by("-starts")[0]
    season.games = Games.ALL
    sessions = club.sessions.filter(binned_at=None).order_by("date", "created_at", "id")
    again = evenings(
        [json.loads(write_session_document(load_session_outcome(one))) for one in sessions]
    )
    both = list(zip(sessions, again, strict=True))
    mine = [(one, found) for one, found in both if one.season_id == season.id]
    # They were taken in and know no time; then the book goes by the id.
    told = sorted(mine, key=lambda row: (row[0].date, row[0].last_hand_at or "", row[0].id))
    return Book(club, season, [one[1] for one in mine], [one[1] for one in told], again)


def days_worn(book: Book) -> list[tuple[str, date, int]]:
    """Name, first day and number of days, whenever the hat came to another head."""
    changes = hat_history(book.told)
    if not changes:
        return []
    firsts = [date.fromisoformat(day) for day, _name in changes]
    ends = [*firsts[1:], book.last + timedelta(days=1)]
    rows = zip(changes, firsts, ends, strict=True)
    return [(name, first, (end - first).days) for (_day, name), first, end in rows]


def hats(book: Book) -> dict[str, int]:
    """Days with the hat, by name."""
    found: dict[str, int] = defaultdict(int)
    for name, _first, days in days_worn(book):
        found[name] += days
    return found
