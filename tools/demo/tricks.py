"""The play of tricks by simulated players: allowed cards, choices, and cards taken.

The players know all sides. They follow suit, trump when they must, try to win valuable tricks and
add valuable cards to their own side's tricks.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from tools.demo.cards import FOOL, HONOURS, PAGAT, POINTS_OF_CARD, SKIZ, SUIT_SIZE, TAROKK, XXI

# From this tarokk on, a card is likely to win the trick.
HIGH = TAROKK + 18
NO_SAVED_CARDS: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick that was played.

    leader: seat that led.
    cards: cards in the order of play.
    winner: seat that won.
    """

    leader: int
    cards: tuple[int, ...]
    winner: int

    def find_seat(self, card: int) -> int:
        """Return the seat that played the card, which must be in the trick."""
        return (self.leader + self.cards.index(card)) % len(self.cards)

    @property
    def winning_card(self) -> int:
        """The winning card."""
        return self.cards[(self.winner - self.leader) % len(self.cards)]


@dataclass(slots=True)
class CardChoice:
    """The situation in which a player chooses a card.

    options: allowed cards.
    trick: cards played so far.
    best: winning card so far, FOOL before there is one.
    ours: whether the player's side played the winning card.
    last: whether the player plays last.
    """

    hand: list[int]
    options: list[int]
    trick: list[int]
    best: int
    ours: bool
    last: bool


Policy = Callable[[CardChoice], int]


def play_tricks(
    hands: Sequence[list[int]],
    sides: Sequence[int],
    policy: Policy,
    saved_cards: Mapping[int, int] = NO_SAVED_CARDS,
) -> list[Trick]:
    """Play all tricks of a hand, emptying the hands, and return them; seat 0 leads first.

    sides: side of each seat.
    policy: chooses one of several allowed cards.
    saved_cards: card to the number of the trick, from 1, that it is saved for.
    """
    tricks: list[Trick] = []
    leader = 0
    for number in range(1, len(hands[0]) + 1):
        tricks_to_wait = {card: trick_number - number for card, trick_number in saved_cards.items()}
        trick = _play_trick(hands, sides, policy, leader, tricks_to_wait)
        tricks.append(trick)
        leader = trick.winner
    return tricks


def _play_trick(
    hands: Sequence[list[int]],
    sides: Sequence[int],
    policy: Policy,
    leader: int,
    tricks_to_wait: Mapping[int, int],
) -> Trick:
    """Play one trick.

    tricks_to_wait: card to the number of tricks before the one that the card is saved for.
    """
    count = len(hands)
    cards: list[int] = []
    winner, best = leader, FOOL
    for turn in range(count):
        seat = (leader + turn) % count
        hand = hands[seat]
        options = list_allowed_cards(hand, cards)
        if tricks_to_wait and len(options) > 1:
            options = _hold_back_saved_cards(options, tricks_to_wait)
        if len(options) == 1:
            card = options[0]
        else:
            ours = sides[winner] == sides[seat]
            card = policy(CardChoice(hand, options, cards, best, ours, turn == count - 1))
        hand.remove(card)
        if beats(card, best):
            winner, best = seat, card
        cards.append(card)
    return Trick(leader, tuple(cards), winner)


def list_allowed_cards(hand: list[int], trick: list[int]) -> list[int]:
    """Return the cards that may be played: of the suit led, else tarokks, else any card.

    The Danish fool may be played to any trick except the last but one, but led only as the last
    card.
    """
    plain = [card for card in hand if card != FOOL]
    if not plain:
        return hand
    led = next((card // SUIT_SIZE for card in trick if card != FOOL), None)
    if led is None:
        return plain
    options = [card for card in plain if card // SUIT_SIZE == led]
    if not options:
        options = [card for card in plain if card > TAROKK] or plain
    if len(plain) != len(hand) and len(hand) != 2:
        return [FOOL, *options]
    return options


def beats(card: int, best: int) -> bool:
    """Return whether the card beats the best one so far."""
    if best == FOOL:
        return card != FOOL
    return card > best and (card > TAROKK or card // SUIT_SIZE == best // SUIT_SIZE)


def _hold_back_saved_cards(options: list[int], tricks_to_wait: Mapping[int, int]) -> list[int]:
    """Return the options saved for this trick, else those not saved for a later one, else all."""
    due = [card for card in options if tricks_to_wait.get(card) == 0]
    free = [card for card in options if tricks_to_wait.get(card, 0) <= 0]
    return due or free or options


def play_to_win(choice: CardChoice) -> int:
    """Return the card of a player who wants valuable tricks."""
    if not choice.trick:
        return _choose_lead(choice)
    winning = [card for card in choice.options if beats(card, choice.best)]
    losing = [card for card in choice.options if card not in winning]
    if choice.ours and losing and (choice.last or choice.best >= HIGH):
        return max(losing, key=_rank_gift)
    if choice.ours and losing:
        return min(losing, key=_rank_loss)
    if not winning:
        return min(losing, key=_rank_loss)
    if choice.last:
        return PAGAT if PAGAT in winning else min(winning)
    return _choose_attack(choice, winning, losing)


def play_to_lose(choice: CardChoice) -> int:
    """Return the card of a player who wants no tricks."""
    if not choice.trick:
        return min(choice.options, key=_rank_card)
    losing = [card for card in choice.options if not beats(card, choice.best)]
    if losing:
        return max(losing, key=_rank_card)
    return max(choice.options) if choice.last else min(choice.options)


def _choose_lead(choice: CardChoice) -> int:
    """Return the card to lead: the middle of many tarokks, else a cheap card, else an honour."""
    low_tarokks = sorted(card for card in choice.options if card > TAROKK and card not in HONOURS)
    if len(low_tarokks) > 3:
        return low_tarokks[len(low_tarokks) // 2]
    plain = [card for card in choice.options if card < TAROKK and POINTS_OF_CARD[card] < 5]
    if plain:
        return min(plain, key=_rank_loss)
    return low_tarokks[-1] if low_tarokks else max(choice.options)


def _choose_attack(choice: CardChoice, winning: list[int], losing: list[int]) -> int:
    """Return a card that wins the trick, or a cheap one if that would cost an honour for little."""
    if choice.best == XXI:
        return SKIZ
    if choice.best < TAROKK and winning[0] < TAROKK:
        return max(winning)
    plain_winners = sorted(card for card in winning if card not in HONOURS)
    if plain_winners:
        return plain_winners[len(plain_winners) // 2]
    if losing and sum(POINTS_OF_CARD[card] for card in choice.trick) < 5:
        return min(losing, key=_rank_loss)
    return max(winning)


def _rank_card(card: int) -> int:
    return card if card > TAROKK else card % SUIT_SIZE


def _rank_gift(card: int) -> int:
    """Return a sort key that is greatest for the best gift: a valuable card of low rank."""
    return POINTS_OF_CARD[card] * SUIT_SIZE - card % SUIT_SIZE


def _rank_loss(card: int) -> int:
    """Return a sort key that is least for the card whose loss costs least."""
    return POINTS_OF_CARD[card] * SUIT_SIZE + card % SUIT_SIZE


def collect_taken_cards(tricks: Iterable[Trick], sides: Sequence[int], side: int) -> list[int]:
    """Return the cards in the tricks of a side."""
    return [card for trick in tricks if sides[trick.winner] == side for card in trick.cards]


def find_sweeping_side(
    tricks: Sequence[Trick], sides: Sequence[int], cards: Iterable[int]
) -> int | None:
    """Return the side that took all these cards, or None."""
    wanted_cards = set(cards)
    for side in set(sides):
        if wanted_cards.issubset(collect_taken_cards(tricks, sides, side)):
            return side
    return None


def find_xxi_catch(tricks: Sequence[Trick], sides: Sequence[int]) -> tuple[int, int] | None:
    """Return the seat whose skiz caught an opponent's XXI and the seat that lost it, or None."""
    for trick in tricks:
        if SKIZ in trick.cards and XXI in trick.cards:
            catcher, victim = trick.find_seat(SKIZ), trick.find_seat(XXI)
            return None if sides[catcher] == sides[victim] else (catcher, victim)
    return None
