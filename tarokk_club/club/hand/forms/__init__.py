"""The entry screens: one form for each game, in the folder that bears its name."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from types import MappingProxyType

from scoring.games import GAMES
from tarokk_club.club.hand.forms.hand_form import HandForm


def _found() -> Iterator[tuple[str, type[HandForm]]]:
    """The form of each game that is offered: its `form.py` calls it FORM."""
    for key, game in GAMES.items():
        if not game.lore.offered:
            continue
        form = getattr(import_module(f"{__name__}.{key}.form"), "FORM", None)
        if isinstance(form, type) and issubclass(form, HandForm):
            yield key, form


# A game is offered to a club only when its hands can be entered.
ENTRY_GAMES: Mapping[str, type[HandForm]] = MappingProxyType(dict(_found()))

__all__ = ["ENTRY_GAMES", "HandForm"]
