"""Choices that decide the result of an announced Hungarian figure."""

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
from tarokk_club.club.hand.forms.announced_results import (
    ImpliedResults,
    pair_choices_with_lost,
    pair_choices_with_made,
)
from tarokk_club.club.hand.forms.figure_labels import (
    LOST,
    MADE,
    OTHER,
    OURS,
    RECORD_SIDE,
    THEIRS,
    ULTIMO_CHOICES,
)
from tarokk_club.club.hand.forms.hungarian.announcement_slots import Slot

# Results that leave a side without a trick.
EMPTY_HANDED = {
    OURS: ("result=no_tricks", f"tricks={NONE}"),
    THEIRS: ("result=all_tricks", f"tricks={ALL}"),
}
# Results that mean that a side made a double game.
_DOUBLED = {
    OURS: ("result=double_won", "result=all_tricks", f"tricks={ALL}"),
    THEIRS: ("result=double_lost", "result=no_tricks", "tricks=none"),
}
_RESULTS = tuple(
    f"result={key}"
    for key in ("no_tricks", "double_lost", "lost", "won", "double_won", "all_tricks")
)


def is_decided_by_result(figure: Figure) -> bool:
    """Return whether the result of the figure follows from the hand's result."""
    return _find_result_key(figure) in (DOUBLE, VOLAT)


def _find_result_key(figure: Figure) -> str:
    """Return the key of the figure with the same result: "double" for a long double."""
    return figure.counts_as or figure.key


def list_hungarian_results(slot: Slot, ultimos: Sequence[Figure]) -> ImpliedResults:
    """Return the choices that decide the result of an announcement, each with that result.

    ultimos: the ultimos allowed at the table.
    """
    figure, side = slot.figure, slot.side
    other = OTHER[side]
    empty = pair_choices_with_lost(EMPTY_HANDED[side])
    if figure.own is not None:
        # Only its tick decides the result of a figure invented by the club.
        made_choice, lost_choice = (f"{figure.key}={RECORD_SIDE[maker]}" for maker in (side, other))
        return (*pair_choices_with_made(made_choice), (lost_choice, LOST))
    if _find_result_key(figure) == DOUBLE:
        return pair_choices_with_made(*_DOUBLED[side]) + pair_choices_with_lost(_RESULTS)
    if figure.key == VOLAT:
        return pair_choices_with_made(*EMPTY_HANDED[other]) + pair_choices_with_lost(_RESULTS)
    if figure.key == XXI_CATCH:
        return (
            *pair_choices_with_made(f"catch_from@{other}"),
            (f"catch_from@{side}", LOST),
            *empty,
        )
    if figure in ultimos:
        return _list_ultimo_results(figure, side) + empty
    if figure.has_result:
        return empty + pair_choices_with_lost(_list_last_trick_choices(figure, ultimos))
    results = pair_choices_with_made(f"{figure.key}={RECORD_SIDE[side]}", *EMPTY_HANDED[other])
    results += (f"{figure.key}={RECORD_SIDE[other]}", LOST), *empty
    pagat = (f"{PAGAT_ULTIMO}={other}_{MADE}",) if figure.key == TRULL else ()
    return results + pair_choices_with_lost(pagat)


def _list_ultimo_results(figure: Figure, side: str) -> ImpliedResults:
    made_choice = f"{figure.key}={side}_{MADE}"
    others = [f"{figure.key}={choice}" for choice in ULTIMO_CHOICES]
    if figure.key == PAGAT_ULTIMO:
        others.append(f"{TRULL}={RECORD_SIDE[OTHER[side]]}")
    return pair_choices_with_made(made_choice) + pair_choices_with_lost(
        choice for choice in others if choice != made_choice
    )


def _list_last_trick_choices(figure: Figure, ultimos: Sequence[Figure]) -> list[str]:
    """Return the choices that put the card of this uhu in the last trick: the uhu then failed."""
    return [
        f"{ultimo.key}={choice}"
        for ultimo in ultimos
        if ultimo.card == figure.card
        for choice in ULTIMO_CHOICES
    ]
