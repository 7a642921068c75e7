"""Random legal hands of Danish tarok."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from scoring.core.table import Table

SUITS = ("hearts", "diamonds", "clubs", "spades")
# Kings that only one player can declare.
WHOLE = (("kings", "full"), ("kings", "abundant"))
LEVELS = ("half", "full", "abundant")


def playing(table: Table) -> list[str]:
    """The three who play: of four, all but the one opposite the dealer."""
    seats = list(table.seats)
    if len(seats) == 4:
        del seats[(seats.index(table.dealer) + 2) % 4]
    return seats


@st.composite
def hands(draw: st.DrawFn, table: Table) -> dict[str, Any]:
    """A legal hand event at `table`, of any outcome."""
    players = playing(table)
    raw: dict[str, Any] = {"type": "hand"}
    outcome = draw(st.sampled_from(["played"] * 6 + ["misdeal", "abandoned"]))
    if outcome != "played":
        raw["outcome"] = outcome
    if outcome == "misdeal":
        return raw
    raw["declarations"] = _possible(draw(st.lists(_declarations(players), max_size=3)))
    pagat = draw(st.sampled_from(["unseen", "pagat_lost", "pagat_won", "last"]))
    kings = draw(st.integers(0, 4))
    events = ["king_lost"] * kings + ([pagat] if pagat.startswith("pagat") else [])
    raw["in_play"] = [
        {"player": draw(st.sampled_from(players)), "event": event}
        for event in draw(st.permutations(events))
    ]
    if outcome == "played":
        cards = ["king"] * (4 - kings) + (["pagat"] if pagat == "last" else [])
        raw |= draw(_endings(table, players, cards))
    return raw


@st.composite
def _declarations(draw: st.DrawFn, players: list[str]) -> dict[str, Any]:
    raw: dict[str, Any] = {"player": draw(st.sampled_from(players))}
    kind = raw["kind"] = draw(st.sampled_from(["trumps", "matadors", "kings", "cavallerie"]))
    if kind == "trumps":
        raw["count"] = draw(st.integers(10, 22))
        raw["pagat"] = draw(st.booleans())
    elif kind == "matadors":
        raw["count"] = draw(st.integers(3, 22))
    else:
        raw["level"] = draw(st.sampled_from(LEVELS))
    if kind == "cavallerie":
        raw["suit"] = draw(st.sampled_from(SUITS))
    return raw


def _possible(declared: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The declarations without those that need cards which others have declared."""
    found: list[dict[str, Any]] = []
    for one in declared:
        trumps = sum(item.get("count", 0) for item in (*found, one) if item["kind"] == "trumps")
        whole = [item for item in (*found, one) if _whole(item) and item["kind"] == one["kind"]]
        if trumps <= 22 and (not _whole(one) or len({item["player"] for item in whole}) == 1):
            found.append(one)
    return found


def _whole(one: dict[str, Any]) -> bool:
    """Whether only one player can have it."""
    return one["kind"] == "matadors" or (one["kind"], one.get("level")) in WHOLE


@st.composite
def _endings(draw: st.DrawFn, table: Table, players: list[str], cards: list[str]) -> dict[str, Any]:
    """The last trick and what follows; cards: kings and the pagat not yet played."""
    winner, *others = draw(st.permutations(players))
    in_trick = draw(st.permutations([*cards, "other", "other", "other"]))[:3]
    if in_trick[0] == "king" and "pagat" in in_trick:
        in_trick = ["pagat", "king", *("other" for _ in in_trick[2:])]
    lost = [
        {"player": player, "card": card}
        for player, card in zip(others, in_trick[1:], strict=True)
        if card != "other"
    ]
    raw: dict[str, Any] = {"announced_tout": draw(st.booleans())}
    raw["last_trick"] = {"winner": winner, "with": in_trick[0], "lost": lost}
    end = draw(st.sampled_from(["plain", "plain", "tout", "nolo"]))
    if end == "tout":
        raw["tout"] = winner
    elif end == "nolo":
        raw["nolo"] = others[0]
    if end != "nolo" and table.rules.count:
        raw["card_points"] = draw(_piles(players))
    return raw


@st.composite
def _piles(draw: st.DrawFn, players: list[str]) -> dict[str, int]:
    first = draw(st.integers(0, 78))
    second = draw(st.integers(0, 78 - first))
    piles = dict(zip(players, (first, second, 78 - first - second), strict=True))
    left_out = draw(st.sampled_from([None, *players]))
    return {player: points for player, points in piles.items() if player != left_out}
