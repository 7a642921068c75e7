"""Checks of what is counted of the figures: it is what the hands come to."""

from collections.abc import Callable

from tarokk_club.club.audit.queries.case import Case, Found
from tarokk_club.club.session.queries.tallies import tally_of


def tally_missing(case: Case) -> Found:
    """Every session is counted."""
    if case.replay and case.tally is None:
        yield None, "not counted"


def tally_facts(case: Case) -> Found:
    """What was counted is what its hands come to."""
    if case.replay is None or case.tally is None:
        return
    made = tally_of(case.session, case.replay).facts
    for part in made.keys() | case.tally.facts.keys():
        if case.tally.facts.get(part) != made.get(part):
            yield None, f"{part} differ"


CHECKS: tuple[Callable[[Case], Found], ...] = (tally_missing, tally_facts)
