"""The entry forms without a page: a form as it is sent, a record as it is stored."""

from typing import Any

from django.http import QueryDict

from scoring.core.events import read_event, write_event
from scoring.core.game import Game
from scoring.core.table import Table
from tarokk_club.club.hand.forms import HandForm
from tarokk_club.club.hand.forms.hand_form import HandSeating

KEY = "8f14e45f-ceea-467a-9575-2d0f0e2f5c4a"
# Lists of a record in which the order means nothing.
UNORDERED = ("tarokks", "talon_honours")


def seating(table: Table) -> HandSeating:
    """The table, with players called by their ids."""
    return HandSeating(table, {player: player for player in table.everyone})


def form_of(form_class: type[HandForm], table: Table, choices: dict[str, Any]) -> HandForm:
    """The form as it would be sent with these choices."""
    sent = QueryDict(mutable=True)
    for name, value in {"key": KEY, "version": 1, **choices}.items():
        if value not in (None, ""):
            sent[name] = str(value)
    return form_class(sent, seating=seating(table))


def canonical(game: Game[Any, Any], raw: dict[str, Any]) -> dict[str, Any]:
    """The record as it is stored, its unordered lists sorted."""
    found = write_event(game, read_event(game, raw))
    for key in UNORDERED:
        if key in found:
            found[key].sort(key=str)
    return found


def told_to_the_end(choices: dict[str, Any], *, ours: str, theirs: str) -> dict[str, Any]:
    """The choices with every announcement lost and made by these two, where nothing else is said,
    and the pagat of an ultimo in the hand of the first.
    """
    announced = [name for name, value in choices.items() if value == "on" and _of_a_side(name)]
    by = {"ours": ours, "theirs": theirs}
    told = {f"{name}_by": by[name.rpartition("_")[2]] for name in announced}
    told |= {f"{name}_made": "lost" for name in announced}
    held = str(choices.get("pagat_ultimo", "")).partition("_")[0]
    return told | ({"pagat_by": by[held]} if held in by else {}) | choices


def _of_a_side(name: str) -> bool:
    return name.endswith(("_ours", "_theirs"))
