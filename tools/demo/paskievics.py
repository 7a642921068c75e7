"""Deal and play a hand of a Hungarian game, from the shuffle to the hand event."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from scoring.core.posting import DECLARER as DECLARERS
from scoring.core.posting import OPPONENTS as OTHERS
from scoring.core.table import Table
from scoring.games.hungarian.rules import HungarianRules
from scoring.games.hungarian.seats import find_player_sitting_out, list_speaking_order
from scoring.games.hungarian.tables import CARD_POINTS, TO_DOUBLE, TO_WIN
from scoring.games.illustrated.rules import IllustratedRules
from tools.demo.announcing import DECLARER, OPPONENTS, Announcements, Speakers, play_announcements
from tools.demo.cards import (
    ALL_KINGS,
    HONOURS,
    HUNGARIAN_PACK,
    II,
    PAGAT,
    SKIZ,
    XXI,
    count_card_points,
    split_pack,
)
from tools.demo.dealt import DealtHand
from tools.demo.hungarian_announcements import (
    build_figure_result_keys,
    choose_figures,
    declare_tarokks,
)
from tools.demo.hungarian_auction import Contract, find_numeral, hold_auction
from tools.demo.hungarian_talon import Exchange, call_partner, choose_annulment, exchange_talon
from tools.demo.tricks import (
    Trick,
    collect_taken_cards,
    find_sweeping_side,
    find_xxi_catch,
    play_to_win,
    play_tricks,
)

SIDES = (DECLARERS, OTHERS)
HONOUR_NAMES = {SKIZ: "skiz", XXI: "XXI", PAGAT: "pagat"}


@dataclass(frozen=True, slots=True)
class Played:
    """A hand that was played to its end.

    order: players in order of speaking.
    partner: seat, None if the declarer plays alone.
    side_of: side of each seat.
    tarokks: declarations of tarokks, as in the hand event.
    """

    order: tuple[str, ...]
    contract: Contract
    called: int
    partner: int | None
    side_of: Sequence[int]
    exchanged: Exchange
    announcements: Announcements
    tarokks: Sequence[dict[str, Any]]
    tricks: Sequence[Trick]


def deal(table: Table, rng: Random) -> DealtHand:
    """Deal and play the next hand at the table."""
    order = list_speaking_order(table)
    shuffled = list(HUNGARIAN_PACK)
    rng.shuffle(shuffled)
    talon, hands = split_pack(shuffled, talon=6, players=len(order))
    contract = hold_auction(hands, order, table.rules, rng)
    if contract is None:
        return DealtHand(_build_hand_event(outcome="passed_out"), _find_skiz_holder(order, hands))
    exchanged = exchange_talon(hands, talon, contract)
    skiz_holder = _find_skiz_holder(order, hands)
    declarer = order[contract.declarer]
    if contract.trial and HONOURS.isdisjoint(hands[contract.declarer]):
        event = _build_hand_event(outcome="failed_trial", declarer=declarer, bid=contract.bid)
        return DealtHand(event, skiz_holder)
    annulment = choose_annulment(hands, exchanged, rng)
    if annulment:
        return DealtHand(
            _build_hand_event(outcome="annulled", by=order[annulment[0]], holding=annulment[1]),
            skiz_holder,
        )
    called, partner = call_partner(hands, contract, rng)
    side_of = [OPPONENTS] * len(order)
    for seat in (contract.declarer, partner):
        if seat is not None:
            side_of[seat] = DECLARER
    speakers = Speakers(hands, side_of, contract.declarer, table.rules.max_kontra)
    announcements = play_announcements(
        speakers, lambda seat: choose_figures(hands[seat], contract.bid, table.rules, rng), rng
    )
    tarokks = declare_tarokks(speakers, announcements, order, rng)
    partner_name = None if partner is None else order[partner]
    if table.rules.concede_trull_three and not tarokks and _is_conceded(contract, announcements):
        return DealtHand(
            _build_hand_event(outcome="conceded", declarer=declarer, partner=partner_name),
            skiz_holder,
        )
    tricks = play_tricks(hands, side_of, play_to_win, announcements.find_saved_cards())
    played = Played(
        order, contract, called, partner, side_of, exchanged, announcements, tarokks, tricks
    )
    return DealtHand(_build_event(played, table, rng), skiz_holder)


def _build_hand_event(**keys: Any) -> dict[str, Any]:
    return {"type": "hand", **keys}


def _find_skiz_holder(order: tuple[str, ...], hands: Sequence[list[int]]) -> str | None:
    return next((order[seat] for seat, hand in enumerate(hands) if SKIZ in hand), None)


def _is_conceded(contract: Contract, announcements: Announcements) -> bool:
    """Return whether the bid is three and the declarer's trull is the only announcement."""
    announced = [(item.figure.name, item.by, item.kontra) for item in announcements.figures]
    is_only_trull = announced == [("trull", contract.declarer, 0)]
    return contract.bid == "three" and is_only_trull and not announcements.kontra_game


def _build_event(played: Played, table: Table, rng: Random) -> dict[str, Any]:
    order, contract = played.order, played.contract
    event = _build_hand_event(
        auction=[list(call) for call in contract.calls],
        declarer=order[contract.declarer],
        bid=contract.bid,
        called=find_numeral(played.called),
        partner=None if played.partner is None else order[played.partner],
        **played.announcements.build_event_keys(order),
    )
    for item, entry in zip(played.announcements.figures, event.get("announced", ()), strict=True):
        entry |= build_figure_result_keys(item, played.tricks, played.side_of)
    if played.tarokks:
        event["tarokks"] = played.tarokks
    event |= _build_result_keys(played, exact=rng.random() < 0.7)
    event |= _build_figure_keys(played, table.rules)
    if table.rules.talon_honours_to_dealer and find_player_sitting_out(table):
        event |= _build_talon_honour_keys(played, rng)
    return event


def count_declarer_points(played: Played) -> int:
    """Return the card points of the declarer's side: its tricks and the declarer's discards."""
    discarded = played.exchanged.discarded[played.contract.declarer]
    return count_card_points(
        collect_taken_cards(played.tricks, played.side_of, DECLARER)
    ) + count_card_points(discarded)


def _build_result_keys(played: Played, *, exact: bool) -> dict[str, Any]:
    winners = {played.side_of[trick.winner] for trick in played.tricks}
    points = count_declarer_points(played)
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


def _build_figure_keys(played: Played, rules: HungarianRules) -> dict[str, Any]:
    """Return the keys of the hand event that decide the figures, derived from the tricks."""
    keys: dict[str, Any] = {}
    for key, cards in (("trull", HONOURS), ("four_kings", ALL_KINGS)):
        side = find_sweeping_side(played.tricks, played.side_of, cards)
        if side is not None:
            keys[key] = SIDES[side]
    ultimos = {"pagat_ultimo": PAGAT}
    if isinstance(rules, IllustratedRules) and rules.sas:
        ultimos["sas_ultimo"] = II
    last = played.tricks[-1]
    for figure, card in ultimos.items():
        if card in last.cards:
            player = played.order[last.find_seat(card)]
            keys[figure] = {"by": player, "made": last.winning_card == card}
    catch = find_xxi_catch(played.tricks, played.side_of)
    if catch:
        catcher, victim = catch
        keys["xxi_catch"] = {"by": played.order[catcher], "from": played.order[victim]}
    return keys


def _build_talon_honour_keys(played: Played, rng: Random) -> dict[str, Any]:
    honours = []
    for seat, drawn in enumerate(played.exchanged.drawn):
        for card in drawn:
            if card in HONOUR_NAMES:
                item: dict[str, Any] = {"player": played.order[seat], "card": HONOUR_NAMES[card]}
                if rng.random() < 0.1:
                    item["late"] = True
                honours.append(item)
    return {"talon_honours": honours} if honours else {}
