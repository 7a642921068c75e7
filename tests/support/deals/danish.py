"""Deal and play random hands of Danish tarok, and record them."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

SUITS = ("hearts", "diamonds", "clubs", "spades")
COURTS = ("jack", "rider", "queen", "king")
FOOL, TRUMP = ("fool", 0), "trump"
PAGAT, MONDO = (TRUMP, 1), (TRUMP, 21)
Card = tuple[str, int]
# Eleven to fourteen are jack, rider, queen and king.
PACK: tuple[Card, ...] = (
    *((suit, number) for suit in SUITS for number in range(1, 15)),
    *((TRUMP, number) for number in range(1, 22)),
    FOOL,
)
TRICKS = 25


def is_king(card: Card) -> bool:
    return card[0] in SUITS and card[1] == 14


def worth(card: Card) -> int:
    """Return the points of a card, without the point for its trick."""
    if card in (FOOL, PAGAT, MONDO):
        return 4
    return max(0, card[1] - 10) if card[0] in SUITS else 0


def deal_hand(rng: Random, players: list[str], dealer: str, *, count: bool) -> dict[str, Any]:
    """Deal, play and record a hand of three players.

    players: players in playing order.
    count: whether the rules count the card points.
    """
    hands, discards, announced = _dealt(rng, players, dealer)
    declared = [one for player in _from(players, dealer) for one in _declarations(hands, player)]
    game = _Game(rng, players, hands, hold=rng.random() < 0.6)
    first = players[(players.index(dealer) + 1) % 3]
    game.play(first)
    game.piles[dealer] += 1 + sum(map(worth, discards))
    raw: dict[str, Any] = {"type": "hand", "declarations": declared, "in_play": game.events}
    if announced:
        raw["announced_tout"] = True
    none = [player for player in players if not game.won[player]]
    raw["last_trick"] = game.last
    if len(none) == 2:
        raw["tout"] = next(player for player in players if player not in none)
    elif none:
        return raw | {"nolo": none[0]}
    if count:
        left_out = rng.choice([None, None, *players])
        raw["card_points"] = {name: game.piles[name] for name in players if name != left_out}
    return raw


def _from(players: list[str], first: str) -> list[str]:
    place = players.index(first)
    return players[place:] + players[:place]


def _dealt(
    rng: Random, players: list[str], dealer: str
) -> tuple[dict[str, list[Card]], list[Card], bool]:
    """Return the hands, the skat, and whether the dealer announced a tout.

    Many packs are stacked, so that declarations, touts and nolos are frequent enough.
    """
    cards = list(PACK)
    rng.shuffle(cards)
    lean = rng.choice(("fair", "fair", "trumps", "courts", "low", "strong"))
    if lean != "fair":
        cards.sort(key=lambda card: _leaning(lean, card) + rng.random() * rng.choice((2, 6)))
    order = rng.sample(players, 3)
    sizes = {player: 28 if player == dealer else 25 for player in players}
    hands: dict[str, list[Card]] = {}
    for player in order:
        hands[player], cards = cards[: sizes[player]], cards[sizes[player] :]
    mine = hands[dealer]
    announced = FOOL in mine and not _combined(mine) & {FOOL} and rng.random() < 0.3
    discards = _skat(rng, mine, announced=announced)
    hands[dealer] = [card for card in mine if card not in discards]
    return hands, discards, announced


def _leaning(lean: str, card: Card) -> int:
    """Return a sort key for stacking a pack; the first player gets the lowest keys."""
    suit, number = card
    trump = card == FOOL or suit == TRUMP
    if lean == "trumps":
        return 0 if trump else 9
    if lean == "courts":
        return 0 if card == FOOL or (not trump and number > 10) else 9
    if lean == "low":
        return number if not trump else 30 + number
    return 30 - number if trump else 40 - number


def _combined(hand: list[Card]) -> set[Card]:
    """Return the cards of a hand that belong to a declared combination."""
    found: set[Card] = set()
    fool = FOOL in hand
    groups = [[(suit, 14) for suit in SUITS]]
    groups += [[(suit, number) for number in range(11, 15)] for suit in SUITS]
    for group in groups:
        held = [card for card in group if card in hand]
        if len(held) == 4 or (len(held) == 3 and fool):
            found.update(held, [FOOL] if fool else [])
    if fool and PAGAT in hand and MONDO in hand:
        found.update((FOOL, PAGAT, MONDO))
    if sum(card == FOOL or card[0] == TRUMP for card in hand) > 9:
        found.update(card for card in hand if card == FOOL or card[0] == TRUMP)
    return found


def _skat(rng: Random, hand: list[Card], *, announced: bool) -> list[Card]:
    combined = _combined(hand)

    def reluctance(card: Card) -> tuple[int, float]:
        if card == FOOL:
            return (-1 if announced else 4), 0
        never = is_king(card) or card in (PAGAT, MONDO)
        return (5 if never else 3 * (card in combined) + (card[0] == TRUMP)), rng.random()

    return sorted(hand, key=reluctance)[:3]


def _declarations(hands: dict[str, list[Card]], player: str) -> list[dict[str, Any]]:
    hand, found = hands[player], []
    fool = FOOL in hand
    trumps = sum(card == FOOL or card[0] == TRUMP for card in hand)
    if trumps >= 10:
        found.append({"kind": "trumps", "count": trumps, "pagat": PAGAT in hand})
    if fool and MONDO in hand and PAGAT in hand:
        count, number = 3, 20
        while number > 1 and (TRUMP, number) in hand:
            count, number = count + 1, number - 1
        found.append({"kind": "matadors", "count": count})
    kings = {suit: (suit, 14) for suit in SUITS}
    found += _levelled({"kind": "kings"}, kings, hand)
    for suit in SUITS:
        courts = {rank: (suit, 11 + place) for place, rank in enumerate(COURTS)}
        found += _levelled({"kind": "cavallerie", "suit": suit}, courts, hand)
    return [{"player": player, **one} for one in found]


def _levelled(
    declared: dict[str, Any], cards: dict[str, Card], hand: list[Card]
) -> list[dict[str, Any]]:
    missing = [name for name, card in cards.items() if card not in hand]
    fool = FOOL in hand
    if not missing:
        return [declared | {"level": "abundant" if fool else "full"}]
    if len(missing) == 1 and fool:
        # Half of the records name the missing card.
        named = {"missing": missing[0]} if hand[0] < hand[1] else {}
        return [declared | {"level": "half"} | named]
    return []


class _Game:
    """The play of the tricks: random legal cards, but kings and the pagat are often held back."""

    def __init__(
        self, rng: Random, players: list[str], hands: dict[str, list[Card]], *, hold: bool
    ) -> None:
        self.rng, self.players, self.hands, self.hold = rng, players, hands, hold
        self.won: Counter[str] = Counter()
        self.piles: Counter[str] = Counter()
        self.events: list[dict[str, Any]] = []
        self.last: dict[str, Any] = {}
        self.clever = rng.random() < 0.5

    def play(self, first: str) -> None:
        for number in range(1, TRICKS + 1):
            first = self._trick(first, number)

    def _trick(self, first: str, number: int) -> str:
        trick: dict[str, Card] = {}
        led: str | None = None
        for player in _from(self.players, first):
            card = self._card(player, led, number)
            self.hands[player].remove(card)
            trick[player] = card
            # A player leading the fool names a suit; if nobody has it, the second card is led.
            if led is None and card != FOOL:
                led = card[0]
        winner = max(trick, key=lambda player: _rank(trick[player], led))
        self.won[winner] += 1
        self.piles[winner] += 1
        for player, card in trick.items():
            keeps = card == FOOL and number < TRICKS
            self.piles[player if keeps else winner] += worth(card)
        self._note(trick, winner, number)
        return winner

    def _card(self, player: str, led: str | None, number: int) -> Card:
        hand = self.hands[player]
        legal = [card for card in hand if card[0] == led] if led else list(hand)
        if not legal:
            legal = [card for card in hand if card[0] == TRUMP] or list(hand)
        if FOOL in hand:
            legal = [card for card in legal if card != FOOL] + ([FOOL] if led else [])
            if number == TRICKS - 1 and len(legal) > 1:
                legal.remove(FOOL)
        legal = legal or [FOOL]
        if self.hold:
            legal = [card for card in legal if card != PAGAT and not is_king(card)] or legal
        if self.clever and self.rng.random() < 0.8:
            strong = max(legal, key=lambda card: _rank(card, led or card[0]))
            weak = min(legal, key=lambda card: _rank(card, led or card[0]))
            return strong if player == self.players[0] else weak
        return self.rng.choice(legal)

    def _note(self, trick: dict[str, Card], winner: str, number: int) -> None:
        names = {player: _name(card) for player, card in trick.items()}
        lost = [(player, name) for player, name in names.items() if name and player != winner]
        if number == TRICKS:
            self.last = {"winner": winner, "with": names[winner] or "other"}
            self.last["lost"] = [{"player": player, "card": name} for player, name in lost]
            return
        self.events += [{"player": player, "event": f"{name}_lost"} for player, name in lost]
        if names[winner] == "pagat":
            self.events.append({"player": winner, "event": "pagat_won"})


def _name(card: Card) -> str:
    return "king" if is_king(card) else "pagat" if card == PAGAT else ""


def _rank(card: Card, led: str | None) -> int:
    suit, number = card
    if suit == TRUMP:
        return 100 + number
    if suit != led or card == FOOL:
        return 0
    # In the red suits the pip cards rank in reverse.
    return 20 + number if number > 10 or suit in ("clubs", "spades") else 31 - number
