"""The longest series of hands won in a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from tarokk_club.club.models import Booking
from tarokk_club.club.statistics.queries.dealt import read_dealt_hands
from tarokk_club.club.statistics.queries.spans import (
    CountedSession,
    Run,
    SpanPart,
    SpanPlace,
    longest_run,
    parts_of,
)

# Two hands in a row are no feat; if very many series are equal, the latest are listed.
FEWEST_HANDS, MOST_SERIES = 3, 10


@dataclass(frozen=True, slots=True)
class Series:
    """The longest series of hands won, and the player who won it.

    hands: number of hands.
    evenings: the day and the hands of each session.
    """

    name: str
    hands: int
    evenings: Sequence[tuple[date, Sequence[SpanPlace]]]


def longest_series(sheets: Sequence[CountedSession], names: Mapping[str, str]) -> list[Series]:
    """Return the longest series of hands won, latest first, in at most one query.

    There are several if they are equally long, but at most `MOST_SERIES`.
    """
    players = sorted({player for one in sheets for player in one.facts["players"]})
    runs = {player: longest_run(sheets, player, "+") for player in players}
    most = max((run.hands for run in runs.values()), default=0)
    if most < FEWEST_HANDS:
        return []
    best = [(player, run) for player, run in runs.items() if run.hands == most]
    best.sort(key=lambda one: _end(one[1]), reverse=True)
    parts = {player: [*parts_of(sheets, player, run)] for player, run in best[:MOST_SERIES]}
    places = _places({part.sheet.session for row in parts.values() for part in row})
    return [
        Series(names.get(player, player), most, [*_evenings(player, row, places)])
        for player, row in parts.items()
    ]


def _end(run: Run) -> date:
    return run.last or date.min


# The hands of each session, with the players who held cards.
_Held = Mapping[UUID, Sequence[tuple[str, int, Sequence[str]]]]


def _places(sessions: Iterable[UUID]) -> _Held:
    rows = Booking.objects.filter(session__in=sessions)
    found: dict[UUID, list[tuple[str, int, Sequence[str]]]] = {}
    for one in read_dealt_hands(rows.order_by("session_id", "position")):
        if one.ending.counts:
            found.setdefault(one.session, []).append((one.entry, one.number, one.playing))
    return found


def _evenings(
    player: str, parts: Iterable[SpanPart], held: _Held
) -> Iterator[tuple[date, Sequence[SpanPlace]]]:
    for sheet, start, end in parts:
        hands = held.get(sheet.session, ())
        own = [(entry, number) for entry, number, playing in hands if player in playing]
        places = [SpanPlace(sheet.session, *one, sheet.day) for one in own[start:end]]
        yield sheet.day, places
