"""Deal and play random hands of Romanian tarok and Taper, and record them."""

from __future__ import annotations

from random import Random
from typing import Any

SUITS = ("hearts", "diamonds", "clubs", "spades")
TAROK = "tarok"
SKIZ, LUNA, PAGAT = (TAROK, 22), (TAROK, 21), (TAROK, 1)
HONOURS = (SKIZ, LUNA, PAGAT)
Card = tuple[str, int]
TRICKS = 12
TAKEN = {"trei": 3, "doi": 2, "unu": 1, "solo": 0}


def pack(many: int) -> list[Card]:
    """Return the pack of 54 cards, or of 42 for three players; 5 to 8 are jack to king."""
    lowest = 1 if many == 4 else 4
    cards = [(suit, number) for suit in SUITS for number in range(lowest, 9)]
    return cards + [(TAROK, number) for number in range(1, 23)]


def is_king(card: Card) -> bool:
    return card[0] != TAROK and card[1] == 8


def worth(card: Card) -> int:
    if card in HONOURS:
        return 5
    return max(1, card[1] - 3) if card[0] != TAROK else 1


def deal_hand(rng: Random, seats: list[str], first: str, contracts: list[str]) -> dict[str, Any]:
    """Deal, play and record a hand.

    seats: players in playing order.
    first: player who leads.
    """
    hand = _Hand(rng, seats, rng.choice(contracts))
    hand.play(first)
    return hand.record()


class _Hand:
    """A hand: the cards dealt, taken, discarded and played."""

    def __init__(self, rng: Random, seats: list[str], contract: str) -> None:
        self.rng, self.seats, self.contract = rng, seats, contract
        self.hold, self.clever = rng.random() < 0.6, rng.random() < 0.5
        self.declarer = rng.choice(seats)
        self.called = rng.choice(SUITS) if len(seats) == 4 else None
        self.king: Card | None = (self.called, 8) if self.called else None
        self.abandoned = False
        self._deal()
        self.counts = {
            player: sum(card[0] == TAROK for card in cards) for player, cards in self.hands.items()
        }
        holder = next((name for name, cards in self.hands.items() if self.king in cards), None)
        self.holder = holder
        self.partner = holder if holder != self.declarer else None
        self.ours = [self.declarer] + ([self.partner] if self.partner else [])
        self.tricks: list[tuple[str, dict[str, Card]]] = []

    def _deal(self) -> None:
        rng, cards = self.rng, pack(len(self.seats))
        rng.shuffle(cards)
        lean = rng.choice(("fair", "fair", "strong", "taroks"))
        if lean != "fair":
            value = (lambda card: card[0] != TAROK) if lean == "taroks" else _weakness
            cards.sort(key=lambda card: value(card) + rng.random() * rng.choice((1, 8)))
        order = [self.declarer, *rng.sample(self.seats, len(self.seats))]
        order = (
            list(dict.fromkeys(order))
            if rng.random() < 0.6
            else rng.sample(self.seats, len(self.seats))
        )
        self.hands: dict[str, list[Card]] = {}
        for player in order:
            self.hands[player], cards = cards[:TRICKS], cards[TRICKS:]
        self._exchange(cards)

    def _exchange(self, talon: list[Card]) -> None:
        """Take a group of the talon after seeing some others, and discard as many cards."""
        many = TAKEN[self.contract]
        self.rng.shuffle(talon)
        parts = [talon[place : place + many] for place in range(0, 6, many)] if many else []
        chosen = self.rng.randrange(len(parts)) if parts else 0
        taken = parts[chosen] if parts else []
        seen = [card for part in parts[: chosen + 1] for card in part]
        self.level = chosen + 1
        self.abandoned = self.king in seen and self.king not in taken
        mine = self.hands[self.declarer] + taken
        away = sorted(mine, key=self._reluctance)[:many]
        self.hands[self.declarer] = [card for card in mine if card not in away]
        self.away = away
        self.left = [card for card in talon if card not in taken]

    def _reluctance(self, card: Card) -> tuple[int, float]:
        never = is_king(card) or card in HONOURS
        return 2 * never + (card[0] == TAROK), self.rng.random()

    def play(self, first: str) -> None:
        """Play the twelve tricks; the winner of a trick leads to the next one."""
        for _number in range(TRICKS):
            place = self.seats.index(first)
            trick: dict[str, Card] = {}
            led: str | None = None
            for player in self.seats[place:] + self.seats[:place]:
                card = self._card(player, led)
                self.hands[player].remove(card)
                trick[player], led = card, led or card[0]
            first = max(trick, key=lambda player: _rank(trick[player], led))
            self.tricks.append((first, trick))

    def _card(self, player: str, led: str | None) -> Card:
        hand = self.hands[player]
        legal = [card for card in hand if card[0] == led] or (
            [card for card in hand if card[0] == TAROK] if led else []
        )
        legal = legal or list(hand)
        if self.hold:
            legal = [card for card in legal if card not in (PAGAT, self.king)] or legal
        if self.clever and self.rng.random() < 0.8:
            pick = max if player in self.ours else min
            return pick(legal, key=lambda card: _rank(card, led or card[0]))
        return self.rng.choice(legal)

    def record(self) -> dict[str, Any]:
        """Return the record of the hand."""
        ours = [list(trick.values()) for winner, trick in self.tricks if winner in self.ours]
        piles = {
            "declarer": [card for trick in ours for card in trick] + self.away,
            "opponents": [
                card
                for winner, trick in self.tricks
                if winner not in self.ours
                for card in trick.values()
            ],
        }
        self._give_back_king(piles["declarer"])
        thirds = sum(3 * worth(card) - 2 for card in piles["declarer"])
        raw: dict[str, Any] = {
            "type": "hand",
            "declarer": self.declarer,
            "contract": self.contract,
            "declarer_points": (thirds + 1) // 3,
        }
        if self.level > 1:
            raw["level"] = self.level
        if self.called:
            raw |= {"called": self.called} | ({"partner": self.partner} if self.partner else {})
        if len(ours) in (0, TRICKS):
            raw["tricks"] = "all" if ours else "none"
        return raw | self._taken(piles) | self._played() | self._king() | self._draw_announcements()

    def _give_back_king(self, pile: list[Card]) -> None:
        """Exchange a low card for the called king in the unseen part of the talon."""
        unseen = self.king in self.left and not self.abandoned
        won = [card for card in pile if card not in self.away]
        if self.king is not None and unseen and self.contract != "solo" and won:
            low = min(won, key=worth)
            pile.remove(low)
            pile.append(self.king)
            self.left.remove(self.king)

    def _taken(self, piles: dict[str, list[Card]]) -> dict[str, Any]:
        kings = [(suit, 8) for suit in SUITS]
        found = {}
        for key, cards in (("trula", HONOURS), ("toti_regii", kings)):
            for side, pile in piles.items():
                if pile and all(card in pile for card in cards):
                    found[key] = side
        if not any(winner in self.ours for winner, _trick in self.tricks):
            found = {key: side for key, side in found.items() if side == "opponents"}
        return found

    def _played(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for winner, trick in self.tricks:
            players = {card: player for player, card in trick.items()}
            victim = players.get(LUNA)
            if victim and SKIZ in players and self._side(victim) != self._side(winner):
                found["luna_prinsa"] = {"by": winner, "from": victim}
        winner, last = self.tricks[-1]
        by = next((player for player, card in last.items() if card == PAGAT), None)
        if by:
            found["pagat_ultimo"] = {"by": by, "made": by == winner}
        return found

    def _king(self) -> dict[str, Any]:
        """Return the recorded fate of the called king."""
        found: dict[str, Any] = {}
        if self.abandoned:
            return {"king_abandoned": True}
        for place, (winner, trick) in enumerate(self.tricks, start=1):
            if self.king not in trick.values():
                continue
            ours = winner in self.ours
            if not ours:
                found["king_captured"] = True
            if place == TRICKS:
                found["rege_ultimo"] = {"made": ours}
        return found

    def _draw_announcements(self) -> dict[str, Any]:
        """Return random declarations and announcements, whether or not they will be made."""
        rng = self.rng
        least, most = (8, 12) if len(self.seats) == 4 else (10, 12)
        declared = [
            {"player": player, "count": count}
            for player, count in self.counts.items()
            if least <= count <= most and rng.random() < 0.8
        ]
        announced: dict[tuple[str, str], dict[str, Any]] = {}
        for figure in rng.sample(
            ("trula", "toti_regii", "luna_prinsa", "valat"), rng.choice((0, 0, 1, 2))
        ):
            by = rng.choice(self.seats)
            said = {"figure": figure, "by": by, "kontra": rng.choice((0, 0, 1, 2))}
            announced.setdefault((figure, self._side(by)), said)
        found = list(announced.values())
        if rng.random() < 0.2:
            found.append(
                {"figure": "pagat_ultimo", "by": self.declarer, "kontra": rng.choice((0, 1))}
            )
        if self.holder and rng.random() < 0.2:
            found.append({"figure": "rege_ultimo", "by": self.holder})
        return {
            "kontra_game": rng.choice((0, 0, 0, 1, 2, 5)),
            "declarations": declared,
            "announced": found,
        } | ({"revoke": rng.choice(self.seats)} if rng.random() < 0.1 else {})

    def _side(self, player: str) -> str:
        return "declarer" if player in self.ours else "opponents"


def _weakness(card: Card) -> int:
    return 22 - card[1] if card[0] == TAROK else 30 - card[1]


def _rank(card: Card, led: str | None) -> int:
    suit, number = card
    if suit == TAROK:
        return 100 + number
    return number if suit == led else 0
