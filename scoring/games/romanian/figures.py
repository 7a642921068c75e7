"""Payments between the sides for figures, announced and silent, and for declared taroace."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scoring.core.posting import DECLARER, OPPONENTS, compute_kontra_factor
from scoring.games.romanian.payment_lines import PaymentPurpose, Payments
from scoring.games.romanian.record import Announcement, Declaration, Played
from scoring.games.romanian.sides import Sides
from scoring.games.romanian.tables import TAROACE, Figure, Tables

_OWN_SENTENCE = ("king_captured", "king_abandoned")


class Fact(NamedTuple):
    """The result of a figure: the side that tried it, and whether it was made.

    by: player who tried it; None if only the side is recorded.

    Source: docs/reference/format.md, "Hands: romanian, taper".
    """

    side: str
    made: bool = True
    by: str | None = None


def collect_facts(record: Played, sides: Sides) -> dict[str, Fact]:
    """Return the result of each figure that was tried or made, by key.

    An abandoned king replaces a captured king.

    Source: scoring/RULEBOOK.md, section 4, "Figures".
    """
    facts = {}
    if record.trula is not None:
        facts["trula"] = Fact(record.trula)
    if record.toti_regii is not None:
        facts["toti_regii"] = Fact(record.toti_regii)
    if record.luna_prinsa is not None:
        facts["luna_prinsa"] = Fact(
            sides.find_side(record.luna_prinsa.by), by=record.luna_prinsa.by
        )
    if record.pagat_ultimo is not None:
        pagat = record.pagat_ultimo
        facts["pagat_ultimo"] = Fact(sides.find_side(pagat.by), pagat.made, pagat.by)
    if record.rege_ultimo is not None:
        facts["rege_ultimo"] = Fact(DECLARER, record.rege_ultimo)
    if record.king_abandoned:
        facts["king_abandoned"] = Fact(OPPONENTS)
    elif record.king_captured:
        facts["king_captured"] = Fact(OPPONENTS)
    if record.tricks is not None:
        facts["valat"] = Fact(DECLARER if record.tricks == "all" else OPPONENTS)
    return facts


def is_fulfilled(announcement: Announcement, fact: Fact | None, side: str) -> bool:
    """Return whether `side` made its announcement; a pagat ultimo needs the announcer's own pagat.

    Source: scoring/RULEBOOK.md, section 4, "Figures".
    """
    if fact is None or not fact.made or fact.side != side:
        return False
    return announcement.figure != "pagat_ultimo" or fact.by == announcement.by


def add_figure_payments(
    announced: Iterable[Announcement], facts: Mapping[str, Fact], tables: Tables, payments: Payments
) -> None:
    """Add the payments for every figure announced or made, in the order of the rules.

    Source: scoring/RULEBOOK.md, section 4, "Figures".
    """
    calls: dict[str, list[Announcement]] = {}
    for announcement in announced:
        calls.setdefault(announcement.figure, []).append(announcement)
    if not calls and not facts:
        return
    for figure in tables.figures:
        if figure.key in calls or figure.key in facts:
            _add_payments_for_figure(
                figure, calls.get(figure.key, []), facts.get(figure.key), payments
            )


def _add_payments_for_figure(
    figure: Figure, calls: list[Announcement], fact: Fact | None, payments: Payments
) -> None:
    announcing = [payments.sides.find_side(call.by) for call in calls]
    for call, side in zip(calls, announcing, strict=True):
        _add_announced_payment(
            figure, call, payments, side=side, made=is_fulfilled(call, fact, side)
        )
    if fact is not None and fact.side not in announcing:
        _add_silent_payment(figure, fact, payments)


def _add_announced_payment(
    figure: Figure, announcement: Announcement, payments: Payments, *, side: str, made: bool
) -> None:
    value = figure.announced[payments.solo]
    signed = value if made == (side == DECLARER) else -value
    stem = "announced_made" if made else "announced_failed"
    if made and figure.key == "valat":
        stem = "valat_announced"
    code = f"ro.{stem}_{side}"
    values = {"figure": figure.term, "by": announcement.by}
    if announcement.kontra:
        code += "_kontra"
        values["step"] = f"kontra.ro.{announcement.kontra}"
    purpose = PaymentPurpose(
        figure.key, side, announcement.by, figure.key, announced=True, kontra=announcement.kontra
    )
    payments.add(purpose, code, [signed, compute_kontra_factor(announcement.kontra)], values)


def _add_silent_payment(figure: Figure, fact: Fact, payments: Payments) -> None:
    value = figure.silent[payments.solo]
    signed = value if fact.made == (fact.side == DECLARER) else -value
    code = f"ro.silent_{'made' if fact.made else 'failed'}_{fact.side}"
    if figure.key in _OWN_SENTENCE:
        code = f"ro.{figure.key}"
    elif figure.key == "valat":
        code = f"ro.valat_silent_{fact.side}"
    purpose = PaymentPurpose(figure.key, fact.side, fact.by, figure.key, announced=False)
    payments.add(purpose, code, [signed], {"figure": figure.term})


def add_taroace_payments(
    declared: Iterable[Declaration], tables: Tables, payments: Payments
) -> None:
    """Add the payments for declared taroace: the highest declaration of each side.

    Source: scoring/RULEBOOK.md, section 4, "Taroace declared".
    """
    highest: dict[str, Declaration] = {}
    for item in declared:
        side = payments.sides.find_side(item.player)
        if side not in highest or item.count > highest[side].count:
            highest[side] = item
    for side in (DECLARER, OPPONENTS):
        if side in highest:
            item = highest[side]
            value = tables.taroace[item.count]
            values = {"count": item.count, "player": item.player}
            signed = value if side == DECLARER else -value
            purpose = PaymentPurpose(TAROACE, side, item.player, TAROACE, announced=True)
            payments.add(purpose, f"ro.taroace_{side}", [signed], values)
