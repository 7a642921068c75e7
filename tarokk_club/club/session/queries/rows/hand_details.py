"""Details of a hand beyond its title: the called card, the kontra and the figures.

They are read from the postings, so the sheet can display them without a replay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.core.game import AnyGame
from scoring.core.game_info_types import GAME
from scoring.core.own_figures import OWN_PREFIX
from scoring.core.posting import DECLARER, OPPONENTS, Line
from scoring.core.sentences import TERMS
from tarokk_club.club.formatting.sentences import ClubWords

MADE, FAILED = "made", "failed"


@dataclass(frozen=True, slots=True)
class HandDetail:
    """A detail of a hand.

    outcome: MADE or FAILED; "" if neither applies.
    """

    text: str
    outcome: str = ""


def describe_details(
    game: AnyGame,
    record: Mapping[str, Any],
    lines: tuple[Line, ...],
    words: ClubWords,
    *,
    usual: str = "",
) -> tuple[HandDetail, ...]:
    """Return the called card, the kontra to the game and the figures in the order of payment.

    Return () if the record is not a hand.

    usual: the card that is usually called, and therefore left out.
    """
    if record.get("type") != "hand":
        return ()
    called = () if usual and record.get("called") == usual else _describe_called_card(record, words)
    details = [*called, *_describe_kontra(record, words)]
    for line in lines:
        if _is_figure(game, line):
            details.append(
                HandDetail(_describe_figure(game, line, words), _find_outcome(game, record, line))
            )
    return tuple(dict.fromkeys(details))


def _describe_called_card(record: Mapping[str, Any], words: ClubWords) -> Iterator[HandDetail]:
    if called := record.get("called"):
        # One game calls a king by suit, the others call a tarokk by number.
        key = f"suit.{called}"
        card = words.term(key) if key in TERMS else called
        yield HandDetail(_("Called: %(card)s") % {"card": card})


def _describe_kontra(record: Mapping[str, Any], words: ClubWords) -> Iterator[HandDetail]:
    if step := record.get("kontra_game"):
        yield HandDetail(f"{words.term(f'kontra.{step}')} ({_name_speaking_side(DECLARER, step)})")


def _name_speaking_side(side: str | None, step: int) -> str:
    """Return the name of the side that called this step of a kontra.

    The sides alternate; the side that did not announce begins.

    side: the side that announced the figure.
    """
    ours = (side == DECLARER) == (step % 2 == 0)
    return _("declarer's side") if ours else _("opponents")


def _is_figure(game: AnyGame, line: Line) -> bool:
    info = game.info
    scored = line.figure is not None and line.figure not in info.plain and line.figure != GAME
    return scored and line.item not in info.pot_items


def _describe_figure(game: AnyGame, line: Line, words: ClubWords) -> str:
    """Return the figure in words, with its owner, announcement and kontra in brackets."""
    remarks = [_describe_owner(line, words)] if line.by or line.side == OPPONENTS else []
    if line.announced and line.figure not in game.info.counted:
        remarks.append(_("announced"))
    if line.kontra and line.announced:
        remarks.append(
            f"{words.term(f'kontra.{line.kontra}')}: {_name_speaking_side(line.side, line.kontra)}"
        )
    if line.code.endswith("void"):
        remarks.append(_("does not count"))
    name = _name_figure(game, line, words)
    return f"{name} ({', '.join(remarks)})" if remarks else name


def _describe_owner(line: Line, words: ClubWords) -> str:
    if not line.by:
        return _("opponents")
    by, victim = words.name(line.by), line.values.get("victim")
    if not victim:
        return by
    return _("%(player)s from %(victim)s") % {"player": by, "victim": words.name(victim)}


def _name_figure(game: AnyGame, line: Line, words: ClubWords) -> str:
    key, values = line.figure or "", line.values
    if key.startswith(OWN_PREFIX):
        return str(values.get("own", key))
    name = words.term(game.figures[key])
    if suit := values.get("suit"):
        name = f"{name}, {words.term(suit)}"
    return f"{name} {values['count']}" if key in game.info.counted else name


def _find_outcome(game: AnyGame, record: Mapping[str, Any], line: Line) -> str:
    """Return MADE or FAILED for a figure, from its owner's points or from its line's code.

    Return "" for counted cards, and for a silent figure in a game without sides.
    """
    counted = "count" in line.values
    if counted or (not game.info.sided and line.announced is None):
        return ""
    ours = (record.get("declarer"), record.get("partner"))
    won = line.points.get(line.by or "", 0)
    if not line.by:
        won = sum(line.points.get(str(player), 0) for player in ours)
        won = -won if line.side == OPPONENTS else won
    if not won:
        return FAILED if "failed" in line.code else MADE if "made" in line.code else ""
    return MADE if won > 0 else FAILED
