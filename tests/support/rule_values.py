"""The possible values of house rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scoring.core.game import Game
from scoring.core.options import BY_BID, CHOICE, FLAG, OWN, PAIR, SUBSET, Option, list_options
from scoring.core.own_figures import OwnFigure

FIXED = {bid: (20 + place, 40 + place) for place, bid in enumerate(("three", "two", "one", "solo"))}
OWN_FIGURES = (
    (),
    (OwnFigure("pheasant", "Fácán", 10, 20), OwnFigure("hat", "Kalap", None, 5)),
    (OwnFigure("pheasant", "Fácán", 10, None), OwnFigure("hat", "Kalap", None, None)),
)


def values_of(item: Option) -> Iterator[Any]:
    """Yield values of an option: all of them, or one for each number in them."""
    if item.kind == FLAG:
        yield from (False, True)
    elif item.kind == CHOICE:
        yield from (*item.choices, *item.old)
    elif item.kind == SUBSET:
        yield from (item.choices, item.choices[1:], ())
    elif item.kind == OWN:
        yield from OWN_FIGURES
    elif item.kind == PAIR:
        first, second = item.default
        yield from (item.default, (first + 1, second), (first, second + 1))
    elif item.kind == BY_BID:
        yield None
        yield FIXED
        yield from ({**FIXED, bid: (7, 40)} for bid in FIXED)
        yield from ({**FIXED, bid: (20, 9)} for bid in FIXED)
    else:
        lowest, highest = item.choices or (item.default, item.default + 2)
        yield from range(lowest, highest + 1)


def variants(game: Game[Any, Any]) -> Iterator[tuple[Option, list[Any]]]:
    """Yield every option with the rules for each of its values."""
    for item in list_options(game.rules):
        yield item, [replace(game.rules(), **{item.name: value}) for value in values_of(item)]
