"""Random legal hands of Paskievics; Illustrated builds on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from scoring.core.table import Table
from scoring.games.hungarian.auction import Call, derive_result, find_next_turn
from scoring.games.hungarian.seats import (
    Sides,
    find_player_sitting_out,
    list_speaking_order,
    split_into_sides,
)
from scoring.games.hungarian.tables import (
    BANDS,
    BEST_DISCARDS,
    BIDS,
    CALLED,
    CARD_POINTS,
    KING_CARDS,
    TALON_POINTS,
    TRULL_CARDS,
    Figure,
)
from scoring.games.paskievics import PASKIEVICS
from scoring.games.paskievics.tables import FIGURES
from support.strategies.pruning import pruned

DECLARER, OPPONENTS = "declarer", "opponents"
MOST_CALLS = 30
CARDS_OF_TRICK = 4


@st.composite
def hands(draw: st.DrawFn, table: Table) -> dict[str, Any]:
    """Draw a legal hand event; three of four are played."""
    kind = draw(st.sampled_from(("played",) * 6 + ("void", "short")))
    if kind == "void":
        return draw(void_hands(table))
    if kind == "short":
        return draw(unplayed_hands(table))
    return pruned(draw(played_hands(table, FIGURES)), table, PASKIEVICS)


@st.composite
def void_hands(draw: st.DrawFn, table: Table) -> dict[str, Any]:
    """Draw a hand that was passed out or annulled."""
    if not table.rules.annul or draw(st.booleans()):
        return {"type": "hand", "outcome": "passed_out"}
    raw: dict[str, Any] = {"type": "hand", "outcome": "annulled"}
    if draw(st.booleans()):
        raw["by"] = draw(st.sampled_from(list_speaking_order(table)))
    if draw(st.booleans()):
        raw["holding"] = draw(st.sampled_from(table.rules.annul))
    return raw


@st.composite
def unplayed_hands(draw: st.DrawFn, table: Table) -> dict[str, Any]:
    """Draw a failed trial three, or a conceded three if the rules have it."""
    declarer, partner = draw(st.permutations(list_speaking_order(table)))[:2]
    if table.rules.concede_trull_three and draw(st.booleans()):
        alone = draw(st.booleans())
        return {
            "type": "hand",
            "outcome": "conceded",
            "declarer": declarer,
            "partner": None if alone else partner,
        }
    bid, last = draw(st.sampled_from(sorted(BIDS))), list_speaking_order(table)[-1]
    return {"type": "hand", "outcome": "failed_trial", "declarer": last, "bid": bid}


@st.composite
def played_hands(draw: st.DrawFn, table: Table, figures: Mapping[str, Figure]) -> dict[str, Any]:
    """Draw a played hand without announcements whose results are recorded; the game adds those."""
    raw: dict[str, Any] = {"type": "hand", **draw(contracts(table))}
    if raw.get("outcome") == "passed_out":
        return raw
    sides = split_into_sides(table, raw["declarer"], raw["partner"])
    most = table.rules.max_kontra
    raw["kontra_game"] = draw(st.integers(0, min(2, most)) | st.integers(0, most))
    raw |= draw(results(table, raw))
    raw |= draw(facts(raw, sides))
    raw["announced"] = draw(announcements(sides, figures, most))
    everybody = sides.ours + sides.theirs
    if table.rules.own_figures:
        raw |= draw(own_figures(table, raw["announced"], everybody))
    raw["tarokks"] = [
        {"player": name, "count": draw(st.sampled_from((8, 9))), "declared": draw(st.booleans())}
        for name in draw(st.lists(st.sampled_from(everybody), unique=True, max_size=2))
    ]
    if table.rules.talon_honours_to_dealer and find_player_sitting_out(table) is not None:
        raw["talon_honours"] = [
            {"player": draw(st.sampled_from(everybody)), "card": card, "late": draw(st.booleans())}
            for card in draw(st.lists(st.sampled_from(sorted(TALON_POINTS)), unique=True))
        ]
    return raw


@st.composite
def own_figures(
    draw: st.DrawFn, table: Table, said: list[dict[str, Any]], everybody: tuple[str, ...]
) -> dict[str, Any]:
    """Draw announced and silent figures of the club; impossible ones are removed later."""
    keys = st.sampled_from([f"own:{figure.key}" for figure in table.rules.own_figures])
    more = st.fixed_dictionaries(
        {
            "figure": keys,
            "by": st.sampled_from(everybody),
            "kontra": st.integers(0, table.rules.max_kontra),
            "made": st.booleans(),
        }
    )
    silent = draw(st.dictionaries(keys, st.sampled_from((DECLARER, OPPONENTS)), max_size=2))
    found: dict[str, Any] = {"announced": [*said, *draw(st.lists(more, max_size=2))]}
    return found | ({"own": silent} if silent else {})


@st.composite
def contracts(draw: st.DrawFn, table: Table) -> dict[str, Any]:
    """Draw a contract, one time in four with its auction."""
    order = list_speaking_order(table)
    raw: dict[str, Any] = {
        "declarer": draw(st.sampled_from(order)),
        "bid": draw(st.sampled_from(sorted(BIDS))),
        "called": draw(st.none() | st.sampled_from(CALLED)),
    }
    if draw(st.integers(0, 3)) == 0:
        calls = draw(auctions(table))
        found = derive_result(calls, order=order, rules=table.rules)
        if found.declarer is None:
            return {"outcome": "passed_out"}
        raw = {
            "auction": [list(call) for call in calls],
            "declarer": found.declarer,
            "bid": found.bid,
            "called": found.called or "XX",
        }
        if found.called is not None:
            return {**raw, "partner": found.shown_by}
    others = [name for name in order if name != raw["declarer"]]
    raw["partner"] = draw(st.sampled_from(others) | st.none())
    if raw["partner"] is None:
        raw |= draw(reasons_to_be_alone(raw["called"], others))
    return raw


@st.composite
def reasons_to_be_alone(draw: st.DrawFn, called: str | None, others: list[str]) -> dict[str, Any]:
    """Draw the reason why the declarer plays alone, which may be unrecorded."""
    able = ["discarded", *(["own"] if called in (None, "XX") else [])]
    alone = draw(st.none() | st.sampled_from(able))
    by = draw(st.none() | st.sampled_from(others)) if alone == "discarded" else None
    return {key: said for key, said in (("alone", alone), ("discarded_by", by)) if said}


@st.composite
def auctions(draw: st.DrawFn, table: Table) -> tuple[Call, ...]:
    """Draw a complete legal auction."""
    order = list_speaking_order(table)
    calls: tuple[Call, ...] = ()
    for _ in range(MOST_CALLS):
        turn = find_next_turn(calls, order=order, rules=table.rules)
        if turn is None:
            break
        calls = (*calls, (turn.player, draw(st.sampled_from(turn.choices)).call))
    return calls


@st.composite
def results(draw: st.DrawFn, table: Table, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Draw matching card points and tricks, or a result in words."""
    if draw(st.integers(0, 3)) == 0:
        return {"result": draw(st.sampled_from(sorted(BANDS)))}
    tricks = draw(st.sampled_from(("split",) * 6 + ("all", "none")))
    drawn, discarded = BIDS[raw["bid"]].drawn, len(BEST_DISCARDS) - 1
    lowest, highest = drawn + CARDS_OF_TRICK, CARD_POINTS - CARDS_OF_TRICK - discarded + drawn
    if tricks == "all":
        lowest, highest = CARD_POINTS - BEST_DISCARDS[discarded - drawn], CARD_POINTS
    elif tricks == "none":
        lowest, highest = 0, BEST_DISCARDS[drawn]
    elif raw.get("alone") == "discarded" and table.rules.discarded_partner_skart == DECLARER:
        lowest, highest = discarded + CARDS_OF_TRICK, CARD_POINTS - CARDS_OF_TRICK
    points = draw(st.integers(lowest, highest))
    return {"declarer_points": points, "tricks": tricks}


@st.composite
def facts(draw: st.DrawFn, raw: Mapping[str, Any], sides: Sides) -> dict[str, Any]:
    """Draw who took the trull, the kings, the pagat and the XXI, as the result allows."""
    best, empty = _reach(raw)
    found: dict[str, Any] = {}
    for key, worth in (("trull", TRULL_CARDS), ("four_kings", KING_CARDS)):
        able = [side for side in best if side != empty and best[side] >= worth]
        side = draw(st.sampled_from([*able, None]))
        if side is not None:
            found[key] = side
            best[side] -= worth
    if draw(st.booleans()):
        by = draw(st.sampled_from(sides.ours + sides.theirs))
        against = empty == sides.find_side(by) or found.get("trull") not in (
            None,
            sides.find_side(by),
        )
        found["pagat_ultimo"] = {"by": by, "made": not against and draw(st.booleans())}
    if draw(st.integers(0, 3)) == 0:
        pair = [draw(st.sampled_from(sides.ours)), draw(st.sampled_from(sides.theirs))]
        by, victim = draw(st.permutations(pair))
        found["xxi_catch"] = {"by": by, "from": victim}
    return found


def _reach(raw: Mapping[str, Any]) -> tuple[dict[str, int], str | None]:
    """Return the most points of each side, and the side without tricks."""
    if "result" in raw:
        band = BANDS[raw["result"]]
        best = {DECLARER: band.most, OPPONENTS: CARD_POINTS - band.fewest}
        tricks = band.tricks
    else:
        points = raw["declarer_points"]
        best = {DECLARER: points, OPPONENTS: CARD_POINTS - points}
        tricks = raw["tricks"]
    return best, {"all": OPPONENTS, "none": DECLARER}.get(tricks)


@st.composite
def announcements(
    draw: st.DrawFn, sides: Sides, figures: Mapping[str, Figure], most: int
) -> list[dict[str, Any]]:
    """Draw announcements whose results follow from the facts, each once per side."""
    keys = sorted(key for key, row in figures.items() if not row.has_result and row.rule is None)
    pair = st.tuples(st.sampled_from(keys), st.sampled_from(sides.ours + sides.theirs))
    chosen = draw(
        st.lists(pair, max_size=4, unique_by=lambda item: (item[0], sides.find_side(item[1])))
    )
    return [
        {"figure": key, "by": by, "kontra": draw(st.integers(0, min(2, most)))}
        for key, by in chosen
    ]
