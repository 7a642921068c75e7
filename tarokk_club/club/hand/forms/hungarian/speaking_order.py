"""The list of announcements in a Hungarian hand form, in the order of speaking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scoring.games.hungarian.tables import VOLAT
from tarokk_club.club.hand.forms.hungarian.announcement_slots import Slot

EARLIER, LATER, SHOW = "earlier", "later", "order"


@dataclass(frozen=True, slots=True)
class Spoken:
    """An announcement in the order of speaking.

    first: whether the announcement is first in the list.
    last: whether the announcement is last in the list.
    cannot_move_earlier: whether a volat prevents moving the announcement earlier.
    cannot_move_later: whether a volat prevents moving the announcement later.
    """

    name: str
    text: str
    first: bool
    last: bool
    cannot_move_earlier: bool
    cannot_move_later: bool


def list_announcements_in_order(
    names: Sequence[str], slots: Mapping[str, Slot], texts: Mapping[str, str]
) -> list[Spoken]:
    """Return the announcements in the order of speaking; none if there are fewer than two.

    names: fields of the announcements, in the order of speaking.
    texts: field name to the text of the announcement.
    """
    if len(names) < 2:
        return []
    fixed = [must_precede_volat(slots[name], slots[after]) for name, after in pairwise(names)]
    return [
        Spoken(
            name=name,
            text=texts[name],
            first=place == 0,
            last=place == len(names) - 1,
            cannot_move_earlier=place > 0 and fixed[place - 1],
            cannot_move_later=place < len(fixed) and fixed[place],
        )
        for place, name in enumerate(names)
    ]


def move_announcement(names: Sequence[str], step: str, slots: Mapping[str, Slot]) -> list[str]:
    """Return the announcements after moving one of them one place.

    The order stays the same if a volat fixes it or if the step cannot be done.

    step: the value of the button, "earlier NAME" or "later NAME".
    """
    way, _cut, name = step.partition(" ")
    moved = list(names)
    if name not in moved or way not in (EARLIER, LATER):
        return moved
    before = moved.index(name) - (way == EARLIER)
    pair = moved[before : before + 2] if before >= 0 else []
    if len(pair) == 2 and not must_precede_volat(slots[pair[0]], slots[pair[1]]):
        moved[before : before + 2] = reversed(pair)
    return moved


def must_precede_volat(slot: Slot, after: Slot) -> bool:
    """Return whether `after` is the volat of the same side and `slot` must come before it.

    Source: scoring/RULEBOOK.md, section 6.
    """
    return (
        bool(slot.figure.refused_after_volat)
        and after.figure.key == VOLAT
        and after.side == slot.side
    )
