"""Compute a leaderboard independently from the points, hands and money of all evenings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from support.recount.hands import Points

Nights = Mapping[str, Points]


@dataclass(frozen=True)
class Rules:
    """The rules of a season's leaderboard.

    counts: points, money or average.
    tie: shared, best or hands.
    """

    counts: str = "points"
    tie: str = "shared"
    min_hands: int = 0
    min_evenings: int = 0
    drop_worst: int = 0

    def ranked(self, nights: Nights) -> bool:
        """Return whether the player has played enough to be ranked."""
        played = sum(one["hands"] for one in nights.values())
        return played >= self.min_hands and len(nights) >= self.min_evenings

    def value(self, nights: Nights) -> Fraction:
        """Return the value that counts, without the worst evenings; one evening always counts."""
        kept = sorted(nights.values(), key=lambda one: self._worth([one]))
        for _night in range(self.drop_worst):
            kept = kept[1:] if len(kept) > 1 else kept
        return self._worth(kept)

    def key(self, nights: Nights) -> tuple[Fraction, Fraction]:
        """Return the sort key: the value, then the value that breaks ties."""
        if self.tie == "hands":
            return self.value(nights), Fraction(sum(one["hands"] for one in nights.values()))
        if self.tie == "best":
            return self.value(nights), max(self._worth([one]) for one in nights.values())
        return self.value(nights), Fraction(0)

    def _worth(self, nights: Iterable[Points]) -> Fraction:
        rows = list(nights)
        if self.counts == "money":
            return Fraction(sum(one["money"] for one in rows))
        points = sum(one["points"] for one in rows)
        played = sum(one["hands"] for one in rows)
        return Fraction(points, played or 1) if self.counts == "average" else Fraction(points)


def places(people: Mapping[str, Nights], rules: Rules) -> dict[str, int]:
    """Return the place of each ranked player: one more than the number of better players."""
    keys = {name: rules.key(nights) for name, nights in people.items() if rules.ranked(nights)}
    return {name: 1 + sum(other > key for other in keys.values()) for name, key in keys.items()}


def until(people: Mapping[str, Nights], day: str) -> dict[str, dict[str, Points]]:
    """Return the evenings up to a day, without players whose first evening was later."""
    cut = {
        name: {one: night for one, night in nights.items() if one <= day}
        for name, nights in people.items()
    }
    return {name: nights for name, nights in cut.items() if nights}


def display_value(value: Fraction, rules: Rules) -> int:
    """Return a value as the table shows it, an average in hundredths."""
    if rules.counts != "average":
        return int(value)
    return hundredths(value)


def hundredths(value: Fraction) -> int:
    """Return a number in hundredths, rounded half away from zero."""
    digits = int(abs(value) * 100 + Fraction(1, 2))
    return digits if value >= 0 else -digits


def count_places_gained(people: Mapping[str, Nights], rules: Rules) -> dict[str, int | None]:
    """Return the places gained since the previous evening, None without a place before or now."""
    days = sorted({day for nights in people.values() for day in nights})
    now = places(people, rules)
    before = places(until(people, days[-2]), rules) if len(days) > 1 else {}
    return {
        name: before[name] - now[name] if name in before and name in now else None
        for name in people
    }


def race(people: Mapping[str, Nights], name: str, rules: Rules) -> list[Any]:
    """Return the value after each evening of the club, None before the player's first evening."""
    days = sorted({day for nights in people.values() for day in nights})
    found = [until({name: people[name]}, day).get(name) for day in days]
    return [display_value(rules.value(nights), rules) if nights else None for nights in found]
