"""Short titles of hands and other events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from scoring.core.game import AnyGame
from scoring.core.translation_marks import render
from tarokk_club.club.formatting.labels import KINDS, label_event_kind
from tarokk_club.club.formatting.sentences import ClubWords


def format_event_title(
    game: AnyGame, kind: str, record: Mapping[str, Any], words: ClubWords
) -> str:
    """Return the title of a hand or event, such as the declarer, contract and partner.

    kind: the outcome of a hand, or the type of an event.
    record: the record with player ids; it may be unfinished.
    """
    if kind == "fine":
        fine = game.info.fines[record["severity"]]
        return gettext(fine.title) % {"player": words.name(record["player"])}
    if kind in KINDS:
        player = record.get("player")
        return (
            _format_with_player(kind, player, words)
            if isinstance(player, str)
            else label_event_kind(kind)
        )
    title = game.info.title(record)
    return render(words, title.code, title.values) if title else label_event_kind(kind)


def format_record_title(game: AnyGame, record: Mapping[str, Any], words: ClubWords) -> str:
    """Return the title of a record, reading the kind from the record itself."""
    is_hand = record.get("type") == "hand"
    kind = record.get("outcome") or "played" if is_hand else record.get("type")
    return format_event_title(game, str(kind), record, words)


def _format_with_player(kind: str, player: str, words: ClubWords) -> str:
    values = {"what": label_event_kind(kind), "player": words.name(player)}
    return words.sentence("title.ending") % values
