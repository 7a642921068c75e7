"""A second scorer of Romanian tarok and Taper: slow and plain, written only from the rules."""

from __future__ import annotations

from typing import Any

from second.table import Evening, shares

WORTH = {"trei": 1, "doi": 2, "unu": 3, "solo": 8}
# silent and announced; in solo.
FIGURES = {
    **dict.fromkeys(("trula", "toti_regii", "luna_prinsa", "rege_ultimo"), ((1, 2), (2, 4))),
    "pagat_ultimo": ((1, 7), (2, 9)),
    "valat": ((8, 16), (32, 64)),
}


def score(hand: dict[str, Any], at: Evening) -> None:
    """One hand."""
    outcome, used = hand.get("outcome", "played"), False
    queued = 4 if at.game == "romanian" else 3
    if at.pots:
        if at.pots["pool"] == 0:
            _fill_pool(at)
        at.give(at.dealer, -1)
        at.pots["pool"] += 1
    more = 0
    if outcome == "played":
        used, more = True, _played(hand, at) * queued
    elif outcome == "surrendered":
        used = True
        worth = WORTH[hand["contract"]] * hand.get("level", 1) + (not hand["honour_held"])
        _settle(-worth * at.times(), [hand["declarer"]], at)
    elif outcome == "michi":
        used, more = True, queued
        for player, tricks in hand["tricks_taken"].items():
            at.give(player, -tricks * at.times())
            at.pots["pool"] += tricks * at.times()
    elif outcome == "passed_out":
        more = queued
    at.next_deal(used=used)
    if more:
        left = max([left for _factor, left in at.rounds], default=0)
        at.rounds = [[2, left + more]]


def _fill_pool(at: Evening) -> None:
    for player in at.seats:
        at.give(player, -1)
        at.pots["pool"] += 1


def _settle(worth: int, ours: list[str], at: Evening, offender: str | None = None) -> None:
    theirs = [one for one in at.from_player(ours[0]) if one not in ours]
    paid = dict.fromkeys(theirs, -worth) | dict.fromkeys(ours, worth * len(theirs) // len(ours))
    side = ours if offender in ours else theirs
    if offender:
        if sum(paid[one] for one in side) >= 0:
            paid = {}
        else:
            paid[offender] = sum(paid.pop(one) for one in list(side))
    for player, points in paid.items():
        at.give(player, points)


def _played(hand: dict[str, Any], at: Evening) -> bool:
    """Whether the payments cancel out and that counts."""
    ours = [hand["declarer"]] + ([hand["partner"]] if hand.get("partner") else [])
    worth = _of_game(hand, at) + _of_figures(hand, ours) + _taroace(hand, at, ours)
    offender = hand.get("revoke")
    _settle(worth * at.times(), ours, at, offender)
    if at.pots:
        _pool(hand, at, ours, offender)
    return worth == 0 and at.rules["hep_hep"] and offender is None


def _tricks(hand: dict[str, Any]) -> Any:
    return None if hand.get("tricks") == "split" else hand.get("tricks")


def _of_game(hand: dict[str, Any], at: Evening) -> int:
    if _tricks(hand):
        return 0
    won = hand["declarer_points"] >= (36 if at.game == "romanian" else 34)
    kontra, level = hand.get("kontra_game", 0), hand.get("level", 1)
    value: int = WORTH[hand["contract"]] * (level if kontra or not won else 1) * 2**kontra
    return value if won else -value


def _facts(hand: dict[str, Any], ours: list[str]) -> dict[str, tuple[bool, bool]]:
    """Figure to (ours, made)."""
    found = {}
    for key in ("trula", "toti_regii"):
        if hand.get(key):
            found[key] = (hand[key] == "declarer", True)
    if hand.get("luna_prinsa"):
        found["luna_prinsa"] = (hand["luna_prinsa"]["by"] in ours, True)
    if hand.get("pagat_ultimo"):
        ultimo = hand["pagat_ultimo"]
        found["pagat_ultimo"] = (ultimo["by"] in ours, ultimo["made"])
    if hand.get("rege_ultimo"):
        found["rege_ultimo"] = (True, hand["rege_ultimo"]["made"])
    if _tricks(hand):
        found["valat"] = (_tricks(hand) == "all", True)
    return found


def _made(item: dict[str, Any], hand: dict[str, Any], ours: list[str]) -> bool:
    fact = _facts(hand, ours).get(item["figure"])
    if not fact or not fact[1] or fact[0] != (item["by"] in ours):
        return False
    return item["figure"] != "pagat_ultimo" or bool(hand["pagat_ultimo"]["by"] == item["by"])


def _of_figures(hand: dict[str, Any], ours: list[str]) -> int:
    solo, total = hand["contract"] == "solo", 0
    said = hand.get("announced") or ()
    for item in said:
        worth = FIGURES[item["figure"]][solo][1] * 2 ** item.get("kontra", 0)
        total += worth if (item["by"] in ours) == _made(item, hand, ours) else -worth
    for key, (us, made) in _facts(hand, ours).items():
        if not any(item["figure"] == key and (item["by"] in ours) == us for item in said):
            worth = FIGURES[key][solo][0]
            total += worth if us == made else -worth
    if hand.get("king_abandoned"):
        total -= 2
    elif hand.get("king_captured"):
        total -= 2 if solo else 1
    return total


def _taroace(hand: dict[str, Any], at: Evening, ours: list[str]) -> int:
    fewest, best = (7, 3) if at.game == "romanian" else (9, 3), {True: 0, False: 0}
    for item in hand.get("declarations") or ():
        us = item["player"] in ours
        best[us] = max(best[us], min(item["count"] - fewest[0], fewest[1]))
    return best[True] - best[False]


def _pool(hand: dict[str, Any], at: Evening, ours: list[str], offender: str | None) -> None:
    theirs = [one for one in at.from_player(ours[0]) if one not in ours]
    for item in hand.get("announced") or ():
        if item["figure"] != "pagat_ultimo":
            continue
        made, pool, steps = _made(item, hand, ours), at.pots["pool"], item.get("kontra", 0)
        winner, loser = (ours, theirs) if made else (theirs, ours)
        if made and offender in ours:
            continue
        taken = 0
        if (made or steps) and offender not in winner:
            taken = pool
            for player, part in shares(pool, winner).items():
                at.give(player, part)
        filled = pool * 2**steps if steps or not made else 0
        payers = [offender] if offender in loser else loser
        for player, part in shares(-filled, payers).items():
            at.give(player, part)
        at.pots["pool"] += filled - taken
        if at.pots["pool"] == 0:
            _fill_pool(at)
