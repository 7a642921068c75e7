"""A second scorer of Danish tarok: slow and plain, written only from the rules."""

from __future__ import annotations

from typing import Any

from second.table import Evening

CARDS = {"king": 40, "pagat": 45}


def score(hand: dict[str, Any], at: Evening) -> None:
    """One hand, in the order of the rules."""
    outcome, three = hand.get("outcome", "played"), at.playing()
    if not at.founded:
        at.founded = True
        for pot in at.pots:
            _fill_pot(pot, at)
    if at.paid != at.dealer or at.rules["misdeal_pays"]:
        at.give(at.dealer, -10)
        for pot in at.pots:
            at.pots[pot] += 5
    for one in hand.get("declarations") or ():
        _each(one["player"], _declared(one), at, three)
    for one in hand.get("in_play") or ():
        if one["event"] != "pagat_won":
            _each(one["player"], -5, at, three)
            at.give(one["player"], -5)
            at.pots["king" if one["event"] == "king_lost" else "pagat"] += 5
        elif at.rules["pagat_won_pays"]:
            _each(one["player"], 5, at, three)
    if outcome == "played":
        _end(hand, at, three)
    at.paid = at.dealer if outcome == "misdeal" else None
    at.next_deal(used=False, passes=outcome != "misdeal")


def _fill_pot(pot: str, at: Evening) -> None:
    for player in at.seats:
        at.give(player, -20)
    at.pots[pot] += 20 * len(at.seats)


def _each(player: str, amount: int, at: Evening, three: list[str]) -> None:
    for one in three:
        if one != player:
            at.give(one, -amount)
            at.give(player, amount)


def _declared(one: dict[str, Any]) -> int:
    if one["kind"] == "trumps":
        return 10 + 5 * (int(one["count"]) - 10)
    if one["kind"] == "matadors":
        return 10 + 5 * (int(one["count"]) - 3)
    return {"half": 5, "full": 10, "abundant": 15}[one["level"]]


def _end(hand: dict[str, Any], at: Evening, three: list[str]) -> None:
    held = dict(at.pots)
    tout, nolo = hand.get("tout"), hand.get("nolo")
    failed = hand.get("announced_tout") and tout != at.dealer
    if failed:
        _each(at.dealer, -85, at, three)
        _pay_in(at.dealer, held, at)
    if tout:
        _each(tout, 85, at, three)
        _pay_in(tout, {pot: -content for pot, content in held.items()}, at)
    elif nolo:
        _each(nolo, 25, at, three)
    trick = hand.get("last_trick")
    if trick:
        lost = trick.get("lost") or ()
        if not tout and not nolo:
            if trick["with"] == "other":
                _each(trick["winner"], 0 if lost else 20, at, three)
            elif not failed:
                _each(trick["winner"], CARDS[trick["with"]], at, three)
                _pay_in(trick["winner"], {trick["with"]: -held[trick["with"]]}, at)
        for one in lost:
            _each(one["player"], -CARDS[one["card"]], at, three)
            _pay_in(one["player"], {one["card"]: held[one["card"]]}, at)
    for pot in at.pots:
        if at.pots[pot] == 0:
            _fill_pot(pot, at)
    _count(hand.get("card_points"), at, three)


def _pay_in(player: str, amounts: dict[str, int], at: Evening) -> None:
    for pot, amount in amounts.items():
        at.give(player, -amount)
        at.pots[pot] += amount


def _count(piles: dict[str, int] | None, at: Evening, three: list[str]) -> None:
    if not piles:
        return
    settles = at.from_player(at.dealer)[1]
    for player in three:
        if player == settles:
            continue
        over = piles.get(player, 78 - sum(piles.values())) - 26
        # The nearest multiple of five; no pile lies half-way.
        paid = min(range(-80, 85, 5), key=lambda amount: abs(amount - over))
        at.give(player, paid)
        at.give(settles, -paid)
