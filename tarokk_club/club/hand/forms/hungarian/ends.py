"""Choices that decide whether an announced Hungarian figure was made."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.games.hungarian.record import ALL, NONE
from scoring.games.hungarian.tables import (
    DOUBLE,
    PAGAT_ULTIMO,
    TRULL,
    VOLAT,
    XXI_CATCH,
    Figure,
)
from tarokk_club.club.hand.forms.ends import Ends, lost_by_any, made_ends
from tarokk_club.club.hand.forms.hungarian.announcing import Slot
from tarokk_club.club.hand.forms.sides_words import (
    LOST,
    MADE,
    OTHER,
    OURS,
    RECORD_SIDE,
    THEIRS,
    ULTIMO_CHOICES,
)

# Results that leave a side without a trick.
EMPTY_HANDED = {
    OURS: ("result=no_tricks", f"tricks={NONE}"),
    THEIRS: ("result=all_tricks", f"tricks={ALL}"),
}
# Results by which a side has made a double game.
_DOUBLED = {
    OURS: ("result=double_won", "result=all_tricks", f"tricks={ALL}"),
    THEIRS: ("result=double_lost", "result=no_tricks", "tricks=none"),
}
_RESULTS = tuple(
    f"result={key}"
    for key in ("no_tricks", "double_lost", "lost", "won", "double_won", "all_tricks")
)


def by_result(figure: Figure) -> bool:
    """Return whether the result of the game always decides whether the figure was made."""
    return _scored_as(figure) in (DOUBLE, VOLAT)


def _scored_as(figure: Figure) -> str:
    """Return the key of the figure with the same result: a long double is made as a double is."""
    return figure.counts_as or figure.key


def hungarian_ends(slot: Slot, ultimos: Sequence[Figure]) -> Ends:
    """Return the choices that decide whether an announcement was made.

    ultimos: those of the table.
    """
    figure, side = slot.figure, slot.side
    other = OTHER[side]
    empty = lost_by_any(EMPTY_HANDED[side])
    if figure.own is not None:
        # Nothing else decides the result of a club's own figure.
        made, lost = (f"{figure.key}={RECORD_SIDE[one]}" for one in (side, other))
        return (*made_ends(made), (lost, LOST))
    if _scored_as(figure) == DOUBLE:
        return made_ends(*_DOUBLED[side]) + lost_by_any(_RESULTS)
    if figure.key == VOLAT:
        return made_ends(*EMPTY_HANDED[other]) + lost_by_any(_RESULTS)
    if figure.key == XXI_CATCH:
        return (*made_ends(f"catch_from@{other}"), (f"catch_from@{side}", LOST), *empty)
    if figure in ultimos:
        return _ends_of_ultimo(figure, side) + empty
    if figure.told:
        return empty + lost_by_any(_played_last(figure, ultimos))
    ends = made_ends(f"{figure.key}={RECORD_SIDE[side]}", *EMPTY_HANDED[other])
    ends += (f"{figure.key}={RECORD_SIDE[other]}", LOST), *empty
    pagat = (f"{PAGAT_ULTIMO}={other}_{MADE}",) if figure.key == TRULL else ()
    return ends + lost_by_any(pagat)


def _ends_of_ultimo(figure: Figure, side: str) -> Ends:
    made = f"{figure.key}={side}_{MADE}"
    others = [f"{figure.key}={choice}" for choice in ULTIMO_CHOICES]
    if figure.key == PAGAT_ULTIMO:
        others.append(f"{TRULL}={RECORD_SIDE[OTHER[side]]}")
    return made_ends(made) + lost_by_any(one for one in others if one != made)


def _played_last(figure: Figure, ultimos: Sequence[Figure]) -> list[str]:
    """Return the choices by which an uhu failed because its card was played to the last trick."""
    return [
        f"{ultimo.key}={choice}"
        for ultimo in ultimos
        if ultimo.card == figure.card
        for choice in ULTIMO_CHOICES
    ]
