"""Sentences on the announcements and kontras of a hand, and on a declarer without a partner."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.core.own_figures import OWN_PREFIX
from scoring.core.translation_marks import render
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.models import Session

# From this record schema on, announcements are stored in the order of speaking.
IN_ORDER = 3
_OF_GAME = "game"


def describe_announcements(
    session: Session, record: Mapping[str, Any], words: ClubWords, *, schema: int
) -> tuple[str, ...]:
    """Return sentences about the announcements, who spoke kontra, and why the declarer is alone.

    The payments do not show these details. Return () if the record is not a hand, or if its game
    does not record announcements in the order of speaking.

    schema: the record schema under which the hand was written; before IN_ORDER, announcements are
        left out.
    """
    info = session.played_game.info
    if record.get("type") != "hand" or not info.in_order:
        return ()
    kontras = {item["on"]: item["by"] for item in record.get("kontras") or ()}
    facts = info.beside(record) if info.beside else ()
    sentences = [render(words, fact.code, fact.values) for fact in facts]
    if _OF_GAME in kontras:
        steps = _describe_steps(kontras[_OF_GAME], words)
        sentences.append(_("Kontra to the game: %(steps)s.") % {"steps": steps})
    announcements = [
        _describe_announcement(session, item, kontras.get(place), words)
        for place, item in enumerate(record.get("announced") or ())
    ]
    if schema >= IN_ORDER and (len(announcements) > 1 or kontras.keys() - {_OF_GAME}):
        listed = " ".join(f"{place}. {text}" for place, text in enumerate(announcements, 1))
        sentences.append(_("In the order of speaking: %(announced)s") % {"announced": listed})
    return tuple(sentences)


def _describe_announcement(
    session: Session, item: Mapping[str, Any], kontra: list[str] | None, words: ClubWords
) -> str:
    key = item["figure"]
    club_figures = {
        OWN_PREFIX + figure["key"]: figure["name"]
        for figure in session.rules.get("own_figures") or ()
    }
    name = club_figures.get(key) or words.term(session.played_game.figures[key])
    card = [words.term(f"{part}.{item[part]}") for part in ("suit", "rank") if item.get(part)]
    speakers = [words.name(item["by"]), *([_describe_steps(kontra, words)] if kontra else [])]
    return f"{', '.join([name, *card])} ({'; '.join(speakers)})."


def _describe_steps(speakers: list[str], words: ClubWords) -> str:
    """Return the steps of a kontra, each with its speaker, as text."""
    return ", ".join(
        f"{words.term(f'kontra.{step}')} {words.name(player)}"
        for step, player in enumerate(speakers, 1)
    )
