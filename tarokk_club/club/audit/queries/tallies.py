"""Checks of the tallies of figures: they follow from the hands."""

from collections.abc import Callable

from tarokk_club.club.audit.queries.audited_session import AuditedSession, CheckResult
from tarokk_club.club.session.queries.tallies import build_tally


def check_tally_missing(audited: AuditedSession) -> CheckResult:
    """Every session has a tally."""
    if audited.replay and audited.tally is None:
        yield None, "not counted"


def check_tally_facts(audited: AuditedSession) -> CheckResult:
    """Every tally follows from the hands of its session."""
    if audited.replay is None or audited.tally is None:
        return
    expected = build_tally(audited.session, audited.replay).facts
    for part in expected.keys() | audited.tally.facts.keys():
        if audited.tally.facts.get(part) != expected.get(part):
            yield None, f"{part} differ"


CHECKS: tuple[Callable[[AuditedSession], CheckResult], ...] = (
    check_tally_missing,
    check_tally_facts,
)
