"""Scoring of a played hand: the game in four steps, then the figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scoring.core.posting import DECLARER, OPPONENTS, Line, compute_kontra_factor
from scoring.core.table import Table
from scoring.games.hungarian.record import ALL, NONE, Announcement, Record
from scoring.games.hungarian.rules import HungarianRules
from scoring.games.hungarian.seats import Sides
from scoring.games.hungarian.tables import (
    BANDS,
    BIDS,
    CARD_POINTS,
    DOUBLE,
    FACAN_CARDS,
    FOUR_KINGS,
    GAME,
    HOSSZU_DUPLA,
    PAGAT_ULTIMO,
    PAROS_FACAN,
    RANKS,
    SAS_ULTIMO,
    STEPPED,
    TO_DOUBLE,
    TO_WIN,
    TRULL,
    VOLAT,
    XXI_CATCH,
    ZAROPAROS,
    Figure,
)

AnnouncedBySide = tuple[Announcement, str]
# Figures that never count silently beside an announced zaroparos of the same side.
_IN_THE_PAIR = frozenset({PAGAT_ULTIMO, SAS_ULTIMO})


class PlayedHand(NamedTuple):
    """A played hand with its sides, ready to be scored.

    made: side that made each figure, by figure.
    failed: side that failed silently at each figure, by figure.
    announced: every announcement with its side.
    spoken: (figure, side) of each announcement.
    winner: side that won the game.

    Source: scoring/RULEBOOK.md, section 1.
    """

    record: Record
    rules: HungarianRules
    multiplier: int
    sides: Sides
    made: Mapping[str, str]
    failed: Mapping[str, str]
    announced: tuple[AnnouncedBySide, ...]
    spoken: frozenset[tuple[str, str]]
    winner: str


def build_played_hand(record: Record, table: Table, sides: Sides) -> PlayedHand:
    """Return a faultless played hand with its sides, results and announcements.

    Source: scoring/RULEBOOK.md, section 1.
    """
    rules: HungarianRules = table.rules
    results, winner = _find_results(record, rules)
    failed = _add_silent_figures(record, sides, results)
    announced: tuple[AnnouncedBySide, ...] = ()
    spoken: frozenset[tuple[str, str]] = frozenset()
    if record.announced:
        announced = tuple([(item, sides.find_side(item.by)) for item in record.announced])
        spoken = frozenset([(_find_announced_key(item.figure), side) for item, side in announced])
    return PlayedHand(
        record, rules, table.multiplier, sides, results, failed, announced, spoken, winner
    )


def _find_announced_key(figure: str) -> str:
    return DOUBLE if figure == HOSSZU_DUPLA else figure


def _find_results(record: Record, rules: HungarianRules) -> tuple[dict[str, str], str]:
    """Return the side that made each of double game, volát, trull and kings, and the winner."""
    if record.result is not None:
        band = BANDS[record.result]
        fewest, most, tricks = band.fewest, band.most, band.tricks
    else:
        fewest = most = record.declarer_points or 0
        tricks = record.tricks
    made: dict[str, str] = {}
    if fewest >= TO_DOUBLE:
        made[DOUBLE] = DECLARER
    elif most <= CARD_POINTS - TO_DOUBLE:
        made[DOUBLE] = OPPONENTS
    if record.trull is not None:
        made[TRULL] = record.trull
    if record.four_kings is not None:
        made[FOUR_KINGS] = record.four_kings
    if tricks in (ALL, NONE):
        made[VOLAT] = made[TRULL] = made[FOUR_KINGS] = DECLARER if tricks == ALL else OPPONENTS
    to_win = TO_WIN
    if record.kontra_game and rules.opponents_need_48_after_kontra and fewest == most:
        to_win = CARD_POINTS - TO_WIN + 1
    return made, DECLARER if fewest >= to_win else OPPONENTS


def _add_silent_figures(record: Record, sides: Sides, made: dict[str, str]) -> dict[str, str]:
    """Add the silent figures that were made to `made`; return the silent figures that failed."""
    failed: dict[str, str] = {}
    if record.pagat_ultimo is not None:
        ultimo = record.pagat_ultimo
        (made if ultimo.made else failed)[PAGAT_ULTIMO] = sides.find_side(ultimo.by)
    if record.sas_ultimo is not None:
        ultimo = record.sas_ultimo
        (made if ultimo.made else failed)[SAS_ULTIMO] = sides.find_side(ultimo.by)
    if record.xxi_catch is not None:
        made[XXI_CATCH] = sides.find_side(record.xxi_catch.by)
    for item in record.facan:
        (made if item.made else failed)[FACAN_CARDS[item.card]] = sides.find_side(item.by)
    if record.paros_facan is not None:
        (made if record.paros_facan.made else failed)[PAROS_FACAN] = record.paros_facan.side
    if record.own:
        made.update(record.own)
    return failed


def score_game_and_figures(hand: PlayedHand, figures: Mapping[str, Figure]) -> list[Line]:
    """Return the lines of the game and the figures, in the order of the rules.

    figures: figures of the game, in the order of payment.

    Source: scoring/RULEBOOK.md, section 1, the four steps and table of figures.
    """
    lines = []
    for key in STEPPED if hand.announced else ():
        for item, side in hand.announced:
            if item.figure == key:
                lines.append(_build_announced_line(hand, figures[key], item, side))
    swept = _find_silent_sweep(hand)
    if swept is not None:
        lines.append(_build_silent_line(hand, figures[swept], hand.winner))
    if _is_game_paid(hand, swept):
        lines.append(_build_game_line(hand))
    # Most figures do not occur in a hand, so skip those early.
    happened = {item.figure for item, _side in hand.announced}.union(hand.made, hand.failed)
    for key in [key for key in figures if key in happened and key not in STEPPED]:
        figure = figures[key]
        for item, side in hand.announced:
            if item.figure == key:
                lines.append(_build_announced_line(hand, figure, item, side))
        silent = hand.made.get(key) or hand.failed.get(key)
        if silent is not None and _counts_silently(hand, key, silent, swept):
            lines.append(_build_silent_line(hand, figure, silent))
    return lines


def _find_silent_sweep(hand: PlayedHand) -> str | None:
    """Return the silent double game or volát of the winner (step 3), if there is one."""
    side = hand.made.get(DOUBLE)
    if side is None or (VOLAT, side) in hand.spoken:
        return None
    if side == OPPONENTS and hand.rules.silent_needs_kontra and not hand.record.kontra_game:
        return None
    if VOLAT in hand.made:
        return VOLAT
    return None if (DOUBLE, side) in hand.spoken else DOUBLE


def _is_game_paid(hand: PlayedHand, swept: str | None) -> bool:
    """Return whether the game itself pays (step 4)."""
    if hand.record.kontra_game:
        return True
    if (DOUBLE, hand.winner) in hand.spoken or (VOLAT, hand.winner) in hand.spoken:
        return False
    if swept == DOUBLE:
        return hand.rules.game_beside_silent_double
    return swept is None or hand.rules.game_beside_silent_volat


def _counts_silently(hand: PlayedHand, key: str, side: str, swept: str | None) -> bool:
    if (key, side) in hand.spoken:
        return False
    if key in _IN_THE_PAIR:
        return (ZAROPAROS, side) not in hand.spoken
    if key == TRULL:
        return hand.made.get(VOLAT) != side or hand.rules.silent_trull_with_volat
    if key == FOUR_KINGS:
        if hand.made.get(VOLAT) == side:
            return False
        beside = hand.rules.silent_four_kings_with_double
        return beside or swept != DOUBLE or side != hand.winner
    return True


def _build_game_line(hand: PlayedHand) -> Line:
    record = hand.record
    bid = record.bid or ""
    factors = [BIDS[bid].value, compute_kontra_factor(record.kontra_game), hand.multiplier]
    values: dict[str, Any] = {"bid": f"bid.{bid}", "sum": factors}
    code = "hu.game_won" if hand.winner == DECLARER else "hu.game_lost"
    if record.kontra_game:
        code += "_kontra"
        values["step"] = f"kontra.{record.kontra_game}"
    amount = factors[0] * factors[1] * factors[2]
    return Line(
        item=GAME,
        code=code,
        values=values,
        points=hand.sides.compute_points(amount if hand.winner == DECLARER else -amount),
        figure=GAME,
        kontra=record.kontra_game,
        side=hand.winner,
        by=record.declarer,
    )


def _build_announced_line(hand: PlayedHand, figure: Figure, item: Announcement, side: str) -> Line:
    if item.void:
        return _build_figure_line(
            figure, "hu.void", {**figure.values, "by": item.by}, {}, (item, side)
        )
    fact = hand.made.get(figure.counts_as or figure.key) == side
    made = fact if item.made is None else item.made
    factors = [
        *_find_figure_factors(hand, figure, 1),
        compute_kontra_factor(item.kontra),
        hand.multiplier,
    ]
    ours = (side == DECLARER) == made
    values: dict[str, Any] = {**figure.values, "by": item.by, "sum": factors}
    code = "hu.announced"
    if item.suit is not None:
        code = "hu.suited"
        values["suit"] = f"suit.{item.suit}"
    if item.rank is not None:
        code = "hu.ranked"
        values["rank"] = RANKS[item.rank]
    code += ("_made" if made else "_failed") + ("_from" if ours else "_to")
    if item.kontra:
        code += "_kontra"
        values["step"] = f"kontra.{item.kontra}"
    points = hand.sides.compute_points(_multiply_factors(factors, positive=ours))
    return _build_figure_line(figure, code, values, points, (item, side))


def _build_figure_line(
    figure: Figure,
    code: str,
    values: dict[str, Any],
    points: dict[str, int],
    announced: AnnouncedBySide,
) -> Line:
    item, side = announced
    return Line(
        item=figure.key,
        code=code,
        values=values,
        points=points,
        figure=figure.key,
        announced=True,
        kontra=item.kontra,
        side=side,
        by=item.by,
    )


def _build_silent_line(hand: PlayedHand, figure: Figure, side: str) -> Line:
    factors = [*_find_figure_factors(hand, figure, 0)]
    kontra = hand.record.kontra_game
    if figure.times_game and kontra and hand.rules.kontra_covers_silent:
        factors.append(compute_kontra_factor(kontra))
    else:
        kontra = 0
    factors.append(hand.multiplier)
    made = hand.made.get(figure.key) == side
    ours = (side == DECLARER) == made
    values: dict[str, Any] = {**figure.values, "sum": factors}
    code = "hu.silent"
    by = _add_maker_and_victim(hand.record, figure.key, values)
    if by is not None:
        code = "hu.caught" if figure.key == XXI_CATCH else "hu.silent_by"
    code += ("_made" if made else "_failed") + ("_from" if ours else "_to")
    return Line(
        item=figure.key,
        code=code,
        values=values,
        points=hand.sides.compute_points(_multiply_factors(factors, positive=ours)),
        figure=figure.key,
        announced=False,
        kontra=kontra,
        side=side,
        by=by,
    )


def _add_maker_and_victim(record: Record, key: str, values: dict[str, Any]) -> str | None:
    """Add the figure's maker, and the victim of a catch, to `values` and return the maker.

    The maker made or tried the figure; None if unknown.
    """
    by = None
    if key == XXI_CATCH and record.xxi_catch is not None:
        by = record.xxi_catch.by
        values["victim"] = record.xxi_catch.victim
    elif key == PAGAT_ULTIMO and record.pagat_ultimo is not None:
        by = record.pagat_ultimo.by
    elif key == SAS_ULTIMO and record.sas_ultimo is not None:
        by = record.sas_ultimo.by
    for item in record.facan:
        if key == FACAN_CARDS[item.card]:
            by = item.by
    if by is not None:
        values["by"] = by
    return by


def _find_figure_factors(hand: PlayedHand, figure: Figure, place: int) -> tuple[int, ...]:
    """Return the factors of a figure's value.

    place: 0 for the silent, 1 for the announced value.
    """
    bid = hand.record.bid or ""
    fixed = hand.rules.volat_fixed
    if figure.key == VOLAT and fixed is not None:
        return (fixed[bid][place],)
    worth: Any = figure.default
    if not figure.fixed:
        worth = getattr(hand.rules, figure.counts_as or figure.key)
    value: int = worth[place] if isinstance(worth, tuple) else worth
    return (BIDS[bid].value, value) if figure.times_game else (value,)


def _multiply_factors(factors: list[int], *, positive: bool) -> int:
    total = 1 if positive else -1
    for factor in factors:
        total *= factor
    return total
