"""Checks of the players of a hand: why the declarer plays alone, and the speakers of kontra."""

from __future__ import annotations

from scoring.core.posting import DECLARER, OPPONENTS
from scoring.core.problem import Problem
from scoring.core.table import Table
from scoring.games.hungarian.discards import OWN_CALLED
from scoring.games.hungarian.record import (
    ALONE_DISCARDED,
    ALONE_OWN,
    ON_GAME,
    Kontras,
    Record,
)
from scoring.games.hungarian.seats import Sides, find_player_sitting_out
from scoring.games.hungarian.tables import BIDS

_OTHER = {DECLARER: OPPONENTS, OPPONENTS: DECLARER}


def check_player(table: Table, field: str, player: str, problems: list[Problem]) -> None:
    """Add a fault at `field` if `player` does not play the hand.

    Source: scoring/RULEBOOK.md, section 6.
    """
    if player not in table.seats:
        problems.append(Problem("not_at_table", field, {"player": player}))
    elif player == find_player_sitting_out(table):
        problems.append(Problem("hu.sits_out", field, {"player": player}))


def check_playing_alone(record: Record, table: Table, problems: list[Problem]) -> None:
    """Add faults if the reason for playing alone contradicts the partner, card or discarder.

    Source: scoring/RULEBOOK.md, section 6; S0, "Calling a partner".
    """
    if record.alone is not None and record.partner is not None:
        problems.append(Problem("hu.alone_with", "alone", {"player": record.partner}))
    elif record.alone == ALONE_OWN and record.called not in (None, OWN_CALLED):
        problems.append(Problem("hu.alone_own", "alone", {"numeral": record.called}))
    by = record.discarded_by
    if by is None:
        return
    check_player(table, "discarded_by", by, problems)
    if record.alone != ALONE_DISCARDED:
        problems.append(Problem("hu.discarded_by", "discarded_by"))
    elif by == record.declarer:
        code = "hu.discarded_own" if BIDS[record.bid or ""].drawn else "hu.discarded_none"
        problems.append(Problem(code, "discarded_by", {"player": by}))


def check_kontras(record: Record, table: Table, sides: Sides, problems: list[Problem]) -> None:
    """Add faults for speakers of kontra who do not match the steps or the sides.

    Source: docs/reference/format.md, "kontras"; S0, "Kontra".
    """
    targets: set[str | int] = set()
    for place, item in enumerate(record.kontras):
        field = f"kontras.{place}"
        if item.on in targets:
            problems.append(Problem("hu.kontras_twice", f"{field}.on"))
            continue
        targets.add(item.on)
        steps_and_side = _find_kontra_steps(record, item, sides)
        if steps_and_side is None:
            problems.append(Problem("hu.kontras_on", f"{field}.on"))
            continue
        steps, side = steps_and_side
        if len(item.by) != steps:
            values = {"count": len(item.by), "steps": steps}
            problems.append(Problem("hu.kontras_steps", f"{field}.by", values))
            continue
        for step, player in enumerate(item.by):
            before = len(problems)
            check_player(table, f"{field}.by.{step}", player, problems)
            side = _OTHER[side]
            if len(problems) == before and sides.find_side(player) != side:
                named = {"player": player, "step": f"kontra.{step + 1}"}
                problems.append(Problem("hu.kontras_side", f"{field}.by.{step}", named))


def _find_kontra_steps(record: Record, item: Kontras, sides: Sides) -> tuple[int, str] | None:
    """Return the number of kontras to the target of `item`, and the side of that target.

    Return None if there is no such announcement.
    """
    if isinstance(item.on, str):
        return (record.kontra_game, DECLARER) if item.on == ON_GAME else None
    if not 0 <= item.on < len(record.announced):
        return None
    announced = record.announced[item.on]
    return announced.kontra, sides.find_side(announced.by)
