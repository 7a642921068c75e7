"""Feats in a hand that a club keeps trophies of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tarokk_club.club.statistics.queries.spans import CountedSession, SpanPlace, span_place_of

# This many of the latest trophies of a kind are shown.
LATEST = 25
KINDS = ("volat", "xxi", "kontra", "nine")
# A plain kontra is no feat; the highest step of the time is, from the rekontra on.
FEWEST_STEPS = 2


@dataclass(frozen=True, slots=True)
class Trophy:
    """A feat in a hand; count: tarokks, or steps of the kontra."""

    kind: str
    names: tuple[str, ...]
    place: SpanPlace
    count: int

    @property
    def term(self) -> str:
        """What the step is called, for a kontra."""
        return f"kontra.{self.count}"


@dataclass(frozen=True, slots=True)
class Shelf:
    """The trophies of one of `KINDS`: all of them counted, the latest shown."""

    kind: str
    number: int
    trophies: Sequence[Trophy]

    @property
    def older(self) -> int:
        """How many are not shown."""
        return self.number - len(self.trophies)


def trophies_of(
    sheets: Iterable[CountedSession], names: Mapping[str, str], player: str = ""
) -> list[Trophy]:
    """The latest first; of games won after a kontra those at the highest step alone; player: whose,
    "" for everybody's.
    """
    found = [
        Trophy(
            kind,
            tuple(names.get(one, one) for one in players),
            span_place_of(sheet, (0, entry, number)),
            count,
        )
        for sheet in sheets
        for kind, entry, number, players, count in sheet.facts["trophies"]
        if not player or player in players
    ]
    highest = max((one.count for one in found if one.kind == "kontra"), default=0)
    steps = max(highest, FEWEST_STEPS)
    return [one for one in found[::-1] if one.kind != "kontra" or one.count == steps]


def shelves_of(trophies: Iterable[Trophy]) -> list[Shelf]:
    """The trophies by their kind."""
    sorted_out: dict[str, list[Trophy]] = {kind: [] for kind in KINDS}
    for one in trophies:
        sorted_out[one.kind].append(one)
    return [Shelf(kind, len(all_), all_[:LATEST]) for kind, all_ in sorted_out.items() if all_]
