"""Play of tricks: the allowed cards, the choices of simple players, and the cards taken.

The players act as if everybody knew the sides. They follow suit, trump when they must, win
valuable tricks and give points to their own side's tricks.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from tools.demo.cards import FOOL, HONOURS, PAGAT, SIZE, SKIZ, TAROKK, WORTH, XXI

# From this tarokk on, a card is likely to win the trick.
HIGH = TAROKK + 18
NOTHING_KEPT: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick.

    cards: in the order of play, starting with the leader's.
    winner: a seat.
    """

    leader: int
    cards: tuple[int, ...]
    winner: int

    def seat_of(self, card: int) -> int:
        """Return the seat that played the card, which must be in the trick."""
        return (self.leader + self.cards.index(card)) % len(self.cards)

    @property
    def won_with(self) -> int:
        """Return the winning card."""
        return self.cards[(self.winner - self.leader) % len(self.cards)]


@dataclass(slots=True)
class Moment:
    """The information for a player's choice of card.

    options: the cards allowed.
    trick: the cards played so far.
    best: the winning card so far, FOOL before there is one.
    ours: whether the player's own side played it.
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
    """Play one trick.

    waiting: card to the number of tricks that must pass before it is to be played.
    """
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
    """Return whether the card beats the best one so far."""
    if best == FOOL:
        return card != FOOL
    return card > best and (card > TAROKK or card // SIZE == best // SIZE)


def _patient(options: list[int], waiting: Mapping[int, int]) -> list[int]:
    """Return the options without cards saved for later; a card that is due now comes first."""
    due = [card for card in options if waiting.get(card) == 0]
    free = [card for card in options if waiting.get(card, 0) <= 0]
    return due or free or options


def take(moment: Moment) -> int:
    """Return the card of a player who wants tricks with points in them."""
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
    """Return the card of a player who wants no tricks at all."""
    if not moment.trick:
        return min(moment.options, key=_rank)
    losing = [card for card in moment.options if not beats(card, moment.best)]
    if losing:
        return max(losing, key=_rank)
    return max(moment.options) if moment.last else min(moment.options)


def _lead(moment: Moment) -> int:
    """Return the card to lead: a middle one from long tarokks, else the cheapest plain card;
    honours last.
    """
    low = sorted(card for card in moment.options if card > TAROKK and card not in HONOURS)
    if len(low) > 3:
        return low[len(low) // 2]
    plain = [card for card in moment.options if card < TAROKK and WORTH[card] < 5]
    if plain:
        return min(plain, key=_price)
    return low[-1] if low else max(moment.options)


def _attack(moment: Moment, winning: list[int], losing: list[int]) -> int:
    """Return the card for a trick in progress: the king of the suit, the skiz on the XXI, else a
    reasonably high card.
    """
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
    """Return a sort key that puts valuable cards first and, among equal ones, the lowest first."""
    return WORTH[card] * SIZE - card % SIZE


def _price(card: int) -> int:
    """Return a sort key for the cost of losing the card."""
    return WORTH[card] * SIZE + card % SIZE


def taken_by(tricks: Iterable[Trick], sides: Sequence[int], side: int) -> list[int]:
    """Return the cards in the tricks of a side."""
    return [card for trick in tricks if sides[trick.winner] == side for card in trick.cards]


def sweeping_side(
    tricks: Sequence[Trick], sides: Sequence[int], cards: Iterable[int]
) -> int | None:
    """Return the side whose tricks contain all these cards, None if no side's do."""
    wanted = set(cards)
    for side in set(sides):
        if wanted.issubset(taken_by(tricks, sides, side)):
            return side
    return None


def find_xxi_catch(tricks: Sequence[Trick], sides: Sequence[int]) -> tuple[int, int] | None:
    """Return the seat that caught the XXI with the skiz and the seat that lost it, None if no side
    did so.
    """
    for trick in tricks:
        if SKIZ in trick.cards and XXI in trick.cards:
            by, victim = trick.seat_of(SKIZ), trick.seat_of(XXI)
            return None if sides[by] == sides[victim] else (by, victim)
    return None
