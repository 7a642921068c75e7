"""Trophies for feats in a hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tarokk_club.club.statistics.queries.spans import CountedSession, SpanPlace, span_place_of

# The number of latest trophies of each kind on the page.
LATEST = 25
KINDS = ("volat", "xxi", "kontra", "nine")
# A plain kontra is no feat; the highest step of the span is, from the rekontra on.
FEWEST_STEPS = 2


@dataclass(frozen=True, slots=True)
class Trophy:
    """A feat in a hand.

    count: number of tarokks, or of kontra steps.
    """

    kind: str
    names: tuple[str, ...]
    place: SpanPlace
    count: int

    @property
    def term(self) -> str:
        """The term of the kontra step."""
        return f"kontra.{self.count}"


@dataclass(frozen=True, slots=True)
class Shelf:
    """The trophies of one of `KINDS`.

    number: of all trophies of the kind.
    trophies: only the latest.
    """

    kind: str
    number: int
    trophies: Sequence[Trophy]

    @property
    def older(self) -> int:
        """The number of trophies that are not shown."""
        return self.number - len(self.trophies)


def trophies_of(
    sheets: Iterable[CountedSession], names: Mapping[str, str], player: str = ""
) -> list[Trophy]:
    """Return the trophies, latest first.

    Games won after a kontra count only at the highest step.

    player: id of a player, "" for those of all players.
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
    """Return the trophies grouped by kind."""
    sorted_out: dict[str, list[Trophy]] = {kind: [] for kind in KINDS}
    for one in trophies:
        sorted_out[one.kind].append(one)
    return [Shelf(kind, len(all_), all_[:LATEST]) for kind, all_ in sorted_out.items() if all_]
