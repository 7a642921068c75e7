"""What is paid beside the game and its figures: tarokks, the dealer, the talon, the ultimo pot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.core.accounts import pot_account, split
from scoring.core.posting import DECLARER, Line
from scoring.core.table import Table
from scoring.games.hungarian.count import Count
from scoring.games.hungarian.record import Record, TalonHonour, Tarokks
from scoring.games.hungarian.seats import Sides, side_from, sits_out
from scoring.games.hungarian.tables import (
    PAGAT_ULTIMO,
    POT_LIMIT,
    TALON_POINTS,
    TAROKK_FIGURES,
    TAROKK_POINTS,
    VOID_TO_POT,
)

ULTIMO = "ultimo"
POT = pot_account(ULTIMO)


def tarokk_lines(record: Record, table: Table, sides: Sides) -> list[Line]:
    """Eight and nine tarokks, declared or claimed afterwards.

    Source: scoring/RULEBOOK.md, section 1, "Payment", option `tarokk_counts`.
    """
    pair = table.rules.tarokk_counts == "pair"
    return [
        _pair_line(item, table, sides) if pair and item.declared else _each_line(item, table, sides)
        for item in record.tarokks
    ]


def _pair_line(item: Tarokks, table: Table, sides: Sides) -> Line:
    factors = [TAROKK_POINTS[item.count], table.multiplier]
    side = sides.of(item.player)
    ours = side == DECLARER
    amount = factors[0] * factors[1]
    return Line(
        item="tarokks",
        code="hu.tarokks_pair_from" if ours else "hu.tarokks_pair_to",
        values={"player": item.player, "count": item.count, "sum": factors},
        points=sides.pay(amount if ours else -amount),
        figure=TAROKK_FIGURES[item.count],
        announced=True,
        side=side,
        by=item.player,
    )


def _each_line(item: Tarokks, table: Table, sides: Sides) -> Line:
    if item.declared:
        members = sides.ours + sides.theirs
        code = "hu.tarokks_declared"
    else:
        members = sides.ours if item.player in sides.ours else sides.theirs
        code = f"hu.tarokks_claimed_{len(members) - 1}"
    factors = [TAROKK_POINTS[item.count], table.multiplier]
    amount = factors[0] * factors[1]
    points = dict.fromkeys(members, -amount)
    points[item.player] = amount * (len(members) - 1)
    return Line(
        item="tarokks",
        code=code,
        values={"player": item.player, "count": item.count, "sum": factors},
        points=points,
        figure=TAROKK_FIGURES[item.count],
        announced=item.declared,
        by=item.player,
    )


def dealer_lines(lines: Sequence[Line], table: Table, sides: Sides) -> list[Line]:
    """The share of a dealer who sits out, as one more opponent, in what `lines` come to.

    Lines without a side are between single players and no part of V.

    Source: scoring/RULEBOOK.md, section 1, option `dealer_shares`, and "Fine points".
    """
    dealer = sits_out(table)
    if dealer is None or not table.rules.dealer_shares:
        return []
    opponent = sides.theirs[0]
    total = -sum(line.points.get(opponent, 0) for line in lines if line.side is not None)
    if total == 0:
        return []
    code = "hu.dealer_pays" if total > 0 else "hu.dealer_receives"
    values = {"dealer": dealer, "amount": abs(total)}
    points = {**split(total, sides.ours), dealer: -total}
    return [Line("dealer_share", code, values, points, by=dealer)]


def talon_line(item: TalonHonour, table: Table) -> Line:
    """What an honour drawn from the talon costs its owner.

    Source: scoring/RULEBOOK.md, section 1, option `talon_honours_to_dealer`.
    """
    factors = [TALON_POINTS[item.card], 2 if item.late else 1, table.multiplier]
    amount = factors[0] * factors[1] * factors[2]
    return Line(
        item="talon_honours",
        code="hu.talon_late" if item.late else "hu.talon",
        values={
            "player": item.player,
            "dealer": table.dealer,
            "card": f"card.{item.card}",
            "sum": factors,
        },
        points={item.player: -amount, table.dealer: amount},
        by=item.player,
    )


def void_pot_line(table: Table) -> Line:
    """Everybody at the table pays for a void hand.

    Source: scoring/RULEBOOK.md, section 1, "Ultimo pot".
    """
    points = dict.fromkeys(table.seats, -VOID_TO_POT)
    points[POT] = VOID_TO_POT * len(table.seats)
    return Line("pot", "hu.pot_void", {"amount": VOID_TO_POT}, points)


def pot_lines(count: Count, table: Table) -> tuple[list[Line], Mapping[str, int]]:
    """What announced pagat ultimos take from the pot or pay in, and the pots afterwards.

    Source: scoring/RULEBOOK.md, section 1, "Ultimo pot", and "Fine points".
    """
    pots = table.pots
    if ULTIMO not in pots or not count.said:
        return [], pots
    content, lines = pots[ULTIMO], []
    for item, side in count.said:
        amount = min(content, POT_LIMIT[len(table.seats)])
        if item.figure != PAGAT_ULTIMO or amount == 0:
            continue
        made = count.made.get(PAGAT_ULTIMO) == side
        received = amount if made else -amount
        content -= received
        points = {**split(received, side_from(table, count.sides, item.by)), POT: -received}
        code = "hu.pot_won" if made else "hu.pot_doubled"
        values: dict[str, Any] = {"by": item.by, "amount": amount}
        lines.append(
            Line(
                item="pot",
                code=code,
                values=values,
                points=points,
                figure=PAGAT_ULTIMO,
                announced=True,
                kontra=item.kontra,
                side=side,
                by=item.by,
            )
        )
    return lines, {**pots, ULTIMO: content}
