"""The entry forms without a page: submitted data, and the stored records."""

from typing import Any

from django.http import QueryDict

from scoring.core.events import read_event, serialize_event
from scoring.core.game import Game
from scoring.core.table import Table
from tarokk_club.club.hand.forms import HandForm
from tarokk_club.club.hand.forms.hand_form import HandSeating

KEY = "8f14e45f-ceea-467a-9575-2d0f0e2f5c4a"
# Lists of a record without a meaningful order.
UNORDERED = ("tarokks", "talon_honours")


def seating(table: Table) -> HandSeating:
    """Return the seating of a table whose players' ids are their names."""
    return HandSeating(table, {player: player for player in table.everyone})


def form_of(form_class: type[HandForm], table: Table, choices: dict[str, Any]) -> HandForm:
    """Return the form with these choices as submitted data."""
    sent = QueryDict(mutable=True)
    for name, value in {"key": KEY, "version": 1, **choices}.items():
        if value not in (None, ""):
            sent[name] = str(value)
    return form_class(sent, seating=seating(table))


def canonical(game: Game[Any, Any], raw: dict[str, Any]) -> dict[str, Any]:
    """Return the record as it is stored, with its unordered lists sorted."""
    found = serialize_event(game, read_event(game, raw))
    for key in UNORDERED:
        if key in found:
            found[key].sort(key=str)
    return found


def complete_announcements(choices: dict[str, Any], *, ours: str, theirs: str) -> dict[str, Any]:
    """Return the choices with a player and a failed result for each announcement without them.

    ours: player of the declarer's side.
    theirs: player of the opponents.
    """
    announced = [name for name, value in choices.items() if value == "on" and _of_a_side(name)]
    by = {"ours": ours, "theirs": theirs}
    told = {f"{name}_by": by[name.rpartition("_")[2]] for name in announced}
    told |= {f"{name}_made": "lost" for name in announced}
    held = str(choices.get("pagat_ultimo", "")).partition("_")[0]
    return told | ({"pagat_by": by[held]} if held in by else {}) | choices


def _of_a_side(name: str) -> bool:
    return name.endswith(("_ours", "_theirs"))
