"""The audit, which derives all stored data again from the records and compares the two."""

from collections.abc import Callable, Iterator
from uuid import UUID

from scoring.core.problem import RefusedError
from tarokk_club.club.audit.queries import (
    calendar,
    clubs,
    confirmations,
    history,
    money,
    postings,
    ratings,
    records,
    seasons,
    sessions,
    tournaments,
)
from tarokk_club.club.audit.queries.audited_session import (
    AuditedSession,
    Finding,
    iter_audited_sessions,
)

__all__ = ["CHECKS", "CLUB_CHECKS", "Finding", "iter_findings"]


def _get_check_name(check: Callable[..., object]) -> str:
    return check.__name__.removeprefix("check_")


# Every check of a session by name, in the order in which the data is derived.
CHECKS = {
    _get_check_name(check): check
    for module in (records, postings, sessions, history, confirmations)
    for check in module.CHECKS
}
BROKEN = (
    ArithmeticError,
    AttributeError,
    IndexError,
    KeyError,
    RefusedError,
    TypeError,
    ValueError,
)
CLUB_CHECKS = {
    _get_check_name(check): check
    for module in (clubs, money, seasons, ratings, tournaments, calendar)
    for check in module.CHECKS
}


def iter_findings(club_id: UUID | None = None) -> Iterator[Finding]:
    """Yield every finding in one club, or in all clubs if the id is None; repair nothing."""
    for name in CLUB_CHECKS:
        yield from _check_clubs(name, club_id)
    for audited in iter_audited_sessions(club_id):
        yield from _check_session(audited)


def _check_clubs(name: str, club_id: UUID | None) -> Iterator[Finding]:
    try:
        for detail in CLUB_CHECKS[name](club_id):
            yield Finding(name, None, None, detail)
    except BROKEN as error:
        yield Finding(name, None, None, f"{type(error).__name__}: {error}")


def _check_session(audited: AuditedSession) -> Iterator[Finding]:
    for name, check in CHECKS.items():
        try:
            for entry_id, detail in check(audited):
                yield Finding(name, audited.session.id, entry_id, detail)
        except BROKEN as error:
            # A row so damaged that the check fails is a finding too.
            yield Finding(name, audited.session.id, None, f"{type(error).__name__}: {error}")
