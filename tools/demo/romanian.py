"""Deal and play a hand of Romanian tarok or Taper, from the shuffle to the hand event."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from scoring.core.posting import DECLARER as DECLARERS
from scoring.core.posting import OPPONENTS as OTHERS
from scoring.core.table import Table, order_seats_from
from scoring.games.romanian.rules import MICHI, RomanianRules
from scoring.games.romanian.tables import TABLES as ROMANIAN
from scoring.games.romanian.tables import Tables
from scoring.games.taper.tables import TABLES as TAPER
from tools.demo.announcing import DECLARER, OPPONENTS, Speakers, play_announcements
from tools.demo.cards import (
    ALL_KINGS,
    HONOURS,
    KINGS,
    PAGAT,
    POINTS_OF_CARD,
    count_card_points,
    discard,
    select_kings,
    select_tarokks,
    split_pack,
)
from tools.demo.dealt import DealtHand
from tools.demo.romanian_announcements import (
    HIGHEST_CONTRA,
    build_announcement_keys,
    choose_figures,
    declare_taroace,
)
from tools.demo.romanian_contracts import (
    TALON_SIZE,
    Bid,
    Search,
    call_king,
    choose_pack,
    hold_auction,
    list_bids,
    search_talon,
)
from tools.demo.tricks import (
    Trick,
    collect_taken_cards,
    find_sweeping_side,
    find_xxi_catch,
    play_to_lose,
    play_to_win,
    play_tricks,
)

SIDES = (DECLARERS, OTHERS)


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal after the search of the talon.

    order: players in order of speaking.
    hidden: talon cards that nobody has seen.
    called: the called king, None in Taper.
    partner: seat, None if the declarer plays alone.
    side_of: side of each seat.
    """

    order: tuple[str, ...]
    declarer: int
    bid: Bid
    search: Search
    hidden: Sequence[int]
    discarded: Sequence[int]
    called: int | None
    partner: int | None
    side_of: Sequence[int]


def deal(table: Table, rng: Random) -> DealtHand:
    """Deal and play the next hand at the table; the table's rules decide the game."""
    tables = ROMANIAN if isinstance(table.rules, RomanianRules) else TAPER
    order = order_seats_from(table.seats, table.dealer)
    order = (*order[1:], order[0])
    shuffled = list(choose_pack(tables))
    rng.shuffle(shuffled)
    talon, hands = split_pack(shuffled, talon=TALON_SIZE, players=tables.players)
    if (
        any(not select_tarokks(hand) and not select_kings(hand) for hand in hands)
        and rng.random() < 0.7
    ):
        return DealtHand({"type": "hand", "outcome": "abandoned"})
    auction = hold_auction(hands, list_bids(tables, table.rules), rng)
    if auction is None:
        return DealtHand(_build_all_passed_event(table, order, hands))
    dealt = _search_and_discard(tables, order, (talon, hands), auction, rng)
    if dealt.search.surrendered:
        return DealtHand(_build_surrender_event(dealt, hands[dealt.declarer]))
    speakers = Speakers(hands, dealt.side_of, dealt.declarer, HIGHEST_CONTRA)
    announcements = play_announcements(
        speakers,
        lambda seat: choose_figures(
            hands[seat], called=dealt.called, is_declarer=seat == dealt.declarer, rng=rng
        ),
        rng,
    )
    taroace = declare_taroace(speakers, announcements, tables, rng)
    event = _build_contract_keys(dealt) | build_announcement_keys(announcements, taroace, order)
    tricks = play_tricks(hands, dealt.side_of, play_to_win, announcements.find_saved_cards())
    return DealtHand(event | _build_play_keys(dealt, tricks))


def _build_all_passed_event(
    table: Table, order: tuple[str, ...], hands: Sequence[list[int]]
) -> dict[str, Any]:
    """Return the event after everybody passed; if the rules have michi-michi, play it first."""
    rules = table.rules
    if not isinstance(rules, RomanianRules) or rules.all_pass != MICHI:
        return {"type": "hand", "outcome": "passed_out"}
    tricks = play_tricks(hands, range(len(order)), play_to_lose)
    taken = [sum(trick.winner == seat for trick in tricks) for seat in range(len(order))]
    counts = dict(zip(order, taken, strict=True))
    return {"type": "hand", "outcome": "michi", "tricks_taken": counts}


def _search_and_discard(
    tables: Tables,
    order: tuple[str, ...],
    dealt: tuple[list[int], Sequence[list[int]]],
    auction: tuple[int, Bid],
    rng: Random,
) -> Deal:
    """Call a king, search the talon and discard.

    dealt: the talon and the hands.
    auction: the declarer's seat and the bid.
    """
    talon, hands = dealt
    declarer, bid = auction
    declarer_hand = hands[declarer]
    called = KINGS[call_king(declarer_hand, rng)] if tables.called_king else None
    size = tables.contracts[bid.contract].taken
    search = search_talon(talon, bid, size=size, king=called, rng=rng)
    discarded: list[int] = []
    if not search.surrendered:
        declarer_hand += search.taken
        discarded = discard(declarer_hand, len(search.taken))
    holder = next((seat for seat, hand in enumerate(hands) if called in hand), declarer)
    partner = None if holder == declarer else holder
    side_of = [DECLARER if seat in (declarer, partner) else OPPONENTS for seat in range(len(order))]
    return Deal(
        order=order,
        declarer=declarer,
        bid=bid,
        search=search,
        hidden=[card for card in talon if card not in search.seen],
        discarded=discarded,
        called=called,
        partner=partner,
        side_of=side_of,
    )


def _build_contract_keys(dealt: Deal) -> dict[str, Any]:
    event: dict[str, Any] = {
        "type": "hand",
        "declarer": dealt.order[dealt.declarer],
        "contract": dealt.bid.contract,
        "level": dealt.search.level,
    }
    if dealt.called:
        event["called"] = next(suit for suit, king in KINGS.items() if king == dealt.called)
        event["partner"] = None if dealt.partner is None else dealt.order[dealt.partner]
    return event


def _build_surrender_event(dealt: Deal, hand: list[int]) -> dict[str, Any]:
    return {
        "type": "hand",
        "outcome": "surrendered",
        "declarer": dealt.order[dealt.declarer],
        "contract": dealt.bid.contract,
        "level": dealt.search.level,
        "honour_held": not HONOURS.isdisjoint(hand),
    }


def _build_play_keys(dealt: Deal, tricks: Sequence[Trick]) -> dict[str, Any]:
    """Return the keys of the hand event that record the play, derived from the tricks."""
    side_of, order = dealt.side_of, dealt.order
    keys: dict[str, Any] = {"declarer_points": count_declarer_points(dealt, tricks)}
    winners = {side_of[trick.winner] for trick in tricks}
    if len(winners) == 1:
        keys["tricks"] = "all" if winners == {DECLARER} else "none"
    fetched = {dealt.called} if _is_fetched(dealt) else set()
    for key, cards in (("trula", HONOURS), ("toti_regii", ALL_KINGS - fetched)):
        side = find_sweeping_side(tricks, side_of, cards)
        if side == DECLARER or (side == OPPONENTS and cards in (HONOURS, ALL_KINGS)):
            keys[key] = SIDES[side]
    catch = find_xxi_catch(tricks, side_of)
    if catch:
        keys["luna_prinsa"] = {"by": order[catch[0]], "from": order[catch[1]]}
    last = tricks[-1]
    if PAGAT in last.cards:
        player = order[last.find_seat(PAGAT)]
        keys["pagat_ultimo"] = {"by": player, "made": last.winning_card == PAGAT}
    return keys | _build_called_king_keys(dealt, tricks)


def _build_called_king_keys(dealt: Deal, tricks: Sequence[Trick]) -> dict[str, Any]:
    """Return the keys of the hand event that record the fate of the called king."""
    keys: dict[str, Any] = {}
    for trick in tricks:
        if dealt.called in trick.cards:
            is_own_trick = dealt.side_of[trick.winner] == DECLARER
            if not is_own_trick:
                keys["king_captured"] = True
            if trick is tricks[-1]:
                keys["rege_ultimo"] = {"made": is_own_trick}
    if dealt.called in dealt.search.seen and dealt.called not in dealt.search.taken:
        keys["king_abandoned"] = True
    return keys


def _is_fetched(dealt: Deal) -> bool:
    """Return whether the declarer exchanges a low card for the called king in the hidden talon."""
    return dealt.called in dealt.hidden and dealt.bid.contract != "solo"


def count_declarer_points(dealt: Deal, tricks: Sequence[Trick]) -> int:
    """Return the card points of the declarer's side, less two points for every three cards."""
    cards = [*collect_taken_cards(tricks, dealt.side_of, DECLARER), *dealt.discarded]
    points = count_card_points(cards)
    if _is_fetched(dealt):
        points += 5 - min(POINTS_OF_CARD[card] for card in cards)
    return (3 * points - 2 * len(cards) + 1) // 3
