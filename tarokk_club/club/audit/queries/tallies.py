"""Checks of the tallies of figures: they follow from the hands."""

from collections.abc import Callable

from tarokk_club.club.audit.queries.case import Case, CheckResult
from tarokk_club.club.session.queries.tallies import build_tally


def check_tally_missing(case: Case) -> CheckResult:
    """Every session has a tally."""
    if case.replay and case.tally is None:
        yield None, "not counted"


def check_tally_facts(case: Case) -> CheckResult:
    """Every tally follows from the hands of its session."""
    if case.replay is None or case.tally is None:
        return
    expected = build_tally(case.session, case.replay).facts
    for part in expected.keys() | case.tally.facts.keys():
        if case.tally.facts.get(part) != expected.get(part):
            yield None, f"{part} differ"


CHECKS: tuple[Callable[[Case], CheckResult], ...] = (check_tally_missing, check_tally_facts)
