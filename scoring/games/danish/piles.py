"""What the counted piles of a Danish hand say against its tricks, from record schema 3 on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scoring.core.problem import Problem
from scoring.games.danish.record import KING, OTHER, PAGAT, PAGAT_WON, DanishHand
from scoring.games.danish.tables import (
    CARD_WORTH,
    FOOL_KEPT,
    POINTS_IN_DECK,
    SKAT_CARRIES,
    SKAT_WORTH,
    TRICK_WORTH,
)


def pile_contradictions(
    record: DanishHand, dealer: str, playing: tuple[str, ...]
) -> Iterator[Problem]:
    """Yield each pile that the tricks of the record cannot have filled.

    dealer: of the hand; playing: the three who played it.

    Source: scoring/RULEBOOK.md, section 6.
    """
    piles = _piles(record, playing)
    if piles is None:
        return
    for player, points in piles.items():
        fault = (
            _without_skat(player, points, dealer)
            or _beside_tout(record, player, points, dealer)
            or _below_tricks(record, player, points)
            or _above_lost(record, player, points)
        )
        if fault is not None:
            key = f"card_points.{player}" if player in (record.card_points or ()) else "card_points"
            yield Problem(fault[0], key, {"points": points, **fault[1]})


_Fault = tuple[str, dict[str, object]] | None


def _piles(record: DanishHand, playing: tuple[str, ...]) -> Mapping[str, int] | None:
    """Return the points of all three; None where they are not counted, or wrong in themselves."""
    counted = record.card_points
    if counted is None or len(counted) < 2 or not set(counted) <= set(playing):
        return None
    third = POINTS_IN_DECK - sum(counted.values())
    if third < 0 or (third and len(counted) > 2):
        return None
    return {player: counted.get(player, third) for player in playing}


def _without_skat(player: str, points: int, dealer: str) -> _Fault:
    if player == dealer and points < SKAT_WORTH:
        return "dealer_without_skat", {"dealer": dealer}
    return None


def _beside_tout(record: DanishHand, player: str, points: int, dealer: str) -> _Fault:
    """Without a trick there are the fool, and the skat of the dealer; with all tricks there is a
    tout.
    """
    if record.tout is None:
        return ("all_points_no_tout", {"player": player}) if points == POINTS_IN_DECK else None
    highest = FOOL_KEPT + (SKAT_WORTH + SKAT_CARRIES if player == dealer else 0)
    if player == record.tout or points <= highest:
        return None
    return "pile_beside_tout", {"player": player, "by": record.tout, "highest": highest}


def _below_tricks(record: DanishHand, player: str, points: int) -> _Fault:
    """A trick that was won counts, and so do the kings and the pagat in it."""
    lowest, what = 0, ""
    if any(one.event == PAGAT_WON and one.player == player for one in record.in_play):
        lowest, what = CARD_WORTH, "da.pagat_won"
    trick = record.last_trick
    if trick is not None and trick.winner == player:
        fours = len(trick.lost) + (trick.card != OTHER)
        lowest += TRICK_WORTH + CARD_WORTH * fours
        what = "da.last_trick"
    if points >= lowest:
        return None
    return "pile_below_tricks", {"what": what, "player": player, "lowest": lowest}


def _above_lost(record: DanishHand, player: str, points: int) -> _Fault:
    """A king or the pagat that was lost counts in the pile of another."""
    lost = [f"da.{one.event}" for one in record.in_play if one.player == player]
    lost = [term for term in lost if term != f"da.{PAGAT_WON}"]
    if record.last_trick is not None:
        baguds = (one.card for one in record.last_trick.lost if one.player == player)
        lost += [f"da.{card}_bagud" for card in baguds if card in (KING, PAGAT)]
    highest = POINTS_IN_DECK - CARD_WORTH * len(lost)
    if points <= highest:
        return None
    return "pile_above_lost", {"what": lost[0], "player": player, "highest": highest}
