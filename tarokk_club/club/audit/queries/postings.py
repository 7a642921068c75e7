"""Checks of the postings: each follows from its record, and all add up to zero."""

from collections.abc import Callable
from typing import Any

from tarokk_club.club.audit.queries.audited_session import (
    AuditedSession,
    CheckResult,
    describe_difference,
)
from tarokk_club.club.models import Entry, Posting
from tarokk_club.club.session.queries.replay.posted_session import build_posted_session


def check_posting_missing(audited: AuditedSession) -> CheckResult:
    """Every live entry has a posting."""
    for entry_id in audited.derived:
        if entry_id not in audited.postings:
            yield entry_id, "has no posting"


def check_posting_extra(audited: AuditedSession) -> CheckResult:
    """No posting belongs to an entry that is deleted, impossible or in another session."""
    if audited.replay is None:
        return
    for entry_id in audited.postings:
        if entry_id not in audited.derived:
            yield entry_id, "has a posting, but does not count"


def check_posting_position(audited: AuditedSession) -> CheckResult:
    """Every posting has the position of its entry."""
    yield from _compare_value(audited, lambda posting: posting.position)


def check_posting_number(audited: AuditedSession) -> CheckResult:
    """Hands are numbered consecutively, and other events have no number."""
    yield from _compare_value(audited, lambda posting: posting.number)


def check_posting_kind(audited: AuditedSession) -> CheckResult:
    """The kind is the outcome of the hand or the type of the event."""
    yield from _compare_value(audited, lambda posting: posting.kind)


def check_posting_dealer(audited: AuditedSession) -> CheckResult:
    """The dealer is the player whose turn it was to deal."""
    yield from _compare_value(audited, lambda posting: str(posting.dealer))


def check_posting_multiplier(audited: AuditedSession) -> CheckResult:
    """The multiplier follows from the earlier void hands."""
    yield from _compare_value(audited, lambda posting: posting.multiplier)


def check_posting_net(audited: AuditedSession) -> CheckResult:
    """The net of every account follows from the rules."""
    yield from _compare_value(audited, lambda posting: posting.net)


def check_posting_pots(audited: AuditedSession) -> CheckResult:
    """The content of the pots after each entry follows from the rules."""
    yield from _compare_value(audited, lambda posting: posting.pots)


def check_posting_lines(audited: AuditedSession) -> CheckResult:
    """The lines that explain the points follow from the rules."""
    for stored, derived in audited.pairs:
        if stored.lines != derived.lines:
            yield stored.entry_id, "lines differ"


def check_posting_after(audited: AuditedSession) -> CheckResult:
    """The state for the next deal follows from the rules."""
    yield from _compare_value(audited, lambda posting: _drop_empty_notice_values(posting.after))


def _drop_empty_notice_values(state: dict[str, Any] | None) -> dict[str, Any]:
    """Return the state without empty values in its notice, which older versions did not write."""
    state = state or {}
    notice = state.get("notice") or {}
    return state | {"notice": {name: value for name, value in notice.items() if value}}


def check_posting_schema(audited: AuditedSession) -> CheckResult:
    """Every posting has the current schema version."""
    yield from _compare_value(audited, lambda posting: posting.schema)


def check_read_as_booked(audited: AuditedSession) -> CheckResult:
    """The state built from the stored postings equals the state replayed from the records."""
    if audited.replay is None or audited.replay.fault or len(audited.pairs) < len(audited.derived):
        return
    posted = build_posted_session(audited.session, _pair_entries_with_postings(audited))
    if (posted.table, posted.totals, posted.hands) != (
        audited.replay.table,
        audited.replay.totals,
        audited.replay.hands,
    ):
        yield None, describe_difference(posted.table, audited.replay.table)
    for row, replayed in zip(posted.rows, audited.replay.played, strict=True):
        if (row.before, row.after) != (replayed.step.before, replayed.step.after):
            yield row.entry_id, describe_difference(row.after, replayed.step.after)


def _pair_entries_with_postings(audited: AuditedSession) -> list[tuple[Entry, Posting]]:
    entries = {entry.id: entry for entry in audited.entries}
    return [(entries[stored.entry_id], stored) for stored, _derived in audited.pairs]


def check_lines_zero(audited: AuditedSession) -> CheckResult:
    """Each stored line adds up to zero."""
    for posting in audited.postings.values():
        for line in posting.read_lines():
            if sum(line.points.values()):
                yield posting.entry_id, f"{line.item} adds up to {sum(line.points.values())}"


def check_lines_make_net(audited: AuditedSession) -> CheckResult:
    """The stored lines of an entry add up to its stored net."""
    for posting in audited.postings.values():
        sums = dict.fromkeys(posting.net, 0)
        for line in posting.read_lines():
            for account, points in line.points.items():
                sums[account] = sums.get(account, 0) + points
        if sums != posting.net:
            yield posting.entry_id, describe_difference(posting.net, sums)


def check_net_zero(audited: AuditedSession) -> CheckResult:
    """Each stored net adds up to zero over players and pots."""
    for posting in audited.postings.values():
        if sum(posting.net.values()):
            yield posting.entry_id, f"adds up to {sum(posting.net.values())}"


def check_pots_filled(audited: AuditedSession) -> CheckResult:
    """No stored pot is below zero."""
    for posting in audited.postings.values():
        if any(content < 0 for content in posting.pots.values()):
            yield posting.entry_id, f"pots {posting.pots}"


def _compare_value(audited: AuditedSession, read_value: Callable[[Posting], object]) -> CheckResult:
    for stored, derived in audited.pairs:
        if read_value(stored) != read_value(derived):
            yield stored.entry_id, describe_difference(read_value(stored), read_value(derived))


CHECKS = (
    check_posting_missing,
    check_posting_extra,
    check_posting_position,
    check_posting_number,
    check_posting_kind,
    check_posting_dealer,
    check_posting_multiplier,
    check_posting_net,
    check_posting_pots,
    check_posting_lines,
    check_posting_after,
    check_posting_schema,
    check_read_as_booked,
    check_lines_zero,
    check_lines_make_net,
    check_net_zero,
    check_pots_filled,
)
