"""Deal and play random hands of Hungarian tarokk by the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

SUITS = ("hearts", "diamonds", "clubs", "spades")
RANKS = ("ten", "jack", "rider", "queen", "king")
TAROKK = "tarokk"
# A tarokk and its number, or a suit and 1 (the ten) to 5 (the king).
Card = tuple[str, int]
PAGAT, SAS, XX, XXI, SKIZ = ((TAROKK, number) for number in (1, 2, 20, 21, 22))
HONOURS = (PAGAT, XXI, SKIZ)
KINGS = tuple((suit, 5) for suit in SUITS)
PACK: tuple[Card, ...] = (
    *((TAROKK, number) for number in range(1, 23)),
    *((suit, number) for suit in SUITS for number in range(1, 6)),
)
TRICKS, HAND = 9, 9
DRAWN = {"three": 3, "two": 2, "one": 1, "solo": 0}
# Cards that the three others draw from the talon, starting at the declarer's right (S0).
OTHERS_DRAW = {"three": (1, 1, 1), "two": (2, 1, 1), "one": (2, 2, 1), "solo": (2, 2, 2)}


def worth(card: Card) -> int:
    if card in HONOURS:
        return 5
    return 1 if card[0] == TAROKK else card[1]


def is_never_discarded(card: Card) -> bool:
    """Return whether the card may not be discarded: a king or an honour."""
    return card in HONOURS or card in KINGS


@dataclass(slots=True)
class Trick:
    """Four cards in the order of play, each with its player."""

    cards: list[tuple[str, Card]]

    @property
    def led(self) -> Card:
        return self.cards[0][1]

    @property
    def best(self) -> tuple[str, Card]:
        """Return the winner and the winning card."""
        suit = self.led[0]
        able = [one for one in self.cards if one[1][0] in (TAROKK, suit)]
        return max(able, key=lambda one: (one[1][0] == TAROKK, one[1][1]))

    def holder(self, card: Card) -> str | None:
        """Return the player of a card in this trick, or None."""
        return next((player for player, other in self.cards if other == card), None)


@dataclass(slots=True)
class Deal:
    """A hand that was dealt and played.

    order: the four players; the first one leads.
    hands: cards before the first trick.
    drawn: cards from the talon.
    """

    order: tuple[str, ...]
    declarer: str
    bid: str
    called: Card
    hands: dict[str, list[Card]]
    drawn: dict[str, list[Card]]
    discards: dict[str, list[Card]]
    tricks: list[Trick] = field(default_factory=list)

    @property
    def partner(self) -> str | None:
        """The player with the called card; None if the declarer has it or it was discarded."""
        others = [name for name in self.order if name != self.declarer]
        return next((name for name in others if self.called in self.hands[name]), None)

    @property
    def discarder(self) -> str | None:
        return next((name for name, cards in self.discards.items() if self.called in cards), None)

    def is_ours(self, player: str) -> bool:
        return player in (self.declarer, self.partner)


def deal(rng: Random, order: tuple[str, ...]) -> Deal:
    """Deal, bid, discard, call and play a hand; the first player leads."""
    declarer = rng.choice(order)
    bid = rng.choice(("three", "three", "two", "one", "solo"))
    hands, talon = _dealt(rng, order, declarer)
    drawn = _draw(order, declarer, bid, talon)
    low = rng.random() < 0.3
    discards: dict[str, list[Card]] = {}
    for player in order:
        hands[player] += drawn[player]
        discards[player] = _discarded(rng, hands[player], len(drawn[player]), tarokks=low)
        hands[player] = [card for card in hands[player] if card not in discards[player]]
    called = _called(rng, declarer, hands, discards)
    made = Deal(order, declarer, bid, called, hands, drawn, discards)
    _play(rng, made)
    return made


def _dealt(
    rng: Random, order: tuple[str, ...], declarer: str
) -> tuple[dict[str, list[Card]], list[Card]]:
    """Return the hands and the talon; many packs are stacked to make rare figures frequent."""
    cards = list(PACK)
    rng.shuffle(cards)
    lean = rng.choice(("fair", "fair", "tarokks", "kings", "low", "even"))
    first = rng.choice((declarer, *order))
    if lean != "fair":
        cards.sort(key=lambda card: _leaning(lean, card) + rng.random() * rng.choice((2, 8, 15)))
    hands: dict[str, list[Card]] = {}
    for player in sorted(order, key=lambda name: (name != first, rng.random())):
        hands[player], cards = cards[:HAND], cards[HAND:]
    rng.shuffle(cards)
    return hands, cards


def _leaning(lean: str, card: Card) -> int:
    """Return a sort key for stacking a pack; the first player gets the lowest keys."""
    tarokk = card[0] == TAROKK
    if lean == "tarokks":
        return 22 - card[1] if tarokk else 30
    if lean == "kings":
        return 0 if is_never_discarded(card) else 15
    if lean == "even":
        return 22 - card[1] if tarokk and card[1] > 12 else 15 - 3 * (card in KINGS)
    return card[1] if tarokk else 12 + SUITS.index(card[0])


def _draw(
    order: tuple[str, ...], declarer: str, bid: str, talon: list[Card]
) -> dict[str, list[Card]]:
    place = order.index(declarer)
    around = (*order[place:], *order[:place])
    drawn, cards = {}, list(talon)
    for player, count in zip(around, (DRAWN[bid], *OTHERS_DRAW[bid]), strict=True):
        drawn[player], cards = cards[:count], cards[count:]
    return drawn


def _discarded(rng: Random, hand: list[Card], count: int, *, tarokks: bool) -> list[Card]:
    able = [card for card in hand if not is_never_discarded(card)]
    rng.shuffle(able)
    if not tarokks:
        able.sort(key=lambda card: (card[0] == TAROKK, card[0] == TAROKK or -card[1]))
    return able[:count]


def _called(
    rng: Random, declarer: str, hands: dict[str, list[Card]], discards: dict[str, list[Card]]
) -> Card:
    """Return a called tarokk: of another player, the declarer's XX, or a discarded one."""
    others = [name for name in hands if name != declarer]
    free = [(TAROKK, number) for number in range(2, 21)]
    held = [card for card in free if any(card in hands[name] for name in others)]
    away = [card for card in free if any(card in discards[name] for name in others)]
    if away and rng.random() < 0.5:
        return rng.choice(away)
    if XX in hands[declarer] and rng.random() < 0.4:
        return XX
    wanted = [card for card in (SAS, XX) if card in held]
    return rng.choice(wanted if wanted and rng.random() < 0.4 else held or [XX])


def _play(rng: Random, made: Deal) -> None:
    hands = {player: list(cards) for player, cards in made.hands.items()}
    leader, held = made.order[0], rng.random()
    for _number in range(TRICKS):
        place = made.order.index(leader)
        trick = Trick([])
        for player in (*made.order[place:], *made.order[:place]):
            legal = _legal(hands[player], trick)
            card = _chosen(rng, legal, trick, held)
            hands[player].remove(card)
            trick.cards.append((player, card))
        made.tricks.append(trick)
        leader = trick.best[0]


def _legal(hand: list[Card], trick: Trick) -> list[Card]:
    """Return the legal cards: of the suit led, else tarokks, else any card."""
    if not trick.cards:
        return hand
    suit = trick.led[0]
    follow = [card for card in hand if card[0] == suit]
    return follow or [card for card in hand if card[0] == TAROKK] or hand


def _chosen(rng: Random, legal: list[Card], trick: Trick, held: float) -> Card:
    """Return a legal card; the pagat, the II and kings are often held back."""
    if rng.random() < held:
        late = [card for card in legal if card not in (PAGAT, SAS) and card not in KINGS]
        legal = late or legal
        if rng.random() < held:
            return max(legal, key=lambda card: (card[0] == TAROKK, card[1]))
    return rng.choice(legal)
