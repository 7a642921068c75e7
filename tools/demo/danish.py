"""Deal and play a hand of Danish tarok, from the shuffle to the hand event."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from scoring.core.table import Table, order_seats_from
from scoring.games.danish.seats import find_player_sitting_out
from scoring.games.hungarian.tables import SUITS
from tools.demo.cards import (
    ALL_KINGS,
    COURTS,
    DANISH_PACK,
    FOOL,
    JACK,
    KING_RANK,
    PAGAT,
    SUIT_SIZE,
    TAROKK,
    XX,
    XXI,
    select_kings,
    select_tarokks,
)
from tools.demo.dealt import DealtHand
from tools.demo.tricks import CardChoice, Trick, play_to_win, play_tricks

SKAT_SIZE = 3
FEWEST_TRUMPS, FEWEST_MATADORS = 10, 3
CARDS_OF_FOUR_POINTS = ALL_KINGS | {PAGAT, XXI, FOOL}
# Number of trumps from which the pagat or a king may win the last trick.
MANY_TRUMPS = 9
# With at most this many cards in hand the fool is no longer held back.
FEW_CARDS = 6


@dataclass(frozen=True, slots=True)
class Played:
    """A hand that was played to its end.

    order: the three active players, the dealer last.
    declared: declarations as in the hand event.
    """

    order: tuple[str, ...]
    skat: list[int]
    declared: list[dict[str, Any]]
    tricks: Sequence[Trick]


def deal(table: Table, rng: Random) -> DealtHand:
    """Deal and play the next hand at the table; a few hands are irregular."""
    chance = rng.random()
    if chance < 0.01:
        fine = {"type": "fine", "player": table.dealer, "severity": "minor"}
        return DealtHand({"type": "hand", "outcome": "misdeal"}, events_before=(fine,))
    order = _find_active_players(table)
    shuffled = list(DANISH_PACK)
    rng.shuffle(shuffled)
    hands = [shuffled[0:25], shuffled[25:50], shuffled[50:]]
    if any(not select_tarokks(hand) for hand in hands):
        return DealtHand({"type": "hand", "outcome": "misdeal"})
    declared = _declare_combinations(order, hands)
    skat = _discard_skat(hands[-1])
    tricks = play_tricks(hands, range(len(order)), _choose_card, _choose_saved_cards(hands))
    played = Played(order, skat, declared, tricks)
    if chance > 0.99:
        return _abandon_hand(played, rng)
    return DealtHand(_build_event(played, count=table.rules.count))


def _find_active_players(table: Table) -> tuple[str, ...]:
    """Return the active players in order, starting after the dealer."""
    order = order_seats_from(table.seats, table.dealer)
    sitting_out = find_player_sitting_out(table)
    return tuple(name for name in (*order[1:], order[0]) if name != sitting_out)


def _discard_skat(hand: list[int]) -> list[int]:
    """Remove three cards from the dealer's hand and return them, preferring short suits.

    Cards of combinations are discarded last; kings, tarokks and the fool are never discarded.
    """
    suits = [
        [card for card in hand if card // SUIT_SIZE == suit] for suit in range(1, len(SUITS) + 1)
    ]
    combined = {
        card
        for suit in suits
        for card in suit
        if card % SUIT_SIZE >= JACK
        and sum(other % SUIT_SIZE >= JACK for other in suit) + (FOOL in hand) > 3
    }
    plain = [(len(suit), -card, card) for suit in suits for card in suit if card not in ALL_KINGS]
    plain.sort(key=lambda item: (item[2] in combined, item))
    chosen = [card for *_order, card in plain[:SKAT_SIZE]]
    for card in chosen:
        hand.remove(card)
    return chosen


def _declare_combinations(
    order: tuple[str, ...], hands: Sequence[list[int]]
) -> list[dict[str, Any]]:
    """Return the declarations of all combinations, the dealer's first."""
    declarations = []
    for turn in range(len(order)):
        seat = turn - 1
        declarations += [
            {"player": order[seat], **combination} for combination in find_combinations(hands[seat])
        ]
    return declarations


def find_combinations(hand: Sequence[int]) -> list[dict[str, Any]]:
    """Return the combinations of a hand as declarations without the player."""
    declarations: list[dict[str, Any]] = []
    fool = FOOL in hand
    trumps = len(select_tarokks(hand)) + fool
    if trumps >= FEWEST_TRUMPS:
        declarations.append({"kind": "trumps", "count": trumps, "pagat": PAGAT in hand})
    if fool and XXI in hand and PAGAT in hand:
        missing = next(card for card in range(XX, TAROKK, -1) if card == PAGAT or card not in hand)
        declarations.append({"kind": "matadors", "count": FEWEST_MATADORS + XX - missing})
    level = _find_level(len(select_kings(hand)), fool=fool)
    if level:
        declarations.append({"kind": "kings", "level": level})
    for suit_number, suit in enumerate(SUITS, 1):
        level = _find_level(
            sum(suit_number * SUIT_SIZE + rank in hand for rank in COURTS), fool=fool
        )
        if level:
            declarations.append({"kind": "cavallerie", "suit": suit, "level": level})
    return declarations


def _find_level(count: int, *, fool: bool) -> str | None:
    """Return the level of a combination of kings or of court cards of a suit, or None.

    count: number of kings or court cards.
    fool: whether the hand has the fool.
    """
    if count == len(COURTS):
        return "abundant" if fool else "full"
    return "half" if fool and count == len(COURTS) - 1 else None


def _choose_saved_cards(hands: Sequence[list[int]]) -> dict[int, int]:
    """Return the cards that players with many trumps save for the last trick, with its number.

    Such a player saves the pagat, else the king of their longest suit.
    """
    last = len(hands[0])
    saved_cards = {}
    for hand in hands:
        if len(select_tarokks(hand)) < MANY_TRUMPS:
            continue
        if PAGAT in hand:
            saved_cards[PAGAT] = last
        elif hand_kings := select_kings(hand):
            saved_cards[max(hand_kings, key=partial(_count_suit, hand))] = last
    return saved_cards


def _count_suit(hand: list[int], king: int) -> int:
    return sum(card // SUIT_SIZE == king // SUIT_SIZE for card in hand)


def _choose_card(choice: CardChoice) -> int:
    """Return the card to play without a partner, using the fool to save a court card."""
    if FOOL not in choice.options:
        return _choose_king(choice) or play_to_win(choice)
    others = [card for card in choice.options if card != FOOL]
    choice = replace(choice, options=others, ours=False)
    card = play_to_win(choice)
    saves_court = card < choice.best and card % SUIT_SIZE >= JACK and card < TAROKK
    return FOOL if saves_court or len(choice.hand) <= FEW_CARDS else card


def _choose_king(choice: CardChoice) -> int | None:
    """Return a king to lead early or to play near the end, or None."""
    early = not choice.trick and len(choice.hand) > FEW_CARDS
    if early or len(choice.hand) < FEW_CARDS:
        return next(iter(select_kings(choice.options)), None)
    return None


def _list_events_in_play(played: Played, until: int) -> list[dict[str, Any]]:
    """Return the events of lost kings, and of the pagat, in the first `until` tricks."""
    events = []
    for trick in played.tricks[:until]:
        for card in trick.cards:
            if card != PAGAT and card not in ALL_KINGS:
                continue
            player = played.order[trick.find_seat(card)]
            if card != trick.winning_card:
                event = "pagat_lost" if card == PAGAT else "king_lost"
                events.append({"player": player, "event": event})
            elif card == PAGAT:
                events.append({"player": player, "event": "pagat_won"})
    return events


def _abandon_hand(played: Played, rng: Random) -> DealtHand:
    """Return the hand as if it was abandoned after an irrecoverable irregularity."""
    event: dict[str, Any] = {"type": "hand", "outcome": "abandoned"}
    if played.declared:
        event["declarations"] = played.declared
    in_play = _list_events_in_play(played, rng.randrange(1, len(played.tricks) - 1))
    if in_play:
        event["in_play"] = in_play
    fine = {"type": "fine", "player": rng.choice(played.order), "severity": "irrecoverable"}
    return DealtHand(event, events_before=(fine,))


def _build_event(played: Played, *, count: bool) -> dict[str, Any]:
    event: dict[str, Any] = {"type": "hand"}
    if played.declared:
        event["declarations"] = played.declared
    in_play = _list_events_in_play(played, len(played.tricks) - 1)
    if in_play:
        event["in_play"] = in_play
    won = [sum(trick.winner == seat for trick in played.tricks) for seat in range(3)]
    trickless = [seat for seat in range(3) if not won[seat]]
    if len(trickless) == 2:
        event["tout"] = played.order[played.tricks[-1].winner]
    elif trickless:
        event["nolo"] = played.order[trickless[0]]
    event["last_trick"] = _describe_last_trick(played)
    if count and len(trickless) != 1:
        event["card_points"] = dict(zip(played.order, _count_card_points(played), strict=True))
    return event


def _describe_last_trick(played: Played) -> dict[str, Any]:
    trick = played.tricks[-1]
    names = {PAGAT: "pagat", **dict.fromkeys(ALL_KINGS, "king")}
    lost = [
        {"player": played.order[trick.find_seat(card)], "card": names[card]}
        for card in trick.cards
        if card in names and card != trick.winning_card
    ]
    return {
        "winner": played.order[trick.winner],
        "with": names.get(trick.winning_card, "other"),
        **({"lost": lost} if lost else {}),
    }


def _count_card_points(played: Played) -> list[int]:
    """Return the card points of each player, including one for each trick and one for the skat.

    The points of the fool go to the player who played it, except in the last trick.
    """
    points = [0, 0, 1 + sum(map(_find_card_value, played.skat))]
    for trick in played.tricks:
        for card in trick.cards:
            stays_with_player = card == FOOL and trick is not played.tricks[-1]
            points[trick.find_seat(card) if stays_with_player else trick.winner] += (
                _find_card_value(card)
            )
        points[trick.winner] += 1
    return points


def _find_card_value(card: int) -> int:
    if card in CARDS_OF_FOUR_POINTS:
        return 4
    court = JACK <= card % SUIT_SIZE < KING_RANK and card < TAROKK
    return card % SUIT_SIZE - JACK + 1 if court else 0
