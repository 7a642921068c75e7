"""Playing tricks: what may be played, what simple players play, and who took what.

The players stand by their side as if everybody knew who is with whom. They follow suit, trump when
they must, win what is worth it and give points to a side that has the trick already.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from tools.demo.cards import FOOL, HONOURS, PAGAT, SIZE, SKIZ, TAROKK, WORTH, XXI

# From here on a tarokk is likely to hold the trick.
HIGH = TAROKK + 18
NOTHING_KEPT: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick: cards in the order of play, from the leader's seat on; winner is a seat."""

    leader: int
    cards: tuple[int, ...]
    winner: int

    def seat_of(self, card: int) -> int:
        """Who played the card, which must be in the trick."""
        return (self.leader + self.cards.index(card)) % len(self.cards)

    @property
    def won_with(self) -> int:
        """The card that won."""
        return self.cards[(self.winner - self.leader) % len(self.cards)]


@dataclass(slots=True)
class Moment:
    """What a player goes by: the cards allowed, the trick so far and who wins it at present.

    best: the card that wins so far, FOOL before one does; ours: it is of the player's own side.
    """

    hand: list[int]
    options: list[int]
    trick: list[int]
    best: int
    ours: bool
    last: bool


Policy = Callable[[Moment], int]


def play_out(
    hands: Sequence[list[int]],
    sides: Sequence[int],
    policy: Policy,
    kept: Mapping[int, int] = NOTHING_KEPT,
) -> list[Trick]:
    """Return all tricks of a hand; seat 0 leads first, and the hands are used up.

    sides: side of each seat.
    kept: card to the number of the trick, from 1, that it is saved for; it is not played earlier
        unless forced.
    """
    tricks: list[Trick] = []
    leader = 0
    for number in range(1, len(hands[0]) + 1):
        waiting = {card: wanted - number for card, wanted in kept.items()}
        trick = _play_trick(hands, sides, policy, leader, waiting)
        tricks.append(trick)
        leader = trick.winner
    return tricks


def _play_trick(
    hands: Sequence[list[int]],
    sides: Sequence[int],
    policy: Policy,
    leader: int,
    waiting: Mapping[int, int],
) -> Trick:
    """One trick; waiting: card to the tricks that must pass before it is wanted."""
    count = len(hands)
    cards: list[int] = []
    winner, best = leader, FOOL
    for turn in range(count):
        seat = (leader + turn) % count
        hand = hands[seat]
        options = allowed(hand, cards)
        if waiting and len(options) > 1:
            options = _patient(options, waiting)
        if len(options) == 1:
            card = options[0]
        else:
            ours = sides[winner] == sides[seat]
            card = policy(Moment(hand, options, cards, best, ours, turn == count - 1))
        hand.remove(card)
        if beats(card, best):
            winner, best = seat, card
        cards.append(card)
    return Trick(leader, tuple(cards), winner)


def allowed(hand: list[int], trick: list[int]) -> list[int]:
    """Return the cards that may be played: the suit led, else a tarokk, else anything.

    The Danish fool may go to any trick but the last but one; it is led only as the last card.
    """
    plain = [card for card in hand if card != FOOL]
    if not plain:
        return hand
    led = next((card // SIZE for card in trick if card != FOOL), None)
    if led is None:
        return plain
    options = [card for card in plain if card // SIZE == led]
    if not options:
        options = [card for card in plain if card > TAROKK] or plain
    if len(plain) != len(hand) and len(hand) != 2:
        return [FOOL, *options]
    return options


def beats(card: int, best: int) -> bool:
    """Whether the card takes the lead from the best one so far."""
    if best == FOOL:
        return card != FOOL
    return card > best and (card > TAROKK or card // SIZE == best // SIZE)


def _patient(options: list[int], waiting: Mapping[int, int]) -> list[int]:
    """The options without cards that are wanted later; one that is wanted now goes first."""
    due = [card for card in options if waiting.get(card) == 0]
    free = [card for card in options if waiting.get(card, 0) <= 0]
    return due or free or options


def take(moment: Moment) -> int:
    """The card of somebody who wants tricks with points in them."""
    if not moment.trick:
        return _lead(moment)
    winning = [card for card in moment.options if beats(card, moment.best)]
    losing = [card for card in moment.options if card not in winning]
    if moment.ours and losing and (moment.last or moment.best >= HIGH):
        return max(losing, key=_gift)
    if moment.ours and losing:
        return min(losing, key=_price)
    if not winning:
        return min(losing, key=_price)
    if moment.last:
        return PAGAT if PAGAT in winning else min(winning)
    return _attack(moment, winning, losing)


def avoid(moment: Moment) -> int:
    """The card of somebody who wants no tricks at all."""
    if not moment.trick:
        return min(moment.options, key=_rank)
    losing = [card for card in moment.options if not beats(card, moment.best)]
    if losing:
        return max(losing, key=_rank)
    return max(moment.options) if moment.last else min(moment.options)


def _lead(moment: Moment) -> int:
    """From long tarokks a middle one, else the least of the plain cards, honours last."""
    low = sorted(card for card in moment.options if card > TAROKK and card not in HONOURS)
    if len(low) > 3:
        return low[len(low) // 2]
    plain = [card for card in moment.options if card < TAROKK and WORTH[card] < 5]
    if plain:
        return min(plain, key=_price)
    return low[-1] if low else max(moment.options)


def _attack(moment: Moment, winning: list[int], losing: list[int]) -> int:
    """In the middle of a trick: the king of the suit, the skiz on the XXI, else as high as fair."""
    if moment.best == XXI:
        return SKIZ
    if moment.best < TAROKK and winning[0] < TAROKK:
        return max(winning)
    fair = sorted(card for card in winning if card not in HONOURS)
    if fair:
        return fair[len(fair) // 2]
    if losing and sum(WORTH[card] for card in moment.trick) < 5:
        return min(losing, key=_price)
    return max(winning)


def _rank(card: int) -> int:
    return card if card > TAROKK else card % SIZE


def _gift(card: int) -> int:
    """Dear cards first; of equal ones the lowest."""
    return WORTH[card] * SIZE - card % SIZE


def _price(card: int) -> int:
    """What it costs to lose the card."""
    return WORTH[card] * SIZE + card % SIZE


def taken_by(tricks: Iterable[Trick], sides: Sequence[int], side: int) -> list[int]:
    """The cards in the tricks of a side."""
    return [card for trick in tricks if sides[trick.winner] == side for card in trick.cards]


def sweeps(tricks: Sequence[Trick], sides: Sequence[int], cards: Iterable[int]) -> int | None:
    """The side whose tricks hold all these cards, None when no side's do."""
    wanted = set(cards)
    for side in set(sides):
        if wanted.issubset(taken_by(tricks, sides, side)):
            return side
    return None


def catch(tricks: Sequence[Trick], sides: Sequence[int]) -> tuple[int, int] | None:
    """Who caught the XXI with the skiz, and who lost it to the other side."""
    for trick in tricks:
        if SKIZ in trick.cards and XXI in trick.cards:
            by, victim = trick.seat_of(SKIZ), trick.seat_of(XXI)
            return None if sides[by] == sides[victim] else (by, victim)
    return None
