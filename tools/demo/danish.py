"""One hand of Danish tarok, from the shuffle to the record."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from scoring.core.table import Table, order_from
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
    SIZE,
    TAROKK,
    XX,
    XXI,
    kings,
    tarokks,
)
from tools.demo.dealt import Dealt
from tools.demo.tricks import Moment, Trick, play_out, take

IN_SKAT = 3
FEWEST_TRUMPS, FEWEST_MATADORS = 10, 3
POINTS_OF_FOUR = ALL_KINGS | {PAGAT, XXI, FOOL}
# Number of trumps from which the pagat or a king may win the last trick.
LONG_TRUMPS = 9
# From this many cards on the fool is no longer held back.
FEW_CARDS = 6


@dataclass(frozen=True, slots=True)
class Played:
    """A hand that was played out.

    order: the three who play, the dealer last.
    declared: declarations as recorded.
    """

    order: tuple[str, ...]
    skat: list[int]
    declared: list[dict[str, Any]]
    tricks: Sequence[Trick]


def deal(table: Table, rng: Random) -> Dealt:
    """Return the next hand at the table, occasionally an irregular one."""
    misfortune = rng.random()
    if misfortune < 0.01:
        fine = {"type": "fine", "player": table.dealer, "severity": "minor"}
        return Dealt({"type": "hand", "outcome": "misdeal"}, before=(fine,))
    order = _players(table)
    shuffled = list(DANISH_PACK)
    rng.shuffle(shuffled)
    hands = [shuffled[0:25], shuffled[25:50], shuffled[50:]]
    if any(not tarokks(hand) for hand in hands):
        return Dealt({"type": "hand", "outcome": "misdeal"})
    declared = _declarations(order, hands)
    skat = _discard(hands[-1])
    tricks = play_out(hands, range(len(order)), _play, _kept(hands))
    played = Played(order, skat, declared, tricks)
    if misfortune > 0.99:
        return _abandoned(played, rng)
    return Dealt(_record(played, count=table.rules.count))


def _players(table: Table) -> tuple[str, ...]:
    """Return the active players, starting with the one after the dealer."""
    order = order_from(table.seats, table.dealer)
    out = find_player_sitting_out(table)
    return tuple(name for name in (*order[1:], order[0]) if name != out)


def _discard(hand: list[int]) -> list[int]:
    """Discard three cards for the dealer: plain cards of short suits, and cards of combinations
    only as a last resort.

    A king, the pagát, the mondo or the fool is never discarded; tarokks would have to go all at
    once.
    """
    suits = [[card for card in hand if card // SIZE == suit] for suit in range(1, len(SUITS) + 1)]
    bound = {
        card
        for suit in suits
        for card in suit
        if card % SIZE >= JACK and sum(one % SIZE >= JACK for one in suit) + (FOOL in hand) > 3
    }
    plain = [(len(suit), -card, card) for suit in suits for card in suit if card not in ALL_KINGS]
    plain.sort(key=lambda item: (item[2] in bound, item))
    chosen = [card for *_order, card in plain[:IN_SKAT]]
    for card in chosen:
        hand.remove(card)
    return chosen


def _declarations(order: tuple[str, ...], hands: Sequence[list[int]]) -> list[dict[str, Any]]:
    """Return all combinations as declarations, the dealer's first; the skat contains none of their
    cards.
    """
    found = []
    for turn in range(len(order)):
        seat = turn - 1
        found += [{"player": order[seat], **one} for one in combinations(hands[seat])]
    return found


def combinations(hand: Sequence[int]) -> list[dict[str, Any]]:
    """Return the combinations that a hand declares: trumps, matadors, kings, cavalleries."""
    found: list[dict[str, Any]] = []
    fool = FOOL in hand
    trumps = len(tarokks(hand)) + fool
    if trumps >= FEWEST_TRUMPS:
        found.append({"kind": "trumps", "count": trumps, "pagat": PAGAT in hand})
    if fool and XXI in hand and PAGAT in hand:
        missing = next(card for card in range(XX, TAROKK, -1) if card == PAGAT or card not in hand)
        found.append({"kind": "matadors", "count": FEWEST_MATADORS + XX - missing})
    level = _level(len(kings(hand)), fool=fool)
    if level:
        found.append({"kind": "kings", "level": level})
    for place, suit in enumerate(SUITS, 1):
        level = _level(sum(place * SIZE + rank in hand for rank in COURTS), fool=fool)
        if level:
            found.append({"kind": "cavallerie", "suit": suit, "level": level})
    return found


def _level(count: int, *, fool: bool) -> str | None:
    """Return the level at which this many kings, or courts of a suit, are declared; None for no
    declaration.

    fool: whether the hand has the fool.
    """
    if count == len(COURTS):
        return "abundant" if fool else "full"
    return "half" if fool and count == len(COURTS) - 1 else None


def _kept(hands: Sequence[list[int]]) -> dict[int, int]:
    """Return the cards saved for the last trick: with long trumps the pagat, else the king of the
    longest suit.
    """
    last = len(hands[0])
    kept = {}
    for hand in hands:
        if len(tarokks(hand)) < LONG_TRUMPS:
            continue
        if PAGAT in hand:
            kept[PAGAT] = last
        elif own := kings(hand):
            kept[max(own, key=partial(_length, hand))] = last
    return kept


def _length(hand: list[int], king: int) -> int:
    return sum(card // SIZE == king // SIZE for card in hand)


def _play(moment: Moment) -> int:
    """Return the card of a player who plays alone, and who uses the fool to save a court card."""
    if FOOL not in moment.options:
        return _rid_of_king(moment) or take(moment)
    others = [card for card in moment.options if card != FOOL]
    moment = replace(moment, options=others, ours=False)
    card = take(moment)
    in_need = card < moment.best and card % SIZE >= JACK and card < TAROKK
    return FOOL if in_need or len(moment.hand) <= FEW_CARDS else card


def _rid_of_king(moment: Moment) -> int | None:
    """Return a king to play, None if it is not the time: early as a lead, or shortly before the
    end.
    """
    early = not moment.trick and len(moment.hand) > FEW_CARDS
    if early or len(moment.hand) < FEW_CARDS:
        return next(iter(kings(moment.options)), None)
    return None


def _in_play(played: Played, until: int) -> list[dict[str, Any]]:
    """Return the lost kings and the fate of the pagat in the tricks before `until`."""
    found = []
    for trick in played.tricks[:until]:
        for card in trick.cards:
            if card != PAGAT and card not in ALL_KINGS:
                continue
            player = played.order[trick.seat_of(card)]
            if card != trick.won_with:
                event = "pagat_lost" if card == PAGAT else "king_lost"
                found.append({"player": player, "event": event})
            elif card == PAGAT:
                found.append({"player": player, "event": "pagat_won"})
    return found


def _abandoned(played: Played, rng: Random) -> Dealt:
    """Return a hand abandoned halfway after an irrecoverable irregularity."""
    event: dict[str, Any] = {"type": "hand", "outcome": "abandoned"}
    if played.declared:
        event["declarations"] = played.declared
    in_play = _in_play(played, rng.randrange(1, len(played.tricks) - 1))
    if in_play:
        event["in_play"] = in_play
    fine = {"type": "fine", "player": rng.choice(played.order), "severity": "irrecoverable"}
    return Dealt(event, before=(fine,))


def _record(played: Played, *, count: bool) -> dict[str, Any]:
    event: dict[str, Any] = {"type": "hand"}
    if played.declared:
        event["declarations"] = played.declared
    in_play = _in_play(played, len(played.tricks) - 1)
    if in_play:
        event["in_play"] = in_play
    won = [sum(trick.winner == seat for trick in played.tricks) for seat in range(3)]
    empty = [seat for seat in range(3) if not won[seat]]
    if len(empty) == 2:
        event["tout"] = played.order[played.tricks[-1].winner]
    elif empty:
        event["nolo"] = played.order[empty[0]]
    event["last_trick"] = _last_trick(played)
    if count and len(empty) != 1:
        event["card_points"] = dict(zip(played.order, _count(played), strict=True))
    return event


def _last_trick(played: Played) -> dict[str, Any]:
    trick = played.tricks[-1]
    names = {PAGAT: "pagat", **dict.fromkeys(ALL_KINGS, "king")}
    lost = [
        {"player": played.order[trick.seat_of(card)], "card": names[card]}
        for card in trick.cards
        if card in names and card != trick.won_with
    ]
    return {
        "winner": played.order[trick.winner],
        "with": names.get(trick.won_with, "other"),
        **({"lost": lost} if lost else {}),
    }


def _count(played: Played) -> list[int]:
    """Return the points of the three piles: honours by card, one point for each trick, one for the
    skat.

    The fool belongs to the player who played it, except in the last trick.
    """
    points = [0, 0, 1 + sum(map(_value, played.skat))]
    for trick in played.tricks:
        for card in trick.cards:
            own = card == FOOL and trick is not played.tricks[-1]
            points[trick.seat_of(card) if own else trick.winner] += _value(card)
        points[trick.winner] += 1
    return points


def _value(card: int) -> int:
    if card in POINTS_OF_FOUR:
        return 4
    court = JACK <= card % SIZE < KING_RANK and card < TAROKK
    return card % SIZE - JACK + 1 if court else 0
