"""Checks of a Hungarian hand, which find all faults at once."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.core.doubled_rounds import MOST_ROUNDS
from scoring.core.posting import DECLARER, OPPONENTS
from scoring.core.problem import Problem
from scoring.core.reader import RECORD_SCHEMA
from scoring.core.table import Table
from scoring.games.hungarian.auction import find_auction_faults
from scoring.games.hungarian.check_alone_and_kontra import (
    check_kontras,
    check_player,
    check_playing_alone,
)
from scoring.games.hungarian.check_announced import (
    check_announced,
    check_club_figure_sides,
    check_club_figures,
    check_first_trick,
    check_opponents_announcements,
    check_volat_announcers,
)
from scoring.games.hungarian.contradictions import (
    CONTRADICTIONS,
    check_exclusive_facts,
    check_points_of_split_tricks,
)
from scoring.games.hungarian.discards import find_most_points_in_discards, find_trickless_side
from scoring.games.hungarian.own_figures import merge_club_figures
from scoring.games.hungarian.record import (
    ANNULLED,
    CONCEDED,
    FAILED_TRIAL,
    PLAYED,
    VOID,
    Record,
)
from scoring.games.hungarian.rules import HungarianRules
from scoring.games.hungarian.seats import (
    Sides,
    find_player_sitting_out,
    list_speaking_order,
    split_into_sides,
)
from scoring.games.hungarian.tables import (
    BANDS,
    CARD_POINTS,
    FOUR_KINGS,
    HOLDINGS,
    KING_CARDS,
    MOST_OF_TWO,
    PAGAT_ULTIMO,
    PAROS_FACAN,
    SAS_ULTIMO,
    TRULL,
    TRULL_CARDS,
    Figure,
)

# The schema version from which a record is checked for contradictions.
CHECKED_AGAINST_ITSELF = 3
# Faults that depend on the partner.
NEED_SIDES = CONTRADICTIONS | frozenset(
    {
        *("hu.not_beside", "hu.waits", "hu.silent_too", "hu.kontras_side", "hu.cannot_be"),
        *("hu.announced_twice", "hu.same_card", "hu.same_trick", "hu.one_of_these"),
        *("hu.after_volat", "hu.needs_kontra", "hu.own_announced", "hu.own_both"),
        *("hu.catch_own_side", "hu.first_without_tricks"),
        *("hu.ultimo_without_tricks", "hu.told_without_tricks", "hu.trull_without_pagat"),
    }
)


def check_hungarian_hand(
    record: Record,
    table: Table,
    figures: Mapping[str, Figure],
    *,
    schema: int = RECORD_SCHEMA,
) -> list[Problem]:
    """Return every fault of `record` at `table`.

    figures: figures of the game.
    schema: schema version of the record.

    Source: scoring/RULEBOOK.md, section 6 and "Fine points".
    """
    problems: list[Problem] = []
    rules: HungarianRules = table.rules
    if record.outcome in VOID:
        _check_void_hand(record, table, problems)
    elif record.outcome == PLAYED:
        _check_played_hand(
            record, table, merge_club_figures(figures, rules), problems, schema=schema
        )
    else:
        if record.outcome == CONCEDED and not rules.concede_trull_three:
            problems.append(Problem("hu.concede_off", "outcome"))
        _check_seats(record, table, problems)
    if schema >= 2:
        _check_impossible_hands(record, table, problems)
    return problems


def _check_impossible_hands(record: Record, table: Table, problems: list[Problem]) -> None:
    """Add faults for impossible hands that records before schema 2 could still contain."""
    if record.outcome == FAILED_TRIAL and not problems:
        last = list_speaking_order(table)[-1]
        if record.declarer != last:
            problems.append(Problem("hu.trial_not_last", "declarer", {"player": last}))
    if record.outcome == ANNULLED:
        _check_annulled_hand(record, table.rules, problems)
    held = 0
    for place, item in enumerate(record.tarokks):
        held += item.count
        if held - item.count <= MOST_OF_TWO < held:
            values = {"count": held, "highest": MOST_OF_TWO}
            problems.append(Problem("hu.too_many_tarokks", f"tarokks.{place}.count", values))


def _check_annulled_hand(record: Record, rules: HungarianRules, problems: list[Problem]) -> None:
    if not rules.annul:
        problems.append(Problem("hu.annul_off", "outcome"))
    elif record.holding is not None and record.holding not in rules.annul:
        values = {"kind": HOLDINGS[record.holding]}
        problems.append(Problem("hu.holding_off", "holding", values))


def _check_void_hand(record: Record, table: Table, problems: list[Problem]) -> None:
    if record.outcome == ANNULLED and record.by is not None:
        check_player(table, "by", record.by, problems)
    if table.rules.void_hands == "overlap" and len(table.doubling.rounds) >= MOST_ROUNDS:
        problems.append(Problem("hu.too_many_rounds", "outcome", {"highest": MOST_ROUNDS}))


def _check_played_hand(
    record: Record,
    table: Table,
    figures: Mapping[str, Figure],
    problems: list[Problem],
    *,
    schema: int,
) -> None:
    rules: HungarianRules = table.rules
    _check_seats(record, table, problems)
    _check_people(record, table, problems)
    sides_are_certain = record.declarer is not None and not problems
    if sides_are_certain:
        # The sides are certain only if every named player plays the hand.
        _check_sides(record, table, figures, problems, schema=schema)
    if record.kontra_game > rules.max_kontra:
        problems.append(_build_kontra_problem("kontra_game", rules))
    if record.announced or record.sas_ultimo is not None:
        _check_against_house_rules(record, rules, figures, problems)
    if record.announced or record.own:
        check_club_figures(record, figures, problems)
    if record.announced and not rules.double_and_volat_by_one:
        check_volat_announcers(record, problems)
    if record.tarokks:
        _check_tarokks(record, table, problems)
    if record.talon_honours:
        _check_talon(record, table, problems)
    _check_points(record, rules, problems, schema=schema)
    if record.auction is not None:
        problems += find_auction_faults(
            record.auction,
            order=list_speaking_order(table),
            rules=rules,
            record=record,
            partners=schema >= CHECKED_AGAINST_ITSELF,
        )
    if schema >= CHECKED_AGAINST_ITSELF and sides_are_certain and not problems:
        check_points_of_split_tricks(record, rules, problems)
        check_exclusive_facts(record, table, figures, problems)


def _check_sides(
    record: Record,
    table: Table,
    figures: Mapping[str, Figure],
    problems: list[Problem],
    *,
    schema: int,
) -> None:
    """Add the faults that depend on the sides of the hand."""
    rules: HungarianRules = table.rules
    sides = split_into_sides(table, record.declarer or "", record.partner)
    if record.announced:
        check_announced(record, sides, figures, problems, schema=schema)
        if rules.opponents_bonus_needs_kontra and not record.kontra_game:
            check_opponents_announcements(record, sides, problems, schema=schema)
    if schema >= CHECKED_AGAINST_ITSELF:
        if record.announced or record.facan or record.paros_facan is not None:
            check_first_trick(record, list_speaking_order(table)[0], sides, figures, problems)
        if record.alone is not None or record.discarded_by is not None:
            check_playing_alone(record, table, problems)
        if record.kontras:
            check_kontras(record, table, sides, problems)
    if rules.own_figures and (record.announced or record.own):
        check_club_figure_sides(record, sides, figures, problems)
    _check_last_trick_and_trull(record, sides, figures, problems)


def _check_seats(record: Record, table: Table, problems: list[Problem]) -> None:
    if record.declarer is not None:
        check_player(table, "declarer", record.declarer, problems)
    if record.partner is None:
        return
    if record.partner == record.declarer:
        problems.append(Problem("hu.own_partner", "partner", {"player": record.partner}))
    else:
        check_player(table, "partner", record.partner, problems)


def _build_kontra_problem(field: str, rules: HungarianRules) -> Problem:
    return Problem("hu.kontra_too_high", field, {"highest": rules.max_kontra})


def _check_against_house_rules(
    record: Record,
    rules: HungarianRules,
    figures: Mapping[str, Figure],
    problems: list[Problem],
) -> None:
    for place, item in enumerate(record.announced):
        figure = figures.get(item.figure)
        if item.kontra > rules.max_kontra:
            problems.append(_build_kontra_problem(f"announced.{place}.kontra", rules))
        if figure is not None and figure.rule is not None and not getattr(rules, figure.rule):
            field = f"announced.{place}.figure"
            problems.append(Problem("hu.rule_off", field, {"figure": figure.term}))
    if record.sas_ultimo is not None:
        sas = figures[SAS_ULTIMO]
        if sas.rule is not None and not getattr(rules, sas.rule):
            problems.append(Problem("hu.rule_off", SAS_ULTIMO, {"figure": sas.term}))


def _check_tarokks(record: Record, table: Table, problems: list[Problem]) -> None:
    players_seen: set[str] = set()
    for place, item in enumerate(record.tarokks):
        field = f"tarokks.{place}.player"
        check_player(table, field, item.player, problems)
        if item.player in players_seen:
            problems.append(Problem("hu.tarokks_twice", field, {"player": item.player}))
        players_seen.add(item.player)


def _check_talon(record: Record, table: Table, problems: list[Problem]) -> None:
    if not table.rules.talon_honours_to_dealer:
        problems.append(Problem("hu.talon_off", "talon_honours"))
        return
    if find_player_sitting_out(table) is None:
        problems.append(Problem("hu.talon_needs_five", "talon_honours"))
        return
    cards_seen: set[str] = set()
    for place, item in enumerate(record.talon_honours):
        check_player(table, f"talon_honours.{place}.player", item.player, problems)
        if item.card in cards_seen:
            field = f"talon_honours.{place}.card"
            problems.append(Problem("hu.talon_twice", field, {"card": f"card.{item.card}"}))
        cards_seen.add(item.card)


def _check_people(record: Record, table: Table, problems: list[Problem]) -> None:
    for place, item in enumerate(record.announced):
        check_player(table, f"announced.{place}.by", item.by, problems)
    if record.pagat_ultimo is not None:
        check_player(table, "pagat_ultimo.by", record.pagat_ultimo.by, problems)
    if record.sas_ultimo is not None:
        check_player(table, "sas_ultimo.by", record.sas_ultimo.by, problems)
    if record.xxi_catch is not None:
        check_player(table, "xxi_catch.by", record.xxi_catch.by, problems)
        check_player(table, "xxi_catch.from", record.xxi_catch.victim, problems)
    cards_seen: set[str] = set()
    for place, facan in enumerate(record.facan):
        check_player(table, f"facan.{place}.by", facan.by, problems)
        if facan.card in cards_seen:
            problems.append(Problem("hu.facan_twice", f"facan.{place}.card"))
        cards_seen.add(facan.card)


def _check_points(
    record: Record, rules: HungarianRules, problems: list[Problem], *, schema: int
) -> None:
    empty = find_trickless_side(record)
    if record.trull is not None or record.four_kings is not None:
        _check_worth(record, empty, problems)
    if empty is None or record.declarer_points is None:
        return
    points = record.declarer_points
    held = points if empty == DECLARER else CARD_POINTS - points
    # Before schema 3 the discards of a lone declarer counted in full, whatever card was called.
    checked_record = record if schema >= CHECKED_AGAINST_ITSELF else record._replace(called=None)
    most = find_most_points_in_discards(checked_record, rules, empty)
    if held > most:
        values = {"points": held, "highest": most}
        problems.append(Problem("hu.discards_too_rich", "declarer_points", values))


def _check_worth(record: Record, empty: str | None, problems: list[Problem]) -> None:
    best = _find_most_points(record)
    total = {DECLARER: 0, OPPONENTS: 0}
    for field, side, worth in (
        (TRULL, record.trull, TRULL_CARDS),
        (FOUR_KINGS, record.four_kings, KING_CARDS),
    ):
        if side is None:
            continue
        total[side] += worth
        if side == empty:
            problems.append(Problem("hu.taken_without_tricks", field))
        elif best[side] < total[side]:
            values = {"points": best[side], "lowest": total[side]}
            problems.append(Problem("hu.too_few_points", field, values))


def _find_most_points(record: Record) -> dict[str, int]:
    if record.result is not None:
        band = BANDS[record.result]
        return {DECLARER: band.most, OPPONENTS: CARD_POINTS - band.fewest}
    points = record.declarer_points or 0
    return {DECLARER: points, OPPONENTS: CARD_POINTS - points}


def _check_last_trick_and_trull(
    record: Record, sides: Sides, figures: Mapping[str, Figure], problems: list[Problem]
) -> None:
    catch = record.xxi_catch
    if catch is not None and sides.find_side(catch.by) == sides.find_side(catch.victim):
        values = {"by": catch.by, "victim": catch.victim}
        problems.append(Problem("hu.catch_own_side", "xxi_catch", values))
    empty = find_trickless_side(record)
    for field, ultimo in ((PAGAT_ULTIMO, record.pagat_ultimo), (SAS_ULTIMO, record.sas_ultimo)):
        if ultimo is not None and ultimo.made and sides.find_side(ultimo.by) == empty:
            problems.append(Problem("hu.ultimo_without_tricks", field, {"by": ultimo.by}))
    if empty is not None:
        _check_made_figures(record, sides, figures, problems)
    pagat = record.pagat_ultimo
    if pagat is not None and pagat.made and record.trull not in (None, sides.find_side(pagat.by)):
        problems.append(Problem("hu.trull_without_pagat", TRULL, {"by": pagat.by}))


def _check_made_figures(
    record: Record, sides: Sides, figures: Mapping[str, Figure], problems: list[Problem]
) -> None:
    """Add a fault for each figure recorded as made by a side without a trick."""
    empty = find_trickless_side(record)
    for place, item in enumerate(record.announced):
        figure = figures.get(item.figure)
        # Only the club knows what a figure of its own requires.
        is_marked_made = figure is not None and figure.own is None and item.made
        if figure is not None and is_marked_made and sides.find_side(item.by) == empty:
            values = {**figure.values, "by": item.by}
            problems.append(Problem("hu.told_without_tricks", f"announced.{place}.made", values))
    for place, facan in enumerate(record.facan):
        if facan.made and sides.find_side(facan.by) == empty:
            problems.append(Problem("hu.first_without_tricks", f"facan.{place}.made"))
    pair = record.paros_facan
    if pair is not None and pair.made and pair.side == empty:
        problems.append(Problem("hu.first_without_tricks", f"{PAROS_FACAN}.made"))
