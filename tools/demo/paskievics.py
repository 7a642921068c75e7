"""One hand of Paskievics or of Illustrated tarokk, from the shuffle to the record."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from scoring.core.posting import DECLARER as DECLARERS
from scoring.core.posting import OPPONENTS as OTHERS
from scoring.core.table import Table
from scoring.games.hungarian.rules import HungarianRules
from scoring.games.hungarian.seats import find_player_sitting_out, speaking_order
from scoring.games.hungarian.tables import CARD_POINTS, TO_DOUBLE, TO_WIN
from scoring.games.illustrated.rules import IllustratedRules
from tools.demo.announcing import DECLARER, OPPONENTS, Announcements, Speakers, play_announcements
from tools.demo.bidding import Contract, hold_auction, numeral_of
from tools.demo.cards import (
    ALL_KINGS,
    HONOURS,
    HUNGARIAN_PACK,
    II,
    PAGAT,
    SKIZ,
    XXI,
    shuffled_hands,
    worth,
)
from tools.demo.dealt import Dealt
from tools.demo.figures import declared_tarokks, figure_result, wishes
from tools.demo.talon import Exchange, annulment, call_partner, exchange
from tools.demo.tricks import Trick, find_xxi_catch, play_out, sweeping_side, take, taken_by

SIDES = (DECLARERS, OTHERS)
HONOUR_NAMES = {SKIZ: "skiz", XXI: "XXI", PAGAT: "pagat"}


@dataclass(frozen=True, slots=True)
class Played:
    """A hand that was played out.

    partner: a seat, None if the declarer plays alone.
    side_of: side of each seat.
    tarokks: declarations as recorded.
    """

    order: tuple[str, ...]
    contract: Contract
    called: int
    partner: int | None
    side_of: Sequence[int]
    exchanged: Exchange
    said: Announcements
    tarokks: Sequence[dict[str, Any]]
    tricks: Sequence[Trick]


def deal(table: Table, rng: Random) -> Dealt:
    """Return the next hand at the table."""
    order = speaking_order(table)
    shuffled = list(HUNGARIAN_PACK)
    rng.shuffle(shuffled)
    talon, hands = shuffled_hands(shuffled, talon=6, players=len(order))
    contract = hold_auction(hands, order, table.rules, rng)
    if contract is None:
        return Dealt(_hand(outcome="passed_out"), _holder(order, hands))
    exchanged = exchange(hands, talon, contract)
    skiz = _holder(order, hands)
    declarer = order[contract.declarer]
    if contract.trial and HONOURS.isdisjoint(hands[contract.declarer]):
        event = _hand(outcome="failed_trial", declarer=declarer, bid=contract.bid)
        return Dealt(event, skiz)
    void = annulment(hands, exchanged, rng)
    if void:
        return Dealt(_hand(outcome="annulled", by=order[void[0]], holding=void[1]), skiz)
    called, partner = call_partner(hands, contract, rng)
    side_of = [OPPONENTS] * len(order)
    for seat in (contract.declarer, partner):
        if seat is not None:
            side_of[seat] = DECLARER
    speakers = Speakers(hands, side_of, contract.declarer, table.rules.max_kontra)
    said = play_announcements(
        speakers, lambda seat: wishes(hands[seat], contract.bid, table.rules, rng), rng
    )
    long = declared_tarokks(speakers, said, order, rng)
    partner_name = None if partner is None else order[partner]
    if table.rules.concede_trull_three and not long and _is_conceded(contract, said):
        return Dealt(_hand(outcome="conceded", declarer=declarer, partner=partner_name), skiz)
    tricks = play_out(hands, side_of, take, said.kept())
    played = Played(order, contract, called, partner, side_of, exchanged, said, long, tricks)
    return Dealt(_record(played, table, rng), skiz)


def _hand(**keys: Any) -> dict[str, Any]:
    return {"type": "hand", **keys}


def _holder(order: tuple[str, ...], hands: Sequence[list[int]]) -> str | None:
    return next((order[seat] for seat, hand in enumerate(hands) if SKIZ in hand), None)


def _is_conceded(contract: Contract, said: Announcements) -> bool:
    """Return whether the hand is a bid of three with no announcement except the declarer's
    trull.
    """
    names = [(item.figure.name, item.by, item.kontra) for item in said.figures]
    trull_alone = names == [("trull", contract.declarer, 0)]
    return contract.bid == "three" and trull_alone and not said.kontra_game


def _record(played: Played, table: Table, rng: Random) -> dict[str, Any]:
    order, contract = played.order, played.contract
    event = _hand(
        auction=[list(call) for call in contract.calls],
        declarer=order[contract.declarer],
        bid=contract.bid,
        called=numeral_of(played.called),
        partner=None if played.partner is None else order[played.partner],
        **played.said.event(order),
    )
    for item, told in zip(played.said.figures, event.get("announced", ()), strict=True):
        told |= figure_result(item, played.tricks, played.side_of)
    if played.tarokks:
        event["tarokks"] = played.tarokks
    event |= _result(played, exact=rng.random() < 0.7)
    event |= _figures(played, table.rules)
    if table.rules.talon_honours_to_dealer and find_player_sitting_out(table):
        event |= _talon_honours(played, rng)
    return event


def points_of(played: Played) -> int:
    """Return the card points of the declarer's side: its tricks and the declarer's discards."""
    discarded = played.exchanged.discarded[played.contract.declarer]
    return worth(taken_by(played.tricks, played.side_of, DECLARER)) + worth(discarded)


def _result(played: Played, *, exact: bool) -> dict[str, Any]:
    winners = {played.side_of[trick.winner] for trick in played.tricks}
    points = points_of(played)
    if exact:
        if len(winners) == 1:
            return {
                "declarer_points": points,
                "tricks": "all" if winners == {DECLARER} else "none",
            }
        return {"declarer_points": points}
    if len(winners) == 1:
        return {"result": "all_tricks" if winners == {DECLARER} else "no_tricks"}
    if points >= TO_WIN:
        return {"result": "double_won" if points >= TO_DOUBLE else "won"}
    return {"result": "lost" if points > CARD_POINTS - TO_DOUBLE else "double_lost"}


def _figures(played: Played, rules: HungarianRules) -> dict[str, Any]:
    """Return the facts from which the figures follow, derived from the tricks."""
    found: dict[str, Any] = {}
    for key, cards in (("trull", HONOURS), ("four_kings", ALL_KINGS)):
        swept = sweeping_side(played.tricks, played.side_of, cards)
        if swept is not None:
            found[key] = SIDES[swept]
    ultimos = {"pagat_ultimo": PAGAT}
    if isinstance(rules, IllustratedRules) and rules.sas:
        ultimos["sas_ultimo"] = II
    last = played.tricks[-1]
    for figure, card in ultimos.items():
        if card in last.cards:
            by = played.order[last.seat_of(card)]
            found[figure] = {"by": by, "made": last.won_with == card}
    caught = find_xxi_catch(played.tricks, played.side_of)
    if caught:
        catcher, victim = caught
        found["xxi_catch"] = {"by": played.order[catcher], "from": played.order[victim]}
    return found


def _talon_honours(played: Played, rng: Random) -> dict[str, Any]:
    found = []
    for seat, drawn in enumerate(played.exchanged.drawn):
        for card in drawn:
            if card in HONOUR_NAMES:
                item: dict[str, Any] = {"player": played.order[seat], "card": HONOUR_NAMES[card]}
                if rng.random() < 0.1:
                    item["late"] = True
                found.append(item)
    return {"talon_honours": found} if found else {}
