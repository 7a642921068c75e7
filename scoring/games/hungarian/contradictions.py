"""Contradictions of a hand: facts that no course of nine tricks can have produced together.

Source: scoring/RULEBOOK.md, section 6, "What contradicts itself".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from scoring.core.problem import Problem
from scoring.core.table import Table
from scoring.core.translation_marks import Phrase
from scoring.games.hungarian.course import CLAIMS, Claim, is_certain, narrow_all_sets
from scoring.games.hungarian.course_sets import (
    ALL_TRICKS,
    CARD,
    FOLLOWS,
    HAND,
    HIGHER,
    NO_TRICK,
    OURS,
    POINTS,
    THEIRS,
    TRICK,
    Course,
    ImpossibleError,
)
from scoring.games.hungarian.course_totals import LeastPoints, compute_least_points
from scoring.games.hungarian.discards import (
    DISCARDED,
    OWN_CALLED,
    classify_tricks,
    find_split_point_limits,
)
from scoring.games.hungarian.facts import (
    CALLABLE,
    Fact,
    build_points_fact,
    build_seating,
    build_tricks_fact,
    collect_facts,
    find_fewest_discards,
    find_most_points,
)
from scoring.games.hungarian.record import ALL, NONE, SPLIT, Record
from scoring.games.hungarian.rules import HungarianRules
from scoring.games.hungarian.tables import CARD_POINTS, OF_ALL_SUITS, TRICK_CARDS, Figure

REASONS = (TRICK, CARD, HAND, HIGHER, NO_TRICK, ALL_TRICKS, POINTS, FOLLOWS)
# Faults that can be found only once the partner is known.
CONTRADICTIONS = frozenset(f"hu.cannot_both.{reason}" for reason in REASONS)
# With at least this many points, a side can have won a trick, whatever was discarded.
_REACHABLE = TRICK_CARDS + DISCARDED
# Below this total the facts of a hand cannot contradict its card points.
_PLENTY = 30
# The most contradictions of one hand that are reported.
_MOST_NAMED = 5
FactClaims = tuple[tuple[Claim, ...], tuple[Claim, ...]]
_CLAIMS_OF_TRICKS: Mapping[str, tuple[Claim, ...]] = MappingProxyType(
    {ALL: (("none", THEIRS),), NONE: (("none", OURS),), SPLIT: (("shared",),)}
)


def check_points_of_split_tricks(
    record: Record, rules: HungarianRules, problems: list[Problem]
) -> None:
    """Add a fault if each side won a trick and the card points make that impossible.

    Source: scoring/RULEBOOK.md, section 6, "Points and tricks".
    """
    points = record.declarer_points
    if points is None or _REACHABLE <= points <= CARD_POINTS - _REACHABLE:
        return
    if classify_tricks(record) != SPLIT:
        return
    lowest, highest = find_split_point_limits(record, rules)
    if not lowest <= points <= highest:
        values = {"points": points, "lowest": lowest, "highest": highest}
        problems.append(Problem("hu.points_of_both", "tricks", values))


def check_exclusive_facts(
    record: Record, table: Table, figures: Mapping[str, Figure], problems: list[Problem]
) -> None:
    """Add a fault for each group of facts that exclude each other, at most `_MOST_NAMED`.

    Source: scoring/RULEBOOK.md, section 6, "What contradicts itself".
    """
    if not _may_contradict_itself(record, figures):
        return
    seating = build_seating(record, table)
    facts = collect_facts(record, table, seating, figures)
    least = find_least_points(seating.ours, classify_tricks(record), _list_claims(facts))
    if least is not None and _are_points_possible(record, table.rules, least):
        return
    # The points come first, so that a contradiction mentions them even if the tricks suffice.
    facts = [build_points_fact(record), build_tricks_fact(record, table.rules), *facts]
    for _round in range(_MOST_NAMED):
        conflict_of_facts = find_conflict(seating.ours, _list_claims(facts))
        if conflict_of_facts is None:
            return
        places, reason = conflict_of_facts
        problems.append(_build_problem([facts[place] for place in places], reason))
        del facts[places[-1]]


def _are_points_possible(
    record: Record, rules: HungarianRules, least: Mapping[int, LeastPoints]
) -> bool:
    discards, most = find_fewest_discards(record, rules), find_most_points(record)
    return all(
        least[side].compute_points_with_discards(discards[side]) <= most[side] for side in most
    )


def _list_claims(facts: Sequence[Fact]) -> tuple[FactClaims, ...]:
    return tuple([(fact.claims, fact.denied) for fact in facts])


def _may_contradict_itself(record: Record, figures: Mapping[str, Figure]) -> bool:
    """Return whether the hand has facts that could exclude each other; if not, skip the search."""
    claims = len(record.facan) + len(record.talon_honours)
    for item in record.announced:
        if item.made is not None or item.void:
            claims += 1
            figure = figures.get(item.figure)
            if figure is not None and (figure.takes == OF_ALL_SUITS or figure.from_first):
                return True
    spoken = claims
    claims += record.pagat_ultimo is not None
    claims += record.sas_ultimo is not None
    claims += record.xxi_catch is not None
    claims += record.paros_facan is not None
    if not claims:
        return False
    claims += (record.trull is not None) + (record.four_kings is not None) + len(record.tarokks)
    if claims > 1 or classify_tricks(record) != SPLIT:
        return True
    # Only the called card can have a second fact, and no silent figure involves the XX.
    if record.called in CALLABLE and (spoken or record.called != OWN_CALLED):
        return True
    points = record.declarer_points
    return points is not None and not _PLENTY <= points <= CARD_POINTS - _PLENTY


def _build_problem(facts: Sequence[Fact], reason: str) -> Problem:
    """Return the fault that names the facts, at the field of the last fact.

    The facts before the last are joined into one phrase.
    """
    first = facts[0].phrase
    for fact in facts[1:-1]:
        first = Phrase("hu.fact.both", {"one": first, "two": fact.phrase})
    values = {"one": first, "two": facts[-1].phrase, "beside": facts[0].field}
    if len(facts) == 1:
        return Problem("hu.cannot_be", facts[0].field, {"one": first})
    return Problem(f"hu.cannot_both.{reason}", facts[-1].field, values)


@lru_cache(maxsize=4096)
def find_least_points(
    ours: int, tricks: str, facts: tuple[FactClaims, ...]
) -> Mapping[int, LeastPoints] | None:
    """Return the fewest points of each side, or None if the facts exclude each other.

    ours: players of the declarer's side, as bits.
    tricks: tricks of that side, ALL, NONE or SPLIT.
    facts: claims of each fact except the card points, and the claims that the fact denies.

    Points and discards are not arguments, so hands that differ only in them share a cache entry.

    Source: scoring/RULEBOOK.md, section 6, "Points and tricks".
    """
    try:
        course = narrow_course(ours, ((_CLAIMS_OF_TRICKS[tricks], ()), *facts))
    except ImpossibleError:
        return None
    if _denies_certain_claims(course, facts):
        return None
    return {side: compute_least_points(course, side) for side in (OURS, THEIRS)}


@lru_cache(maxsize=4096)
def find_conflict(ours: int, facts: tuple[FactClaims, ...]) -> tuple[tuple[int, ...], str] | None:
    """Return the indices of a few facts that exclude each other, and the reason; else None.

    ours: players of the declarer's side, as bits.
    facts: claims of each fact, and the claims that it denies.

    Without any one of these facts, the others are possible together.

    Source: scoring/RULEBOOK.md, section 6.
    """
    if explain_impossibility(ours, facts) is None:
        return None
    needed = list(range(len(facts)))
    for place in range(len(facts)):
        fewer = [other for other in needed if other != place]
        if explain_impossibility(ours, [facts[other] for other in fewer]) is not None:
            needed = fewer
    reason = explain_impossibility(ours, [facts[place] for place in needed])
    return tuple(needed), reason or FOLLOWS


def explain_impossibility(ours: int, facts: Sequence[FactClaims]) -> str | None:
    """Return the reason why these facts cannot all be true, or None if they can.

    Source: scoring/RULEBOOK.md, section 6.
    """
    try:
        course = narrow_course(ours, facts)
    except ImpossibleError as error:
        return str(error)
    return FOLLOWS if _denies_certain_claims(course, facts) else None


def _denies_certain_claims(course: Course, facts: Sequence[FactClaims]) -> bool:
    """Return whether any fact denies claims that are all certain."""
    return any(
        denied and all(is_certain(course, claim) for claim in denied) for _claims, denied in facts
    )


def narrow_course(ours: int, facts: Sequence[FactClaims]) -> Course:
    """Return the possibilities for the nine tricks that these facts leave open.

    Raise ImpossibleError if no course is possible.

    Source: scoring/RULEBOOK.md, section 6.
    """
    course = Course(ours)
    for claims, _denied in facts:
        for name, *arguments in claims:
            CLAIMS[name](course, *arguments)
    narrow_all_sets(course)
    return course
