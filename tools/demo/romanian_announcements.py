"""The announcements in Romanian tarok and Taper: figures, contra, taroace."""

from collections.abc import Sequence
from random import Random
from typing import Any

from scoring.games.romanian.tables import TRICKS, Tables
from tools.demo.announcing import PAGAT_ULTIMO, Announcements, Figure, Speakers, has_to_declare
from tools.demo.cards import PAGAT, SKIZ, XXI, count_high_tarokks, select_tarokks

HIGHEST_CONTRA = 5
ULTIMO = Figure(PAGAT_ULTIMO, PAGAT, trick=TRICKS)


def choose_figures(
    hand: list[int], *, called: int | None, is_declarer: bool, rng: Random
) -> list[Figure]:
    """Return the figures that a player with these cards would announce.

    Only the declarer announces a pagat ultimo, and only the holder of the called king a rege
    ultimo.

    called: the called king, None in Taper.
    """
    count, high_count = len(select_tarokks(hand)), count_high_tarokks(hand)
    has_both = SKIZ in hand and XXI in hand
    chances = [
        (Figure("trula", "trula"), 0.5 if has_both else 0.03),
        (Figure("toti_regii", "toti_regii"), 0.15 if count > 8 and high_count > 2 else 0.02),
        (Figure("luna_prinsa", "luna_prinsa"), 0.02 if SKIZ in hand and not has_both else 0),
        (Figure("valat", "valat"), 0.3 if count > 10 and high_count > 4 else 0),
    ]
    if called in hand:
        king = Figure("rege_ultimo", called or 0, trick=TRICKS)
        chances.append((king, 0.3 if count > 6 else 0.03))
    if is_declarer and PAGAT in hand:
        chances.append((ULTIMO, 0.6 if count > 7 and high_count > 1 else 0))
    return [figure for figure, chance in chances if rng.random() < chance]


def declare_taroace(
    speakers: Speakers, announcements: Announcements, tables: Tables, rng: Random
) -> list[tuple[int, int]]:
    """Return the seat and the count of each declaration, starting with the declarer.

    A player declares only more tarokks than a partner has declared before.
    """
    declarations: list[tuple[int, int]] = []
    for seat in speakers.list_speaking_order():
        count = len(select_tarokks(speakers.hands[seat]))
        if count < min(tables.taroace):
            continue
        side = speakers.side_of[seat]
        is_beaten = any(n >= count for other, n in declarations if speakers.side_of[other] == side)
        if not is_beaten and (has_to_declare(speakers, announcements, seat) or rng.random() < 0.8):
            declarations.append((seat, count))
    return declarations


def build_announcement_keys(
    announcements: Announcements, declarations: Sequence[tuple[int, int]], order: Sequence[str]
) -> dict[str, Any]:
    """Return the keys of the hand event for announcements and declarations."""
    event = announcements.build_event_keys(order)
    if declarations:
        event["declarations"] = [{"player": order[seat], "count": n} for seat, n in declarations]
    return event
