"""A second scorer of the Hungarian games: slow and plain, written only from the rules.

It works on the documents as they are, without the tables, records and lines of the first one.
"""

from __future__ import annotations

from typing import Any

from second.table import Evening, shares

Silent = tuple[str, bool, bool, int]
VALUE = {"three": 1, "two": 2, "one": 3, "solo": 4}
ADDED = {"centrum": 10, "kismadar": 10, "nagymadar": 10, "king_ultimo": 15}
ADDED |= {"pagat_uhu": 20, "king_uhu": 20, "sas_uhu": 20}
OTHERS = {
    **dict.fromkeys(("pagat_nagymadar", "sas_nagymadar", "king_nagymadar"), 30),
    **dict.fromkeys(("pagat_kismadar", "sas_kismadar", "king_kismadar"), 40),
    **dict.fromkeys(("facan_pagat", "facan_sas"), 50),
    "paros_facan": 60,
    "zaroparos": 40,
    "harom_kiralyok": 100,
    "nagy_szincsalad": 100,
    "kiraly_ultimo": 8,
    "ket_kiralyok": 60,
    "kis_szincsalad": 60,
    "banda": 4,
    "suit_ultimo": 20,
    "suit_uhu": 30,
    "suit_nagymadar": 40,
    "suit_kismadar": 50,
    "xxi_ultimo": 21,
    "xxi_uhu": 30,
    "xxi_nagymadar": 40,
    "xxi_kismadar": 50,
}
RESULTS = {
    "no_tricks": (0, "none"),
    "double_lost": (10, None),
    "lost": (40, None),
    "won": (50, None),
    "double_won": (80, None),
    "all_tricks": (94, "all"),
}


def score(hand: dict[str, Any], at: Evening) -> None:
    """One hand of Paskievics, Illustrated, Magas or Zebi."""
    outcome = hand.get("outcome", "played")
    if outcome in ("passed_out", "annulled"):
        _void(at)
    elif outcome == "failed_trial":
        _trial(hand, at)
        at.next_deal(used=True)
    else:
        _played(hand, at) if outcome == "played" else _conceded(hand, at)
        at.next_deal(used=True)


def _void(at: Evening) -> None:
    way, size = at.rules["void_hands"], len(at.seats)
    if way == "pot":
        for player in at.seats:
            at.give(player, -2)
        at.pots["ultimo"] += 2 * size
    elif way == "overlap":
        at.rounds.append([2, size])
    elif way == "extend":
        left = max([left for _factor, left in at.rounds], default=0)
        at.rounds = [[2, left + size]]
    elif way == "reset":
        at.rounds = [[2, size]]
    elif way == "quadruple":
        at.rounds = [[4 if at.rounds else 2, size]]
    at.next_deal(used=False, passes=at.rules["void_redeal"] == "next")


def _trial(hand: dict[str, Any], at: Evening) -> None:
    bid, way = VALUE[hand["bid"]], at.rules["trial_three"]
    if way in ("pot", "pot_flat"):
        amount = 2 * len(at.seats) * (bid if way == "pot" else 1)
        at.give(hand["declarer"], -amount)
        at.pots["ultimo"] += amount
        return
    each = {"bid_value": bid, "two_each": 2 * bid, "two_flat": 2, "three_each": 3, "none": 0}[way]
    for player in at.playing():
        if player != hand["declarer"]:
            at.give(player, each * at.times())
            at.give(hand["declarer"], -each * at.times())


def _conceded(hand: dict[str, Any], at: Evening) -> None:
    _settle(3 * at.times(), hand, at)


def _settle(worth: int, hand: dict[str, Any], at: Evening) -> None:
    """V is paid: by each loser to one winner, or with each of three; the dealer joins in."""
    ours = [hand["declarer"]] + ([hand["partner"]] if hand.get("partner") else [])
    theirs = [one for one in at.playing() if one not in ours]
    for player in theirs:
        at.give(player, -worth)
    for player in ours:
        at.give(player, worth * len(theirs) // len(ours))
    if len(at.seats) == 5 and at.rules["dealer_shares"]:
        at.give(at.dealer, -worth)
        for player, part in shares(worth, ours).items():
            at.give(player, part)


def _played(hand: dict[str, Any], at: Evening) -> None:
    ours = [hand["declarer"], hand.get("partner")]
    worth = _of_game(hand, at, ours) + _of_figures(hand, at, ours)
    _settle((worth + _pair_tarokks(hand, at, ours)) * at.times(), hand, at)
    for item in hand.get("tarokks", ()):
        _tarokks(item, at, ours)
    for item in hand.get("talon_honours") or ():
        worth = {"skiz": 3, "XXI": 2, "pagat": 1}[item["card"]] * (2 if item.get("late") else 1)
        at.give(item["player"], -worth * at.times())
        at.give(at.dealer, worth * at.times())
    if "ultimo" in at.pots:
        _ultimo_pot(hand, at, ours)


def _points(hand: dict[str, Any]) -> tuple[int, Any]:
    if hand.get("result"):
        return RESULTS[hand["result"]]
    tricks = hand.get("tricks")
    return hand.get("declarer_points") or 0, None if tricks == "split" else tricks


def _list_announcements(
    hand: dict[str, Any], ours: list[Any], *figures: str
) -> list[tuple[bool, Any]]:
    """Return (by us, item) for every announcement of these figures."""
    said = hand.get("announced") or ()
    return [(item["by"] in ours, item) for item in said if item["figure"] in figures]


def _of_game(hand: dict[str, Any], at: Evening, ours: list[Any]) -> int:
    """The four steps; + is the declarer's."""
    points, tricks = _points(hand)
    kontra, rules, g = hand.get("kontra_game", 0), at.rules, VALUE[hand["bid"]]
    double = {"ours": points >= 71, "theirs": points <= 23}
    volat = {"ours": tricks == "all", "theirs": tricks == "none"}
    doubles = _list_announcements(hand, ours, "double", "hosszu_dupla")
    volats = _list_announcements(hand, ours, "volat")
    total = 0
    for us, item in doubles:
        worth = rules["double"][1] * g * 2 ** item.get("kontra", 0)
        total += worth if double["ours" if us else "theirs"] == us else -worth
    for us, item in volats:
        worth = _volat(hand, at, 1) * 2 ** item.get("kontra", 0)
        total += worth if volat["ours" if us else "theirs"] == us else -worth
    won = points >= (47 if kontra and rules["opponents_need_48_after_kontra"] else 48)
    if hand.get("result"):
        won = hand["result"] in ("won", "double_won", "all_tricks")
    side, sign = ("ours", 1) if won else ("theirs", -1)
    spoke_double = any(us == won for us, _item in doubles)
    spoke_volat = any(us == won for us, _item in volats)
    barred = not won and rules["silent_needs_kontra"] and not kontra
    swept = None
    if volat[side] and not spoke_volat and not barred:
        swept = "volat"
    elif double[side] and not volat[side] and not spoke_double and not spoke_volat and not barred:
        swept = "double"
    if swept:
        worth = _volat(hand, at, 0) if swept == "volat" else rules["double"][0] * g
        covers = kontra if rules["kontra_covers_silent"] else 0
        total += sign * worth * 2**covers
    beside = swept and rules[f"game_beside_silent_{swept}"]
    if kontra or (not (spoke_double or spoke_volat) and (not swept or beside)):
        total += sign * g * 2**kontra
    return total


def _volat(hand: dict[str, Any], at: Evening, place: int) -> int:
    fixed = at.rules["volat_fixed"]
    if fixed:
        return int(fixed[hand["bid"]][place])
    return int(at.rules["volat"][place] * VALUE[hand["bid"]])


def _silent_double(hand: dict[str, Any], at: Evening, ours: list[Any], *, us: bool) -> bool:
    """Whether that side scores a silent double game."""
    points, tricks = _points(hand)
    spoke = any(
        one == us for one, _i in _list_announcements(hand, ours, "double", "hosszu_dupla", "volat")
    )
    barred = not us and at.rules["silent_needs_kontra"] and not hand.get("kontra_game")
    there = points >= 71 if us else points <= 23
    return there and tricks not in ("all", "none") and not spoke and not barred


def _of_figures(hand: dict[str, Any], at: Evening, ours: list[Any]) -> int:
    total = 0
    for item in hand.get("announced") or ():
        if item["figure"] in ("double", "hosszu_dupla", "volat") or item.get("void"):
            continue
        worth = _announced_worth(item, hand, at) * 2 ** item.get("kontra", 0)
        us = item["by"] in ours
        total += worth if us == _made(item, hand, ours, us=us) else -worth
    for key, us, made, worth in _silent(hand, at, ours):
        said = _list_announcements(hand, ours, key)
        pair = key in ("pagat_ultimo", "sas_ultimo")
        closed = pair and any(one == us for one, _i in _list_announcements(hand, ours, "zaroparos"))
        if not closed and not any(one == us for one, _item in said):
            total += worth if us == made else -worth
    return total


def _announced_worth(item: dict[str, Any], hand: dict[str, Any], at: Evening) -> int:
    key = item["figure"]
    if key == "szinesites":
        return 5 * VALUE[hand["bid"]]
    if key.startswith("own:"):
        own = {one["key"]: one for one in at.rules["own_figures"]}
        return int(own[key.removeprefix("own:")]["announced"])
    if key in at.rules:
        worth = at.rules[key]
        return int(worth[1] if isinstance(worth, list) else worth)
    return OTHERS[key]


def _made(item: dict[str, Any], hand: dict[str, Any], ours: list[Any], *, us: bool) -> bool:
    key, tricks = item["figure"], _points(hand)[1]
    if "made" in item:
        return bool(item["made"])
    if key in ("trull", "four_kings"):
        side = {"declarer": True, "opponents": False, None: None}[hand.get(key)]
        side = {"all": True, "none": False}.get(tricks, side)
        return side is us
    fact = hand.get(key)
    if not fact or (fact["by"] in ours) != us:
        return False
    return key == "xxi_catch" or bool(fact["made"])


def _silent(
    hand: dict[str, Any], at: Evening, ours: list[Any]
) -> list[tuple[str, bool, bool, int]]:
    """(figure, ours, made, worth) of what happened; announced ones are sorted out later."""
    rules, tricks = at.rules, _points(hand)[1]
    found = []
    swept = {"all": True, "none": False}.get(tricks)
    trull = {"declarer": True, "opponents": False}.get(str(hand.get("trull")))
    trull = swept if swept is not None else trull
    if trull is not None and (swept is None or rules["silent_trull_with_volat"]):
        found.append(("trull", trull, True, rules["trull"][0]))
    kings = {"declarer": True, "opponents": False}.get(str(hand.get("four_kings")))
    beside = rules["silent_four_kings_with_double"]
    if kings is not None and swept is None:
        beside = beside or not _silent_double(hand, at, ours, us=kings)
        if beside:
            found.append(("four_kings", kings, True, rules["four_kings"][0]))
    for key in ("pagat_ultimo", "sas_ultimo"):
        if hand.get(key):
            made = hand[key]["made"]
            found.append((key, hand[key]["by"] in ours, made, rules[key][0]))
    if hand.get("xxi_catch"):
        found.append(("xxi_catch", hand["xxi_catch"]["by"] in ours, True, rules["xxi_catch"][0]))
    for item in hand.get("facan") or ():
        found.append((f"facan_{item['card']}", item["by"] in ours, item["made"], 5))
    if hand.get("paros_facan"):
        pair = hand["paros_facan"]
        found.append(("paros_facan", pair["by"] == "declarer", pair["made"], 30))
    own = {f"own:{one['key']}": one["silent"] for one in rules["own_figures"]}
    for key, side in (hand.get("own") or {}).items():
        found.append((key, side == "declarer", True, own[key]))
    return found


def _pair_tarokks(hand: dict[str, Any], at: Evening, ours: list[Any]) -> int:
    if at.rules["tarokk_counts"] != "pair":
        return 0
    told = [item for item in hand.get("tarokks", ()) if item.get("declared", True)]
    return sum((item["count"] - 7) * (1 if item["player"] in ours else -1) for item in told)


def _tarokks(item: dict[str, Any], at: Evening, ours: list[Any]) -> None:
    declared, player = item.get("declared", True), item["player"]
    if declared and at.rules["tarokk_counts"] == "pair":
        return
    side = [one for one in at.playing() if (one in ours) == (player in ours)]
    for one in at.playing() if declared else side:
        if one != player:
            at.give(one, -(item["count"] - 7) * at.times())
            at.give(player, (item["count"] - 7) * at.times())


def _ultimo_pot(hand: dict[str, Any], at: Evening, ours: list[Any]) -> None:
    for us, item in _list_announcements(hand, ours, "pagat_ultimo"):
        made = _made(item, hand, ours, us=us)
        amount = min(at.pots["ultimo"], 50 if len(at.seats) == 5 else 48)
        order = at.from_player(item["by"])
        side = [one for one in order if one in at.playing() and (one in ours) == us]
        for player, part in shares(amount if made else -amount, side).items():
            at.give(player, part)
        at.pots["ultimo"] += -amount if made else amount
