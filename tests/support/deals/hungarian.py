"""Record Hungarian hands that were played out, with random announcements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from support.deals.hungarian_play import (
    HONOURS,
    KINGS,
    PAGAT,
    RANKS,
    SAS,
    SKIZ,
    SUITS,
    TAROKK,
    TRICKS,
    XX,
    XXI,
    Card,
    Deal,
    worth,
)

DECLARER, OPPONENTS = "declarer", "opponents"
LAST_NUMBERS = {"kismadar": 6, "nagymadar": 7, "uhu": 8, "ultimo": 9}
ROMAN = (
    *("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI"),
    *("XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX"),
)
TALON_CARDS = {SKIZ: "skiz", XXI: "XXI", PAGAT: "pagat"}
Said = dict[str, Any]


def record_of(rng: Random, made: Deal, *, game: str, rules: Any, five: bool) -> dict[str, Any]:
    """Return the record of a hand as the rules of the table require it."""
    raw: dict[str, Any] = {
        "type": "hand",
        "declarer": made.declarer,
        "bid": made.bid,
        "partner": made.partner,
        **({"called": ROMAN[made.called[1]]} if rng.random() < 0.8 else {}),
        **_alone(rng, made),
        **_points(rng, made, rules),
        **_facts(made),
        **_talon(made, paid=five and rules.talon_honours_to_dealer),
        "tarokks": _tarokks(rng, made),
        "kontra_game": rng.choice((0, 0, 1, 2)),
    }
    if game in ("magas", "zebi"):
        raw |= {"facan": list(_facan(made)), "paros_facan": _paros(made, game)}
    if game == "paskievics" or (game == "illustrated" and not rules.sas):
        del raw["sas_ultimo"]
    return {key: value for key, value in raw.items() if value not in (None, [])}


def _side(made: Deal, player: str) -> str:
    return DECLARER if made.is_ours(player) else OPPONENTS


def sides(made: Deal) -> list[str]:
    """Return the side that won each trick."""
    return [_side(made, trick.best[0]) for trick in made.tricks]


def _alone(rng: Random, made: Deal) -> dict[str, Any]:
    # A called XX without a reason is the declarer's own.
    if made.partner is not None or (made.called != XX and rng.random() < 0.3):
        return {}
    if made.discarder is None:
        return {"alone": "own"}
    by = {"discarded_by": made.discarder} if rng.random() < 0.5 else {}
    return {"alone": "discarded", **by}


def points_of(made: Deal, rules: Any) -> int:
    """Return the card points of the declarer's side, with the discards that count for it."""
    ours = [card for trick in made.tricks if made.is_ours(trick.best[0]) for _, card in trick.cards]
    every = made.discarder is not None and rules.discarded_partner_skart == DECLARER
    for player, cards in made.discards.items():
        if player == made.declarer or every:
            ours += cards
    return sum(map(worth, ours))


def _points(rng: Random, made: Deal, rules: Any) -> dict[str, Any]:
    points, winners = points_of(made, rules), set(sides(made))
    tricks = "split" if len(winners) == 2 else "all" if winners == {DECLARER} else "none"
    if rng.random() < 0.2:
        return {"result": _band(points, tricks)}
    if tricks == "all" and rng.random() < 0.5:
        points = 94
    if tricks == "none" and rng.random() < 0.5:
        points = 0
    return {"declarer_points": points, "tricks": tricks}


def _band(points: int, tricks: str) -> str:
    if tricks != "split":
        return "all_tricks" if tricks == "all" else "no_tricks"
    if points >= 48:
        return "double_won" if points >= 71 else "won"
    return "double_lost" if points <= 23 else "lost"


def taken_by(made: Deal, cards: tuple[Card, ...]) -> str | None:
    """Return the side that took all these cards, or None."""
    found = {
        _side(made, trick.best[0]) for trick in made.tricks for card in cards if trick.holder(card)
    }
    played = sum(trick.holder(card) is not None for trick in made.tricks for card in cards)
    return found.pop() if len(found) == 1 and played == len(cards) else None


def _facts(made: Deal) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "trull": taken_by(made, HONOURS),
        "four_kings": taken_by(made, KINGS),
        "pagat_ultimo": _last(made, PAGAT),
        "sas_ultimo": _last(made, SAS),
    }
    for trick in made.tricks:
        by, victim = trick.holder(SKIZ), trick.holder(XXI)
        if by and victim and _side(made, by) != _side(made, victim):
            facts["xxi_catch"] = {"by": by, "from": victim}
    return facts


def _last(made: Deal, card: Card) -> dict[str, Any] | None:
    trick = made.tricks[-1]
    by = trick.holder(card)
    return None if by is None else {"by": by, "made": trick.best[1] == card}


def _facan(made: Deal) -> Iterator[dict[str, Any]]:
    """Return the record of the pagat and the II in the first trick, made or beaten."""
    trick = made.tricks[0]
    for card, name in ((PAGAT, "pagat"), (SAS, "sas")):
        by = trick.holder(card)
        if by is None:
            continue
        higher = [
            player
            for player, other in trick.cards
            if other[0] == TAROKK and other[1] > card[1] and _side(made, player) != _side(made, by)
        ]
        if higher or trick.best[1] == card:
            yield {"card": name, "by": by, "made": trick.best[1] == card}


def _paros(made: Deal, game: str) -> dict[str, Any] | None:
    trick = made.tricks[0]
    by = trick.holder(XXI)
    holders = [trick.holder(PAGAT), trick.holder(SAS)]
    if by is None or not any(holders):
        return None
    side, leader = _side(made, by), _side(made, made.order[0])
    played = any(name is not None and _side(made, name) != side for name in holders)
    led = leader != side and trick.led[0] != TAROKK
    silent = played if game == "magas" else led
    return {"by": side, "made": trick.best[1] == XXI} if silent else None


def _talon(made: Deal, *, paid: bool) -> dict[str, Any]:
    if not paid:
        return {}
    rows = [
        {"player": player, "card": TALON_CARDS[card], "late": False}
        for player, cards in made.drawn.items()
        for card in cards
        if card in TALON_CARDS
    ]
    return {"talon_honours": rows}


def _tarokks(rng: Random, made: Deal) -> list[dict[str, Any]]:
    rows = []
    for player, cards in made.hands.items():
        count = sum(card[0] == TAROKK for card in cards)
        if count >= 8 and rng.random() < 0.7:
            rows.append({"player": player, "count": count, "declared": rng.random() < 0.5})
    return rows


def announcements(rng: Random, made: Deal, figures: dict[str, Any]) -> list[Said]:
    """Return random announcements with their results; most of the figures were made."""
    every = [one for figure in figures.values() for one in _every(figure)]
    found = []
    for said in rng.sample(every, min(len(every), rng.choice((2, 6, 40)))):
        for player in rng.sample(made.order, 2):
            one = {**said, "by": player}
            if (rows := _judged(made, one, figures)) and rng.random() < rows[1]:
                found.append(rows[0])
    rng.shuffle(found)
    return found[: rng.choice((0, 1, 2, 3, 5))]


def _every(figure: Any) -> Iterator[Said]:
    for suit in SUITS if figure.suited else (None,):
        for rank in ("queen", "rider", "jack", "ten") if figure.ranked else (None,):
            more = {key: name for key, name in (("suit", suit), ("rank", rank)) if name}
            yield {"figure": figure.key, **more}


def _judged(made: Deal, said: Said, figures: dict[str, Any]) -> tuple[Said, float]:
    """Return an announcement with its result, and the probability that it is used."""
    if not figures[said["figure"]].has_result:
        return said, 0.1
    if said["figure"].startswith("xxi_"):
        holder = next(name for name, cards in made.hands.items() if SKIZ in cards)
        if _side(made, holder) == _side(made, said["by"]):
            return {**said, "void": True}, 0.1
    good = is_made(made, said)
    return {**said, "made": good}, 0.9 if good else 0.04


def is_made(made: Deal, said: Said) -> bool:
    """Return whether the side of the announcing player made the figure."""
    key, side = said["figure"], _side(made, said["by"])
    if key in ("banda", "szinesites"):
        suits = (said["suit"],) if key == "banda" else SUITS
        return all(
            _side(made, trick.best[0]) == side
            for trick in made.tricks
            if any(card[0] in suits for _, card in trick.cards)
        )
    return _wins(made, side)[key](said) if key in _wins(made, side) else _by_name(made, side, said)


def _wins(made: Deal, side: str) -> dict[str, Callable[[Said], bool]]:
    """Return a predicate for each figure of several cards or tricks: whether it was made."""

    def won(trick: int, able: Callable[[Card], bool]) -> bool:
        player, card = made.tricks[trick - 1].best
        return _side(made, player) == side and able(card)

    def bird(last: int, card: Card) -> Callable[[Said], bool]:
        before = [*range(1, last)]
        return lambda _said: (
            won(last, lambda best: best == card)
            and all(won(trick, lambda _best: True) for trick in before)
        )

    def over(count: int, able: Callable[[Card, Said], bool]) -> Callable[[Said], bool]:
        tricks = range(TRICKS - count + 1, TRICKS + 1)
        return lambda said: all(won(trick, lambda best: able(best, said)) for trick in tricks)

    first = made.tricks[0]
    taken = first.holder(PAGAT) or first.holder(SAS)
    return {
        "centrum": bird(5, XX),
        "kismadar": bird(6, XXI),
        "nagymadar": bird(7, SKIZ),
        "facan_pagat": lambda _said: won(1, lambda best: best == PAGAT),
        "facan_sas": lambda _said: won(1, lambda best: best == SAS),
        "paros_facan": lambda _said: taken is not None and won(1, lambda best: best == XXI),
        "zaroparos": over(2, lambda best, _said: best in (PAGAT, SAS)),
        "harom_kiralyok": over(3, lambda best, _said: best in KINGS),
        "nagy_szincsalad": over(3, lambda best, said: best[0] == said["suit"]),
        "kiraly_ultimo": over(1, lambda best, _said: best in KINGS),
        "ket_kiralyok": over(2, lambda best, _said: best in KINGS),
        "kis_szincsalad": over(2, lambda best, said: best[0] == said["suit"]),
    }


def _by_name(made: Deal, side: str, said: Said) -> bool:
    """Return whether a figure was made whose key names a card and its trick."""
    name, trick = said["figure"].split("_")
    card: Card
    if name in ("pagat", "sas", "xxi"):
        card = {"pagat": PAGAT, "sas": SAS, "xxi": XXI}[name]
    else:
        card = (said["suit"], RANKS.index(said.get("rank", "king")) + 1)
    player, best = made.tricks[LAST_NUMBERS[trick] - 1].best
    return _side(made, player) == side and best == card
