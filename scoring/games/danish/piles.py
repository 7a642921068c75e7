"""Contradictions between the counted piles of a Danish hand and its tricks, from schema 3 on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

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
    """Yield a fault for each pile that the recorded tricks cannot have filled.

    dealer: dealer of the hand.
    playing: players of the hand.

    Source: scoring/RULEBOOK.md, section 6.
    """
    points = _pile_points(record, playing)
    if points is None:
        return
    without_tout = False
    for player in playing:
        key = f"card_points.{player}" if player in (record.card_points or ()) else "card_points"
        skat = SKAT_WORTH if player == dealer else 0
        pile = _Pile(record, player, points[player], dealer, key, skat)
        problem = (
            pile.check_skat()
            or pile.check_tout()
            or pile.check_trickless(points)
            or pile.check_tricks_won()
            or pile.check_cards_lost()
        )
        # If two players took no trick, their faults already cover the third.
        if problem is not None and not (without_tout and problem.code == "all_points_no_tout"):
            without_tout = without_tout or problem.code == "all_points_no_tout"
            yield problem


def _pile_points(record: DanishHand, playing: tuple[str, ...]) -> Mapping[str, int] | None:
    """Return the points of all three players; None if they are not counted or faulty."""
    counted = record.card_points
    if counted is None or len(counted) < 2 or not set(counted) <= set(playing):
        return None
    third = POINTS_IN_DECK - sum(counted.values())
    if third < 0 or (third and len(counted) > 2):
        return None
    return {player: counted.get(player, third) for player in playing}


class _Pile(NamedTuple):
    """The pile of a player.

    key: key of its points in the record.
    skat: points of the skat in this pile.
    """

    record: DanishHand
    player: str
    points: int
    dealer: str
    key: str
    skat: int

    def check_skat(self) -> Problem | None:
        """Return the fault of a dealer's pile with fewer points than the skat, if any."""
        if self.points >= self.skat:
            return None
        values = {"dealer": self.dealer, "points": self.points}
        return Problem("dealer_without_skat", self.key, values)

    def check_tout(self) -> Problem | None:
        """Return the fault of a pile beside another's tout with more than the fool and the skat, if
        any.
        """
        tout = self.record.tout
        highest = FOOL_KEPT + (self.skat and SKAT_WORTH + SKAT_CARRIES)
        if tout in (None, self.player) or self.points <= highest:
            return None
        values = {"player": self.player, "by": tout, "highest": highest, "points": self.points}
        return Problem("pile_beside_tout", self.key, values)

    def check_trickless(self, points: Mapping[str, int]) -> Problem | None:
        """Return the fault of an empty pile whose player has no nolo and no tout against him, if
        any.
        """
        if self.points > self.skat or self.record.tout is not None:
            return None
        winner = next(
            (name for name in points if points[name] >= POINTS_IN_DECK - SKAT_WORTH), None
        )
        if winner is None:
            return Problem("no_trick_no_nolo", self.key, {"player": self.player})
        values = {"player": winner, "points": points[winner]}
        return Problem("all_points_no_tout", self.key, values)

    def check_tricks_won(self) -> Problem | None:
        """Return the fault of a pile with fewer points than the tricks and cards it won, if any."""
        lowest, term = self.skat, ""
        if PAGAT_WON in self._list_events():
            lowest, term = lowest + TRICK_WORTH + CARD_WORTH, "da.pagat_won"
        trick = self.record.last_trick
        if trick is not None and trick.winner == self.player:
            fours = len(trick.lost) + (trick.card != OTHER)
            lowest, term = lowest + TRICK_WORTH + CARD_WORTH * fours, "da.last_trick"
        if self.points >= lowest or not term:
            return None
        values = {"what": term, "player": self.player, "lowest": lowest, "points": self.points}
        return Problem("pile_below_tricks", self.key, values)

    def check_cards_lost(self) -> Problem | None:
        """Return the fault of a pile that leaves too few points for cards it lost, if any."""
        lost = [f"da.{event}" for event in self._list_events() if event != PAGAT_WON]
        if self.record.last_trick is not None:
            baguds = self.record.last_trick.lost
            lost += [f"da.{entry.card}_bagud" for entry in baguds if entry.player == self.player]
        highest = POINTS_IN_DECK - SKAT_WORTH + self.skat - (CARD_WORTH + TRICK_WORTH) * len(lost)
        if self.points <= highest or not lost:
            return None
        values = {"what": lost[0], "player": self.player, "highest": highest, "points": self.points}
        return Problem("pile_above_lost", self.key, values)

    def _list_events(self) -> list[str]:
        """Return the events of this player that happened in play."""
        return [entry.event for entry in self.record.in_play if entry.player == self.player]
