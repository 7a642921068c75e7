"""Checks of a Danish hand, which find all faults at once."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.core.problem import Problem
from scoring.core.reader import RECORD_SCHEMA
from scoring.core.table import Table
from scoring.games.danish.contradictions import find_contradictions
from scoring.games.danish.holdings import iter_played_cards
from scoring.games.danish.piles import find_pile_contradictions
from scoring.games.danish.record import (
    ABANDONED,
    KING,
    KINGS,
    MATADORS,
    MISDEAL,
    PAGAT,
    PLAYED,
    TRUMPS,
    DanishHand,
)
from scoring.games.danish.seats import find_players
from scoring.games.danish.tables import ALL_KINGS, COUNTED, KINGS_IN_DECK, POINTS_IN_DECK

_EMPTY = DanishHand()
# The keys allowed in a hand that was not played out, and the fault for any other key.
_ALLOWED_ENTRIES = {
    MISDEAL: (("reason", "caller"), "nothing_in_misdeal"),
    ABANDONED: (("declarations", "in_play"), "not_in_abandoned"),
}
# If one of these fields has a fault, the piles are not checked.
_ENDS = {"tout", "nolo", "last_trick", "card_points"}
_FIELDS = {"caller": "player"}
_ENTRIES = (
    "declarations",
    "in_play",
    "announced_tout",
    "tout",
    "nolo",
    "last_trick",
    "card_points",
    "reason",
    "caller",
)
# Faults, each with the contradiction that would repeat it and is therefore left out.
_COVERED_CODES = {
    "too_many_kings": "exclude_kings",
    "too_many_trumps": "exclude_trumps",
    "pagat_twice": "exclude_card",
    "kings_of_two": "exclude_kings",
    "matadors_of_two": "exclude_card",
}


def find_faults(record: DanishHand, table: Table, *, schema: int = RECORD_SCHEMA) -> list[Problem]:
    """Return every fault of `record` as the next hand at `table`.

    schema: schema version of the record.

    Source: scoring/RULEBOOK.md, section 6; docs/reference/format.md, "Hands: danish".
    """
    problems: list[Problem] = []
    playing = find_players(table)
    _check_players(record, table, playing, problems)
    if record.outcome == PLAYED:
        _check_last_trick(record, problems)
        _check_cards(record, problems)
        _check_tout_and_nolo(record, problems)
        _check_points(record, table, problems)
        _check_misdeal_fields(record, problems)
    else:
        allowed, code = _ALLOWED_ENTRIES[record.outcome]
        for entry in _ENTRIES:
            if entry not in allowed and getattr(record, entry) != getattr(_EMPTY, entry):
                problems.append(Problem(code, _FIELDS.get(entry, entry)))
        _check_cards(record, problems)
    if schema >= 2:
        _check_declarations(record, problems)
        _check_pagat_beaten(record, problems)
    if schema >= 3:
        _check_contradictions(record, table, playing, problems)
    return problems


def _check_contradictions(
    record: DanishHand, table: Table, playing: tuple[str, ...], problems: list[Problem]
) -> None:
    """Add the contradictions between facts, except those that an earlier fault already covers."""
    if record.outcome == MISDEAL:
        return
    fields = {problem.field for problem in problems}
    contradictions = [*find_contradictions(record, table.dealer)]
    if record.outcome == PLAYED and not fields & _ENDS:
        contradictions += find_pile_contradictions(record, table.dealer, playing)
    if not contradictions:
        return
    covered_codes = {
        _COVERED_CODES[problem.code] for problem in problems if problem.code in _COVERED_CODES
    }
    problems += [
        problem
        for problem in contradictions
        if problem.field not in fields and problem.code not in covered_codes
    ]


def _check_misdeal_fields(record: DanishHand, problems: list[Problem]) -> None:
    for entry in ("reason", "caller"):
        if getattr(record, entry) is not None:
            problems.append(Problem("only_misdeal", _FIELDS.get(entry, entry)))


def _check_players(
    record: DanishHand, table: Table, playing: tuple[str, ...], problems: list[Problem]
) -> None:
    for field, player in _list_players(record):
        if player not in playing:
            code = "sits_out" if player in table.seats else "not_at_table"
            problems.append(Problem(code, field, {"player": player}))


def _list_players(record: DanishHand) -> Iterator[tuple[str, str]]:
    """Yield each field of the record that holds a player, with that player."""
    for place, declaration in enumerate(record.declarations):
        yield f"declarations.{place}.player", declaration.player
    for place, event in enumerate(record.in_play):
        yield f"in_play.{place}.player", event.player
    if record.tout is not None:
        yield "tout", record.tout
    if record.nolo is not None:
        yield "nolo", record.nolo
    if record.caller is not None:
        yield "player", record.caller
    if record.last_trick is not None:
        yield "last_trick.winner", record.last_trick.winner
        for place, bagud in enumerate(record.last_trick.lost):
            yield f"last_trick.lost.{place}.player", bagud.player
    for player in record.card_points or ():
        yield f"card_points.{player}", player


def _check_last_trick(record: DanishHand, problems: list[Problem]) -> None:
    trick = record.last_trick
    if trick is None:
        # Without tout and nolo, the last trick moves points only if a player was bagud.
        if record.tout is None and record.nolo is None:
            problems.append(Problem("missing", "last_trick"))
        return
    played = {trick.winner}
    for place, bagud in enumerate(trick.lost):
        if bagud.player in played:
            code = "winner_lost" if bagud.player == trick.winner else "two_cards"
            field = f"last_trick.lost.{place}.player"
            problems.append(Problem(code, field, {"player": bagud.player}))
        played.add(bagud.player)


def _check_cards(record: DanishHand, problems: list[Problem]) -> None:
    """Add a fault for a fifth king or a second pagát among the cards played."""
    kings = pagats = 0
    for played in iter_played_cards(record):
        if played.card == KING:
            kings += 1
            if kings == KINGS_IN_DECK + 1:
                problems.append(Problem("too_many_kings", played.card_field))
        else:
            pagats += 1
            if pagats == 2:
                problems.append(Problem("pagat_twice", played.card_field))


def _check_declarations(record: DanishHand, problems: list[Problem]) -> None:
    """Add faults if the declarations need more cards than the pack has."""
    trumps, most = 0, COUNTED[TRUMPS][1]
    first: dict[str, str] = {}
    for place, declaration in enumerate(record.declarations):
        if declaration.kind == TRUMPS:
            trumps += declaration.count
            if trumps - declaration.count <= most < trumps:
                values = {"count": trumps, "highest": most}
                problems.append(Problem("too_many_trumps", f"declarations.{place}.count", values))
            continue
        alone = declaration.kind == MATADORS or (
            declaration.kind == KINGS and declaration.level in ALL_KINGS
        )
        if alone and first.setdefault(declaration.kind, declaration.player) != declaration.player:
            problems.append(Problem(f"{declaration.kind}_of_two", f"declarations.{place}.player"))


def _check_pagat_beaten(record: DanishHand, problems: list[Problem]) -> None:
    """Add a fault if a king is recorded as beating the pagát in the last trick."""
    trick = record.last_trick
    if (
        trick is not None
        and trick.card == KING
        and any(bagud.card == PAGAT for bagud in trick.lost)
    ):
        problems.append(Problem("king_beats_pagat", "last_trick.with"))


def _check_tout_and_nolo(record: DanishHand, problems: list[Problem]) -> None:
    winner = record.last_trick.winner if record.last_trick is not None else None
    if record.tout is not None and winner is not None and winner != record.tout:
        problems.append(Problem("tout_lost_last", "tout", {"player": record.tout, "by": winner}))
    if record.nolo is None:
        return
    if record.tout is not None:
        problems.append(Problem("nolo_with_tout", "nolo"))
    if record.nolo == winner:
        problems.append(Problem("nolo_won_last", "nolo", {"player": record.nolo}))


def _check_points(record: DanishHand, table: Table, problems: list[Problem]) -> None:
    points = record.card_points
    if record.nolo is not None:
        if points is not None:
            problems.append(Problem("no_count_with_nolo", "card_points"))
    elif not table.rules.count:
        if points is not None:
            problems.append(Problem("count_is_off", "card_points"))
    elif points is None:
        problems.append(Problem("missing", "card_points"))
    elif len(points) < 2:
        problems.append(Problem("two_piles_needed", "card_points"))
    else:
        total = sum(points.values())
        if total > POINTS_IN_DECK or (len(points) > 2 and total != POINTS_IN_DECK):
            values = {"total": total, "expected": POINTS_IN_DECK}
            problems.append(Problem("points_not_78", "card_points", values))
