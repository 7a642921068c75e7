"""A season of a club, and its evenings as read from the exported documents."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from datetime import date, timedelta

from support.recount.careers import hat_history
from support.recount.hands import Evening, evenings
from tarokk_club.club.models import Club, Season
from tarokk_club.club.session.queries.sessions.session_outcomes import load_session_outcome
from tarokk_club.club.sheet.exports.document import build_session_document
from tarokk_club.club.statistics.queries.spans import Span
from tarokk_club.club.values.season_rules import Games


@dataclass(frozen=True)
class Book:
    """A club and a season.

    mine: evenings of the season.
    told: the same evenings, sorted so that the table that decides about the hat ends its day.
    every: evenings of all seasons.
    game: key of the game, "" for all games.
    """

    club: Club
    season: Season
    mine: list[Evening]
    told: list[Evening]
    every: list[Evening]
    game: str = ""

    def of(self, game: str) -> Book:
        """Return this book with only the evenings of one game."""
        mine, told, every = (
            [one for one in rows if one.game == game] for rows in (self.mine, self.told, self.every)
        )
        return Book(self.club, self.season, mine, told, every, game)

    @property
    def span(self) -> Span:
        """The span of the season."""
        return Span(self.season, (self.season,), self.game)

    @property
    def last(self) -> date:
        """The last day of the season."""
        assert self.season.ends
        return self.season.ends


def book_of(club: Club) -> Book:
    """Return the club's last season with an end, which is set to combine all games."""
    season = Season.objects.filter(club=club).exclude(ends=None).order_by("-starts")[0]
    season.games = Games.ALL
    sessions = club.sessions.filter(binned_at=None).order_by("date", "created_at", "id")
    again = evenings(
        [json.loads(build_session_document(load_session_outcome(one))) for one in sessions]
    )
    both = list(zip(sessions, again, strict=True))
    mine = [(one, found) for one, found in both if one.season_id == season.id]
    # Imported sessions have no time, so they are ordered by id.
    told = sorted(mine, key=lambda row: (row[0].date, row[0].last_hand_at or "", row[0].id))
    return Book(club, season, [one[1] for one in mine], [one[1] for one in told], again)


def days_worn(book: Book) -> list[tuple[str, date, int]]:
    """Return name, first day and number of days for each time the hat changed heads."""
    changes = hat_history(book.told)
    if not changes:
        return []
    firsts = [date.fromisoformat(day) for day, _name in changes]
    ends = [*firsts[1:], book.last + timedelta(days=1)]
    rows = zip(changes, firsts, ends, strict=True)
    return [(name, first, (end - first).days) for (_day, name), first, end in rows]


def hats(book: Book) -> dict[str, int]:
    """Return the number of days with the hat, by name."""
    found: dict[str, int] = defaultdict(int)
    for name, _first, days in days_worn(book):
        found[name] += days
    return found
