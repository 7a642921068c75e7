"""Random legal hands of Romanian tarok; Taper uses them with its own tables."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from scoring.core.table import Table
from scoring.games.romanian.tables import (
    BOTH_WORTH,
    KINGS_WORTH,
    TABLES,
    TRICKS,
    TRULA_WORTH,
    Tables,
)

KONTRA = st.sampled_from((0, 0, 0, 1, 2, 5))
SIDE = st.sampled_from((None, None, "declarer", "opponents"))


def hands(table: Table) -> st.SearchStrategy[dict[str, Any]]:
    """Legal hand events at `table`, as raw JSON."""
    others = [surrendered(table), michi(table) if table.rules.all_pass == "michi" else passed_out()]
    return st.one_of(played(table, TABLES), played(table, TABLES), abandoned(), *others)


def abandoned() -> st.SearchStrategy[dict[str, Any]]:
    return st.just({"type": "hand", "outcome": "abandoned"})


def passed_out() -> st.SearchStrategy[dict[str, Any]]:
    return st.just({"type": "hand", "outcome": "passed_out"})


@st.composite
def michi(draw: st.DrawFn, table: Table) -> dict[str, Any]:
    takers = draw(st.lists(st.sampled_from(table.seats), min_size=TRICKS, max_size=TRICKS))
    taken = {player: takers.count(player) for player in table.seats if player in takers}
    return {"type": "hand", "outcome": "michi", "tricks_taken": taken}


@st.composite
def surrendered(draw: st.DrawFn, table: Table) -> dict[str, Any]:
    return {
        "type": "hand",
        "outcome": "surrendered",
        "declarer": draw(st.sampled_from(table.seats)),
        **draw(_contract(table, TABLES).filter(lambda one: one["contract"] != "solo")),
        "honour_held": draw(st.booleans()),
    }


@st.composite
def _contract(draw: st.DrawFn, table: Table, tables: Tables) -> dict[str, Any]:
    offered = [key for key in tables.contracts if key != "unu" or table.rules.unu]
    contract = draw(st.sampled_from(offered))
    level = draw(st.integers(1, tables.contracts[contract].levels))
    return {"contract": contract} | ({"level": level} if level > 1 else {})


@st.composite
def played(draw: st.DrawFn, table: Table, tables: Tables) -> dict[str, Any]:
    """A played hand in which no side has what it cannot have."""
    declarer = draw(st.sampled_from(table.seats))
    side = [declarer]
    raw: dict[str, Any] = {"type": "hand", "declarer": declarer, **draw(_contract(table, tables))}
    if tables.called_king:
        raw["called"] = draw(st.sampled_from((None, "hearts", "clubs")))
        partner = draw(st.sampled_from(table.seats).filter(lambda name: name != declarer))
        raw["partner"] = draw(st.sampled_from((partner, None)))
        side += [raw["partner"]] if raw["partner"] else []
    raw["tricks"] = draw(st.sampled_from((None, None, None, "all", "none")))
    raw["kontra_game"] = draw(KONTRA)
    raw["declarations"] = draw(_declarations(table, tables))
    raw["announced"] = draw(_announced(table, tables, side, called=raw.get("called")))
    opponents = [name for name in table.seats if name not in side]
    raw |= draw(_facts(side, opponents, tricks=raw["tricks"]))
    if tables.called_king:
        raw |= draw(_king_facts(called=raw["called"], tricks=raw["tricks"]))
        if raw["contract"] == "solo" or raw["partner"]:
            raw["king_abandoned"] = False
    if draw(st.integers(0, 2)) == 0:
        raw["revoke"] = draw(st.sampled_from(table.seats))
    points = draw(_points(raw, tables))
    said = {key: value for key, value in raw.items() if value not in (None, 0, [], False)}
    return {**said, "declarer_points": points}


@st.composite
def _declarations(draw: st.DrawFn, table: Table, tables: Tables) -> list[dict[str, Any]]:
    players = draw(st.lists(st.sampled_from(table.seats), max_size=3, unique=True))
    counts = st.sampled_from(sorted(tables.taroace))
    return [{"player": player, "count": draw(counts)} for player in players]


@st.composite
def _announced(
    draw: st.DrawFn, table: Table, tables: Tables, side: list[str], *, called: str | None
) -> list[dict[str, Any]]:
    found: dict[tuple[str, bool], dict[str, Any]] = {}
    for figure in draw(st.lists(st.sampled_from(tables.announceable), max_size=4)):
        # With a partner it is the partner who holds the called king.
        allowed = {"pagat_ultimo": side[:1], "rege_ultimo": side[-1:] if called else []}
        players = allowed.get(figure, list(table.seats))
        if players:
            by = draw(st.sampled_from(players))
            item = {"figure": figure, "by": by, "kontra": draw(KONTRA)}
            found.setdefault((figure, by in side), item)
    return list(found.values())


@st.composite
def _facts(
    draw: st.DrawFn, side: list[str], opponents: list[str], *, tricks: str | None
) -> dict[str, Any]:
    empty = {"all": "opponents", "none": "declarer"}.get(tricks or "")
    facts: dict[str, Any] = {
        key: value for key in ("trula", "toti_regii") if (value := draw(SIDE)) != empty
    }
    if draw(st.booleans()):
        ours, theirs = draw(st.sampled_from(side)), draw(st.sampled_from(opponents))
        facts["luna_prinsa"] = draw(
            st.sampled_from(({"by": ours, "from": theirs}, {"by": theirs, "from": ours}))
        )
    if draw(st.booleans()):
        by = draw(st.sampled_from((*side, *opponents)))
        holder = "declarer" if by in side else "opponents"
        lost = holder == empty or facts.get("trula") not in (None, holder)
        facts["pagat_ultimo"] = {"by": by, "made": False if lost else draw(st.booleans())}
    return facts


@st.composite
def _king_facts(draw: st.DrawFn, *, called: str | None, tricks: str | None) -> dict[str, Any]:
    facts: dict[str, Any] = {"king_abandoned": draw(st.booleans())}
    if tricks != "all":
        facts["king_captured"] = draw(st.booleans())
    if called and draw(st.booleans()):
        facts["rege_ultimo"] = {"made": tricks == "all" or (not tricks and draw(st.booleans()))}
    return facts


def _points(raw: dict[str, Any], tables: Tables) -> st.SearchStrategy[int]:
    contract = tables.contracts[raw["contract"]]
    lowest, highest = _worth(raw, "declarer"), tables.card_points - _worth(raw, "opponents")
    if raw["tricks"] == "all":
        lowest = max(lowest, tables.card_points - contract.opponents_carry)
    if raw["tricks"] == "none":
        highest = min(highest, contract.declarer_carry)
    return st.integers(lowest, highest)


def _worth(raw: dict[str, Any], side: str) -> int:
    trula, kings = raw.get("trula") == side, raw.get("toti_regii") == side
    if trula and kings:
        return BOTH_WORTH
    return trula * TRULA_WORTH + kings * KINGS_WORTH
