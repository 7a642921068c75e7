"""Forms for hands, in a folder for each game, for other events, and for the calculator."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from types import MappingProxyType

from scoring.games import GAMES
from tarokk_club.club.hand.forms.hand_form import HandForm


def _load_forms() -> Iterator[tuple[str, type[HandForm]]]:
    """Yield the key and form class (`FORM` in its `form.py`) of each offered game that has one."""
    for key, game in GAMES.items():
        if not game.info.offered:
            continue
        form = getattr(import_module(f"{__name__}.{key}.form"), "FORM", None)
        if isinstance(form, type) and issubclass(form, HandForm):
            yield key, form


# A game is offered only if its hands can be entered.
ENTRY_GAMES: Mapping[str, type[HandForm]] = MappingProxyType(dict(_load_forms()))

__all__ = ["ENTRY_GAMES", "HandForm"]
