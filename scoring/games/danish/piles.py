"""Contradictions between the counted piles of a Danish hand and its recorded tricks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scoring.core.problem import Problem
from scoring.games.danish.record import OTHER, PAGAT_WON, DanishHand
from scoring.games.danish.tables import (
    CARD_WORTH,
    FOOL_KEPT,
    POINTS_IN_DECK,
    SKAT_CARRIES,
    SKAT_WORTH,
    TRICK_WORTH,
)


def find_pile_contradictions(
    record: DanishHand, dealer: str, playing: tuple[str, ...]
) -> Iterator[Problem]:
    """Yield a fault for each pile whose points contradict the recorded tricks.

    The fault that one player has all points is yielded only once.

    dealer: player whose pile includes the skat.
    playing: the three players of the hand.

    Source: scoring/RULEBOOK.md, section 6.
    """
    points = _derive_pile_points(record, playing)
    if points is None or points_fit_tricks(record, points):
        return
    lost = _list_lost_cards(record)
    without_tout = False
    for player in playing:
        skat = SKAT_WORTH if player == dealer else 0
        problem = _find_points_fault(record, player, points, skat)
        problem = problem or _find_tricks_fault(record, player, points[player], skat)
        if lost and problem is None:
            terms = [term for loser, term in lost if loser == player]
            problem = _find_loss_fault(record, player, points[player], skat, terms)
        # If two players took no trick, both faults would name the third.
        if problem is not None and not (without_tout and problem.code == "all_points_no_tout"):
            without_tout = without_tout or problem.code == "all_points_no_tout"
            yield problem


def _derive_pile_points(record: DanishHand, playing: tuple[str, ...]) -> Mapping[str, int] | None:
    """Return the points of all three piles; None if they were not counted or are impossible.

    The points of a pile that was left out follow from the points of the two others.
    """
    counted = record.card_points
    if counted is None or len(counted) < 2 or not counted.keys() <= set(playing):
        return None
    third = POINTS_IN_DECK - sum(counted.values())
    if third < 0 or (third and len(counted) > 2):
        return None
    return {player: counted.get(player, third) for player in playing}


def points_fit_tricks(record: DanishHand, points: Mapping[str, int]) -> bool:
    """Return whether every pile has enough points for all recorded tricks, and not too many.

    If so, no pile can contradict the tricks. False after a tout, which has other limits.

    Source: scoring/RULEBOOK.md, section 6.
    """
    lost = won = 0
    for entry in record.in_play:
        lost += entry.event != PAGAT_WON
        won += entry.event == PAGAT_WON
    trick = record.last_trick
    if trick is not None:
        lost += len(trick.lost)
        won += len(trick.lost) + (trick.card != OTHER)
    lowest = SKAT_WORTH + 2 * TRICK_WORTH + CARD_WORTH * won
    highest = POINTS_IN_DECK - SKAT_WORTH - (CARD_WORTH + TRICK_WORTH) * lost
    piles = points.values()
    return record.tout is None and lowest <= min(piles) and max(piles) <= highest


def _find_pile_field(record: DanishHand, player: str) -> str:
    """Return the path of a player's pile in the record, "card_points" if the pile was left out."""
    return f"card_points.{player}" if player in (record.card_points or ()) else "card_points"


def _list_lost_cards(record: DanishHand) -> list[tuple[str, str]]:
    """Return the player and the term of each king and pagat that another player captured."""
    lost = [
        (entry.player, f"da.{entry.event}") for entry in record.in_play if entry.event != PAGAT_WON
    ]
    if record.last_trick is not None:
        lost += [(entry.player, f"da.{entry.card}_bagud") for entry in record.last_trick.lost]
    return lost


def _find_points_fault(
    record: DanishHand, player: str, points: Mapping[str, int], skat: int
) -> Problem | None:
    """Return the fault of a pile with an impossible number of points, if any.

    The dealer's pile has at least the points of the skat. In a hand with a tout, the other piles
    have few points; without one, every player has taken points in tricks.

    skat: points of the skat in this pile.
    """
    own, tout = points[player], record.tout
    if own > skat and tout is None:
        return None
    key = _find_pile_field(record, player)
    if own < skat:
        return Problem("dealer_without_skat", key, {"dealer": player, "points": own})
    if tout is not None:
        # The dealer discards the fool to announce a tout, so no other player keeps it.
        fool_points = 0 if record.announced_tout and not skat else FOOL_KEPT
        highest = fool_points + (skat and SKAT_WORTH + SKAT_CARRIES)
        if tout == player or own <= highest:
            return None
        values = {"player": player, "by": tout, "highest": highest, "points": own}
        return Problem("pile_beside_tout", key, values)
    winner = next((name for name in points if points[name] >= POINTS_IN_DECK - SKAT_WORTH), None)
    if winner is None:
        return Problem("no_trick_no_nolo", key, {"player": player})
    return Problem("all_points_no_tout", key, {"player": winner, "points": points[winner]})


def _find_tricks_fault(record: DanishHand, player: str, points: int, skat: int) -> Problem | None:
    """Return the fault of a pile with fewer points than the tricks and cards it won, if any.

    skat: points of the skat in this pile.
    """
    lowest, term = skat, ""
    for entry in record.in_play:
        if entry.event == PAGAT_WON and entry.player == player:
            lowest, term = skat + TRICK_WORTH + CARD_WORTH, "da.pagat_won"
    trick = record.last_trick
    if trick is not None and trick.winner == player:
        fours = len(trick.lost) + (trick.card != OTHER)
        lowest, term = lowest + TRICK_WORTH + CARD_WORTH * fours, "da.last_trick"
    if points >= lowest or not term:
        return None
    values = {"what": term, "player": player, "lowest": lowest, "points": points}
    return Problem("pile_below_tricks", _find_pile_field(record, player), values)


def _find_loss_fault(
    record: DanishHand, player: str, points: int, skat: int, lost: Sequence[str]
) -> Problem | None:
    """Return the fault of a pile with too many points for a player who lost these cards, if any.

    skat: points of the skat in this pile.
    lost: terms of the kings and the pagat that the player lost.
    """
    highest = POINTS_IN_DECK - SKAT_WORTH + skat - (CARD_WORTH + TRICK_WORTH) * len(lost)
    if points <= highest or not lost:
        return None
    values = {"what": lost[0], "player": player, "highest": highest, "points": points}
    return Problem("pile_above_lost", _find_pile_field(record, player), values)
