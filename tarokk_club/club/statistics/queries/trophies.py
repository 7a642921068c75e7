"""Trophies for feats in a hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tarokk_club.club.statistics.queries.spans import CountedSession, HandLink, build_hand_link

# The most trophies of each kind that the page lists, latest first.
LATEST = 25
KINDS = ("volat", "xxi", "kontra", "nine")
# A won kontra is a trophy only at the highest step of the span, and only from the rekontra up.
FEWEST_STEPS = 2


@dataclass(frozen=True, slots=True)
class Trophy:
    """A trophy for a feat in a hand.

    kind: one of `KINDS`.
    count: number of tarokks, or of kontra steps.
    """

    kind: str
    names: tuple[str, ...]
    hand: HandLink
    count: int

    @property
    def term(self) -> str:
        """The term of the kontra step."""
        return f"kontra.{self.count}"


@dataclass(frozen=True, slots=True)
class Shelf:
    """The trophies of a kind.

    number: number of all trophies of the kind.
    trophies: latest trophies of the kind.
    """

    kind: str
    number: int
    trophies: Sequence[Trophy]

    @property
    def older(self) -> int:
        """The number of trophies that the page does not list."""
        return self.number - len(self.trophies)


def list_trophies(
    sheets: Iterable[CountedSession], names: Mapping[str, str], player: str = ""
) -> list[Trophy]:
    """Return the trophies of these sessions, latest first.

    A hand won after a kontra counts only at the highest step among these trophies, and not below
    `FEWEST_STEPS`.

    player: id of the player whose trophies to return, "" for all players.
    """
    trophies = [
        Trophy(
            kind,
            tuple(names.get(player, player) for player in players),
            build_hand_link(sheet, (0, entry, number)),
            count,
        )
        for sheet in sheets
        for kind, entry, number, players, count in sheet.facts["trophies"]
        if not player or player in players
    ]
    highest = max((trophy.count for trophy in trophies if trophy.kind == "kontra"), default=0)
    steps = max(highest, FEWEST_STEPS)
    return [trophy for trophy in trophies[::-1] if trophy.kind != "kontra" or trophy.count == steps]


def group_by_kind(trophies: Iterable[Trophy]) -> list[Shelf]:
    """Return the trophies grouped by kind, without empty kinds."""
    by_kind: dict[str, list[Trophy]] = {kind: [] for kind in KINDS}
    for trophy in trophies:
        by_kind[trophy.kind].append(trophy)
    return [Shelf(kind, len(all_), all_[:LATEST]) for kind, all_ in by_kind.items() if all_]
