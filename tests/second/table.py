"""A table as the second scorer keeps it: plain lists and sums, moved on hand by hand."""

from __future__ import annotations

from typing import Any


def shares(amount: int, among: list[str]) -> dict[str, int]:
    """Even shares, the odd points one each to the first named."""
    found = dict.fromkeys(among, 0)
    step = 1 if amount > 0 else -1
    for number in range(abs(amount)):
        found[among[number % len(among)]] += step
    return found


class Evening:
    """Balances, pots and whatever else lasts from one hand to the next."""

    def __init__(self, game: str, rules: dict[str, Any], seats: list[str], dealer: str) -> None:
        self.game, self.rules, self.seats, self.dealer = game, rules, list(seats), dealer
        self.balances = dict.fromkeys(seats, 0)
        self.pots: dict[str, int] = {}
        self.rounds: list[list[int]] = []
        self.founded = False
        self.paid: str | None = None
        if game == "danish":
            self.pots = {"pagat": 0, "king": 0}
        elif game in ("romanian", "taper"):
            self.pots = {"pool": 0} if rules["pool"] else {}
        elif rules["void_hands"] == "pot":
            self.pots = {"ultimo": 0}

    def give(self, player: str, points: int) -> None:
        """Add to a balance."""
        self.balances[player] += points

    def times(self) -> int:
        """What the hand is multiplied by."""
        product = 1
        for factor, _left in self.rounds:
            product *= factor
        return product

    def from_player(self, player: str) -> list[str]:
        """The seats from that player on."""
        place = self.seats.index(player)
        return self.seats[place:] + self.seats[:place]

    def playing(self) -> list[str]:
        """Who plays the hand, from the player after the dealer."""
        order = self.from_player(self.dealer)
        if self.game == "danish":
            return [one for place, one in enumerate(order) if len(order) < 4 or place != 2]
        return order[1:] if len(order) == 5 else [*order[1:], order[0]]

    def next_deal(self, *, used: bool, passes: bool = True) -> None:
        """The deal moves on; a counted hand uses up one of every round."""
        if used:
            self.rounds = [[factor, left - 1] for factor, left in self.rounds if left > 1]
        if passes:
            self.dealer = self.from_player(self.dealer)[1]
