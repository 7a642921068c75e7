"""The order in which the figures of a Hungarian hand were announced, as the form shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scoring.games.hungarian.tables import VOLAT
from tarokk_club.club.hand.forms.hungarian.announcing import Slot

EARLIER, LATER, SHOW = "earlier", "later", "order"


@dataclass(frozen=True, slots=True)
class Spoken:
    """An announcement in the list of what was said.

    first, last: whether it has no place before or after it.
    held_back, holds_on: whether a volat keeps it from an earlier or a later place.
    """

    name: str
    text: str
    first: bool
    last: bool
    held_back: bool
    holds_on: bool


def list_spoken(
    names: Sequence[str], slots: Mapping[str, Slot], texts: Mapping[str, str]
) -> list[Spoken]:
    """Return the list of announcements; empty if there is no order to show.

    names: fields of the announcements, in the order of speaking.
    texts: what each is called.
    """
    if len(names) < 2:
        return []
    fixed = [is_fixed(slots[one], slots[other]) for one, other in pairwise(names)]
    return [
        Spoken(
            name=name,
            text=texts[name],
            first=place == 0,
            last=place == len(names) - 1,
            held_back=place > 0 and fixed[place - 1],
            holds_on=place < len(fixed) and fixed[place],
        )
        for place, name in enumerate(names)
    ]


def move_spoken(names: Sequence[str], step: str, slots: Mapping[str, Slot]) -> list[str]:
    """Return the announcements after a button of the list, which a volat may keep in their places.

    step: "earlier NAME" or "later NAME".
    """
    way, _cut, name = step.partition(" ")
    moved = list(names)
    if name not in moved or way not in (EARLIER, LATER):
        return moved
    before = moved.index(name) - (way == EARLIER)
    pair = moved[before : before + 2] if before >= 0 else []
    if len(pair) == 2 and not is_fixed(slots[pair[0]], slots[pair[1]]):
        moved[before : before + 2] = reversed(pair)
    return moved


def is_fixed(slot: Slot, after: Slot) -> bool:
    """Return whether a side announces the first figure only before the second, its volat.

    Source: scoring/RULEBOOK.md, section 6.
    """
    return bool(slot.figure.barred) and after.figure.key == VOLAT and after.side == slot.side
