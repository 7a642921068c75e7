"""Checks of announcements: repeated, in conflict, after the volát, or not allowed at this table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.core.own_figures import OWN_PREFIX
from scoring.core.posting import OPPONENTS
from scoring.core.problem import Problem
from scoring.games.hungarian.figure_cards import (
    exclude_each_other,
    family_includes,
    find_winning_cards,
    forbids_announcing,
    replaces,
)
from scoring.games.hungarian.record import Announcement, Record
from scoring.games.hungarian.seats import Sides
from scoring.games.hungarian.tables import (
    DOUBLE,
    FACAN_CARDS,
    HOSSZU_DUPLA,
    OPPONENTS_LED,
    PAROS_FACAN,
    VOLAT,
    Figure,
)

AnnouncedFigure = tuple[Announcement, Figure]


def check_announced(
    record: Record,
    sides: Sides,
    figures: Mapping[str, Figure],
    problems: list[Problem],
    *,
    schema: int,
) -> None:
    """Add a fault for each announcement that conflicts with an earlier announcement of its side.

    Source: scoring/RULEBOOK.md, section 6 and section 8.
    """
    announced_by_side: dict[str, list[AnnouncedFigure]] = {}
    for place, item in enumerate(record.announced):
        figure = figures.get(item.figure)
        if figure is None:
            continue
        side = sides.find_side(item.by)
        earlier = announced_by_side.setdefault(side, [])
        fault = next(_find_conflicts((item, figure), earlier, schema), None)
        if fault is not None:
            code, values = fault
            problems.append(Problem(code, f"announced.{place}.figure", values))
        earlier.append((item, figure))


def _find_conflicts(
    announced: AnnouncedFigure, earlier: list[AnnouncedFigure], schema: int
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each conflict with an earlier announcement of the side, as code and values."""
    item, figure = announced
    cards = find_winning_cards(figure, item.suit, item.rank)
    for before, other in earlier:
        names = {**figure.values, "other": other.values["figure"]}
        others = find_winning_cards(other, before.suit, before.rank)
        if other is figure and (item.suit, item.rank) == (before.suit, before.rank):
            yield "hu.announced_twice", figure.values
        elif figure.group is not None and figure.group == other.group:
            yield "hu.one_of_these", names
        elif replaces(figure, other, cards, others) or replaces(other, figure, others, cards):
            yield "hu.same_card", names
        elif exclude_each_other(figure, other, cards, others):
            yield "hu.same_trick", names
        elif 0 < figure.refused_after_volat <= schema and other.key == VOLAT:
            yield "hu.after_volat", figure.values
        elif schema >= 3 and (
            forbids_announcing(figure, other, others)
            or forbids_announcing(other, figure, cards)
            or family_includes(figure, other, cards, others)
            or family_includes(other, figure, others, cards)
        ):
            yield "hu.not_beside", names


def check_first_trick(
    record: Record,
    leader: str,
    sides: Sides,
    figures: Mapping[str, Figure],
    problems: list[Problem],
) -> None:
    """Add faults for first-trick figures recorded twice, or for a side that cannot make them.

    leader: player who leads to the first trick.

    Some of these figures can be made only by the side that does not lead. An announced figure must
    not be recorded as silent as well.

    Source: scoring/RULEBOOK.md, section 8; section 6, "What contradicts itself".
    """
    leading = sides.find_side(leader)
    sides_heard = set()
    for place, item in enumerate(record.announced):
        figure, side = figures.get(item.figure), sides.find_side(item.by)
        sides_heard.add((item.figure, side))
        if figure is not None and figure.waits and side == leading:
            values = {**figure.values, "player": leader}
            problems.append(Problem("hu.waits", f"announced.{place}.by", values))
    for place, facan in enumerate(record.facan):
        figure = figures[FACAN_CARDS[facan.card]]
        if (figure.key, sides.find_side(facan.by)) in sides_heard:
            problems.append(Problem("hu.silent_too", f"facan.{place}.card", figure.values))
    pair = record.paros_facan
    if pair is None:
        return
    figure = figures[PAROS_FACAN]
    if (PAROS_FACAN, pair.side) in sides_heard:
        problems.append(Problem("hu.silent_too", PAROS_FACAN, figure.values))
    if figure.silent_if == OPPONENTS_LED and pair.side == leading:
        values = {**figure.values, "player": leader}
        problems.append(Problem("hu.waits", f"{PAROS_FACAN}.by", values))


def check_opponents_announcements(
    record: Record, sides: Sides, problems: list[Problem], *, schema: int
) -> None:
    """Add a fault for each announcement of the opponents, who need a kontra to the game first.

    The caller ensures that the rules require this and that the game has no kontra. Before schema
    3, the opponents of a lone declarer needed none.

    Source: scoring/RULEBOOK.md, section 1, `opponents_bonus_needs_kontra`; S4.
    """
    if record.partner is None and schema < 3:
        return
    for place, item in enumerate(record.announced):
        if sides.find_side(item.by) == OPPONENTS:
            problems.append(Problem("hu.needs_kontra", f"announced.{place}.by", {"by": item.by}))


def check_volat_announcers(record: Record, problems: list[Problem]) -> None:
    """Add a fault for a volát announced by a player who also announced a double game.

    The caller ensures that the rules forbid this.

    Source: scoring/RULEBOOK.md, section 1, `double_and_volat_by_one`.
    """
    doubled = {
        announcement.by
        for announcement in record.announced
        if announcement.figure in (DOUBLE, HOSSZU_DUPLA)
    }
    for place, item in enumerate(record.announced):
        if item.figure == VOLAT and item.by in doubled:
            values = {"player": item.by}
            problems.append(Problem("hu.double_and_volat", f"announced.{place}.figure", values))


def check_club_figures(
    record: Record, figures: Mapping[str, Figure], problems: list[Problem]
) -> None:
    """Add faults for club figures that the rules lack, or lack in that form (silent or announced).

    Source: scoring/RULEBOOK.md, section 1, `own_figures`.
    """
    used = [(f"own.{key}", key, 0) for key, _side in record.own]
    for number, announcement in enumerate(record.announced):
        used.append((f"announced.{number}.figure", announcement.figure, 1))
    for field, key, place in used:
        if not key.startswith(OWN_PREFIX):
            continue
        figure = figures.get(key)
        if figure is None:
            problems.append(Problem("hu.own_unknown", field, {"key": key}))
        elif isinstance(figure.default, tuple) and figure.default[place] is None:
            code = "hu.own_only_silent" if place else "hu.own_only_announced"
            problems.append(Problem(code, field, figure.values))


def check_club_figure_sides(
    record: Record, sides: Sides, figures: Mapping[str, Figure], problems: list[Problem]
) -> None:
    """Add faults for club figures made by both sides, or both announced and silent on one side.

    Source: scoring/RULEBOOK.md, section 1, `own_figures`.
    """
    announced_sides: dict[str, set[str]] = {}
    sides_by_figure: dict[str, set[str]] = {}
    for place, item in enumerate(record.announced):
        figure = figures.get(item.figure)
        if figure is None or figure.own is None:
            continue
        side = sides.find_side(item.by)
        announced_sides.setdefault(item.figure, set()).add(side)
        if item.made:
            _note_side(
                item.figure, side, sides_by_figure, (f"announced.{place}.made", figure, problems)
            )
    for key, side in record.own:
        figure = figures.get(key)
        if figure is None:
            continue
        if side in announced_sides.get(key, ()):
            problems.append(Problem("hu.own_announced", f"own.{key}", figure.values))
        else:
            _note_side(key, side, sides_by_figure, (f"own.{key}", figure, problems))


def _note_side(
    key: str, side: str, sides_by_figure: dict[str, set[str]], at: tuple[str, Figure, list[Problem]]
) -> None:
    field, figure, problems = at
    sides = sides_by_figure.setdefault(key, set())
    if sides - {side}:
        problems.append(Problem("hu.own_both", field, figure.values))
    sides.add(side)
