"""The longest series of hands won in a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from tarokk_club.club.models import Posting
from tarokk_club.club.statistics.queries.dealt_hands import read_dealt_hands
from tarokk_club.club.statistics.queries.runs import Run, RunPart, find_longest_run, split_run
from tarokk_club.club.statistics.queries.spans import CountedSession, HandLink

# The fewest hands of a listed series, and the most series listed if several are equally long.
FEWEST_HANDS, MOST_SERIES = 3, 10


@dataclass(frozen=True, slots=True)
class Series:
    """A series of hands that a player won in a row.

    hands: number of hands.
    evenings: day of each session in the series, with its hands.
    """

    name: str
    hands: int
    evenings: Sequence[tuple[date, Sequence[HandLink]]]


def find_longest_series(sheets: Sequence[CountedSession], names: Mapping[str, str]) -> list[Series]:
    """Return the longest series of hands won, latest first, in at most one query.

    If several are equally long, at most `MOST_SERIES` are returned; none has fewer hands than
    `FEWEST_HANDS`.
    """
    players = sorted({player for sheet in sheets for player in sheet.facts["players"]})
    runs = {player: find_longest_run(sheets, player, "+") for player in players}
    most = max((run.hands for run in runs.values()), default=0)
    if most < FEWEST_HANDS:
        return []
    best = [(player, run) for player, run in runs.items() if run.hands == most]
    best.sort(key=lambda pair: _find_last_day(pair[1]), reverse=True)
    parts = {player: [*split_run(sheets, player, run)] for player, run in best[:MOST_SERIES]}
    hands = _load_hands({part.sheet.session for row in parts.values() for part in row})
    return [
        Series(names.get(player, player), most, [*_iter_hand_links(player, row, hands)])
        for player, row in parts.items()
    ]


def _find_last_day(run: Run) -> date:
    return run.last or date.min


# Session id -> entry id, number and players of each hand.
_HandsBySession = Mapping[UUID, Sequence[tuple[str, int, Sequence[str]]]]


def _load_hands(sessions: Iterable[UUID]) -> _HandsBySession:
    rows = Posting.objects.filter(session__in=sessions)
    hands: dict[UUID, list[tuple[str, int, Sequence[str]]]] = {}
    for dealt in read_dealt_hands(rows.order_by("session_id", "position")):
        if dealt.ending.counts:
            hands.setdefault(dealt.session, []).append((dealt.entry, dealt.number, dealt.playing))
    return hands


def _iter_hand_links(
    player: str, parts: Iterable[RunPart], held: _HandsBySession
) -> Iterator[tuple[date, Sequence[HandLink]]]:
    for sheet, start, end in parts:
        hands = held.get(sheet.session, ())
        played = [(entry, number) for entry, number, playing in hands if player in playing]
        links = [HandLink(sheet.session, *hand, sheet.day) for hand in played[start:end]]
        yield sheet.day, links
