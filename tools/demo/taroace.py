"""Announcements in Romanian tarok and Taper: figures, contra, taroace."""

from collections.abc import Sequence
from random import Random
from typing import Any

from scoring.games.romanian.tables import TRICKS, Tables
from tools.demo.announcing import PAGAT_ULTIMO, Announcements, Figure, Speakers, must_declare
from tools.demo.cards import PAGAT, SKIZ, XXI, strong, tarokks

HIGHEST_CONTRA = 5
ULTIMO = Figure(PAGAT_ULTIMO, PAGAT, trick=TRICKS)


def wishes(hand: list[int], *, called: int | None, is_declarer: bool, rng: Random) -> list[Figure]:
    """Return the figures that a player with these cards would announce.

    called: the king, None in Taper.

    Only the declarer announces a pagat ultimo, and only the holder of the called king a rege
    ultimo.
    """
    count, high = len(tarokks(hand)), strong(hand)
    both = SKIZ in hand and XXI in hand
    chances = [
        (Figure("trula", "trula"), 0.5 if both else 0.03),
        (Figure("toti_regii", "toti_regii"), 0.15 if count > 8 and high > 2 else 0.02),
        (Figure("luna_prinsa", "luna_prinsa"), 0.02 if SKIZ in hand and not both else 0),
        (Figure("valat", "valat"), 0.3 if count > 10 and high > 4 else 0),
    ]
    if called in hand:
        king = Figure("rege_ultimo", called or 0, trick=TRICKS)
        chances.append((king, 0.3 if count > 6 else 0.03))
    if is_declarer and PAGAT in hand:
        chances.append((ULTIMO, 0.6 if count > 7 and high > 1 else 0))
    return [figure for figure, chance in chances if rng.random() < chance]


def declared_taroace(
    speakers: Speakers, said: Announcements, tables: Tables, rng: Random
) -> list[tuple[int, int]]:
    """Return the seat and count of each declaration, starting with the declarer.

    A player declares only a higher count than a partner before.
    """
    found: list[tuple[int, int]] = []
    for seat in speakers.turns():
        count = len(tarokks(speakers.hands[seat]))
        if count < min(tables.taroace):
            continue
        side = speakers.side_of[seat]
        beaten = any(n >= count for other, n in found if speakers.side_of[other] == side)
        if not beaten and (must_declare(speakers, said, seat) or rng.random() < 0.8):
            found.append((seat, count))
    return found


def said_event(
    said: Announcements, declared: Sequence[tuple[int, int]], order: Sequence[str]
) -> dict[str, Any]:
    """Return the keys of the hand event for all announcements."""
    event = said.event(order)
    if declared:
        event["declarations"] = [{"player": order[seat], "count": n} for seat, n in declared]
    return event
