"""One hand of Romanian tarok or of Taper, from the shuffle to the record."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from scoring.core.posting import DECLARER as DECLARERS
from scoring.core.posting import OPPONENTS as OTHERS
from scoring.core.table import Table, order_from
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
    WORTH,
    discard,
    kings,
    shuffled_hands,
    tarokks,
    worth,
)
from tools.demo.contracts import (
    IN_TALON,
    Bid,
    Search,
    call_king,
    hold_auction,
    ladder,
    pack_of,
    search_talon,
)
from tools.demo.dealt import Dealt
from tools.demo.taroace import HIGHEST_CONTRA, declared_taroace, said_event, wishes
from tools.demo.tricks import Trick, avoid, find_xxi_catch, play_out, sweeping_side, take, taken_by

SIDES = (DECLARERS, OTHERS)


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal after the search of the talon.

    hidden: talon cards that nobody has seen.
    called: the king, None in Taper.
    partner: a seat, None if the declarer plays alone.
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


def deal(table: Table, rng: Random) -> Dealt:
    """Return the next hand at the table, which is Taper if three players play."""
    tables = ROMANIAN if isinstance(table.rules, RomanianRules) else TAPER
    order = order_from(table.seats, table.dealer)
    order = (*order[1:], order[0])
    shuffled = list(pack_of(tables))
    rng.shuffle(shuffled)
    talon, hands = shuffled_hands(shuffled, talon=IN_TALON, players=tables.players)
    if any(not tarokks(hand) and not kings(hand) for hand in hands) and rng.random() < 0.7:
        return Dealt({"type": "hand", "outcome": "abandoned"})
    found = hold_auction(hands, ladder(tables, table.rules), rng)
    if found is None:
        return Dealt(_passed(table, order, hands))
    dealt = _search_and_discard(tables, order, (talon, hands), found, rng)
    if dealt.search.surrendered:
        return Dealt(_surrendered(dealt, hands[dealt.declarer]))
    speakers = Speakers(hands, dealt.side_of, dealt.declarer, HIGHEST_CONTRA)
    said = play_announcements(
        speakers,
        lambda seat: wishes(
            hands[seat], called=dealt.called, is_declarer=seat == dealt.declarer, rng=rng
        ),
        rng,
    )
    declared = declared_taroace(speakers, said, tables, rng)
    event = _contract(dealt) | said_event(said, declared, order)
    tricks = play_out(hands, dealt.side_of, take, said.kept())
    return Dealt(event | _facts(dealt, tricks))


def _passed(table: Table, order: tuple[str, ...], hands: Sequence[list[int]]) -> dict[str, Any]:
    """Return the hand after everybody passed: a michi-michi if the rules include it, else a
    passed-out hand.
    """
    rules = table.rules
    if not isinstance(rules, RomanianRules) or rules.all_pass != MICHI:
        return {"type": "hand", "outcome": "passed_out"}
    tricks = play_out(hands, range(len(order)), avoid)
    taken = [sum(trick.winner == seat for trick in tricks) for seat in range(len(order))]
    counts = dict(zip(order, taken, strict=True))
    return {"type": "hand", "outcome": "michi", "tricks_taken": counts}


def _search_and_discard(
    tables: Tables,
    order: tuple[str, ...],
    dealt: tuple[list[int], Sequence[list[int]]],
    found: tuple[int, Bid],
    rng: Random,
) -> Deal:
    """Call a king, search the talon and discard.

    dealt: the talon and the hands.
    found: the declarer's seat and the bid.
    """
    talon, hands = dealt
    declarer, bid = found
    own = hands[declarer]
    called = KINGS[call_king(own, rng)] if tables.called_king else None
    size = tables.contracts[bid.contract].taken
    search = search_talon(talon, bid, size=size, king=called, rng=rng)
    discarded: list[int] = []
    if not search.surrendered:
        own += search.taken
        discarded = discard(own, len(search.taken))
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


def _contract(dealt: Deal) -> dict[str, Any]:
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


def _surrendered(dealt: Deal, hand: list[int]) -> dict[str, Any]:
    return {
        "type": "hand",
        "outcome": "surrendered",
        "declarer": dealt.order[dealt.declarer],
        "contract": dealt.bid.contract,
        "level": dealt.search.level,
        "honour_held": not HONOURS.isdisjoint(hand),
    }


def _facts(dealt: Deal, tricks: Sequence[Trick]) -> dict[str, Any]:
    """Return the recorded facts about the play, derived from the tricks."""
    side_of, order = dealt.side_of, dealt.order
    found: dict[str, Any] = {"declarer_points": points_of(dealt, tricks)}
    winners = {side_of[trick.winner] for trick in tricks}
    if len(winners) == 1:
        found["tricks"] = "all" if winners == {DECLARER} else "none"
    fetched = {dealt.called} if _is_fetched(dealt) else set()
    for key, cards in (("trula", HONOURS), ("toti_regii", ALL_KINGS - fetched)):
        side = sweeping_side(tricks, side_of, cards)
        if side == DECLARER or (side == OPPONENTS and cards in (HONOURS, ALL_KINGS)):
            found[key] = SIDES[side]
    caught = find_xxi_catch(tricks, side_of)
    if caught:
        found["luna_prinsa"] = {"by": order[caught[0]], "from": order[caught[1]]}
    last = tricks[-1]
    if PAGAT in last.cards:
        by = order[last.seat_of(PAGAT)]
        found["pagat_ultimo"] = {"by": by, "made": last.won_with == PAGAT}
    return found | _called_king(dealt, tricks)


def _called_king(dealt: Deal, tricks: Sequence[Trick]) -> dict[str, Any]:
    """Return the fate of the called king: in the last trick, captured, or left in the talon."""
    found: dict[str, Any] = {}
    for trick in tricks:
        if dealt.called in trick.cards:
            ours = dealt.side_of[trick.winner] == DECLARER
            if not ours:
                found["king_captured"] = True
            if trick is tricks[-1]:
                found["rege_ultimo"] = {"made": ours}
    if dealt.called in dealt.search.seen and dealt.called not in dealt.search.taken:
        found["king_abandoned"] = True
    return found


def _is_fetched(dealt: Deal) -> bool:
    """Return whether the declarer fetches the called king from the unseen talon, in exchange for a
    low card.
    """
    return dealt.called in dealt.hidden and dealt.bid.contract != "solo"


def points_of(dealt: Deal, tricks: Sequence[Trick]) -> int:
    """Return the card points of the declarer's side; cards are counted in threes, each minus two
    points.
    """
    pile = [*taken_by(tricks, dealt.side_of, DECLARER), *dealt.discarded]
    points = worth(pile)
    if _is_fetched(dealt):
        points += 5 - min(WORTH[card] for card in pile)
    return (3 * points - 2 * len(pile) + 1) // 3
