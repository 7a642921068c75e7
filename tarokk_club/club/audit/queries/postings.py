"""Checks of the postings: each follows from its record, and all add up to zero."""

from collections.abc import Callable
from typing import Any

from tarokk_club.club.audit.queries.case import Case, CheckResult, describe_difference
from tarokk_club.club.models import Booking, Entry
from tarokk_club.club.session.queries.posted_session import build_posted_session


def check_booking_missing(case: Case) -> CheckResult:
    """Every live entry has a posting."""
    for entry_id in case.derived:
        if entry_id not in case.postings:
            yield entry_id, "not booked"


def check_booking_extra(case: Case) -> CheckResult:
    """No posting belongs to an entry that is deleted, impossible or in another session."""
    if case.replay is None:
        return
    for entry_id in case.postings:
        if entry_id not in case.derived:
            yield entry_id, "booked without a live entry"


def check_booking_position(case: Case) -> CheckResult:
    """Every posting has the position of its entry."""
    yield from _compare_part(case, lambda booking: booking.position)


def check_booking_number(case: Case) -> CheckResult:
    """Hands are numbered consecutively, and other events have no number."""
    yield from _compare_part(case, lambda booking: booking.number)


def check_booking_kind(case: Case) -> CheckResult:
    """The kind is the outcome of the hand or the type of the event."""
    yield from _compare_part(case, lambda booking: booking.kind)


def check_booking_dealer(case: Case) -> CheckResult:
    """The dealer is the player whose turn it was to deal."""
    yield from _compare_part(case, lambda booking: str(booking.dealer))


def check_booking_multiplier(case: Case) -> CheckResult:
    """The multiplier follows from the earlier void hands."""
    yield from _compare_part(case, lambda booking: booking.multiplier)


def check_booking_net(case: Case) -> CheckResult:
    """The net of every account follows from the rules."""
    yield from _compare_part(case, lambda booking: booking.net)


def check_booking_pots(case: Case) -> CheckResult:
    """The content of the pots after each entry follows from the rules."""
    yield from _compare_part(case, lambda booking: booking.pots)


def check_booking_lines(case: Case) -> CheckResult:
    """The explained lines follow from the rules."""
    for stored, derived in case.pairs:
        if stored.lines != derived.lines:
            yield stored.entry_id, "lines differ"


def check_booking_after(case: Case) -> CheckResult:
    """The state for the next deal follows from the rules."""
    yield from _compare_part(case, lambda booking: _drop_empty_notices(booking.after))


def _drop_empty_notices(state: dict[str, Any] | None) -> dict[str, Any]:
    """Return the state without empty notices, which older versions did not write."""
    state = state or {}
    notice = state.get("notice") or {}
    return state | {"notice": {name: value for name, value in notice.items() if value}}


def check_booking_schema(case: Case) -> CheckResult:
    """Every posting has the current schema version."""
    yield from _compare_part(case, lambda booking: booking.schema)


def check_read_as_booked(case: Case) -> CheckResult:
    """The tables, totals and hands read from stored rows equal those of the records."""
    if case.replay is None or case.replay.fault or len(case.pairs) < len(case.derived):
        return
    posted = build_posted_session(case.session, _pair_entries_with_postings(case))
    if (posted.table, posted.totals, posted.hands) != (
        case.replay.table,
        case.replay.totals,
        case.replay.hands,
    ):
        yield None, describe_difference(posted.table, case.replay.table)
    for row, replayed in zip(posted.rows, case.replay.played, strict=True):
        if (row.before, row.after) != (replayed.step.before, replayed.step.after):
            yield row.entry_id, describe_difference(row.after, replayed.step.after)


def _pair_entries_with_postings(case: Case) -> list[tuple[Entry, Booking]]:
    entries = {entry.id: entry for entry in case.entries}
    return [(entries[stored.entry_id], stored) for stored, _derived in case.pairs]


def check_lines_zero(case: Case) -> CheckResult:
    """Each stored line adds up to zero."""
    for booking in case.postings.values():
        for line in booking.read_lines():
            if sum(line.points.values()):
                yield booking.entry_id, f"{line.item} adds up to {sum(line.points.values())}"


def check_lines_make_net(case: Case) -> CheckResult:
    """The stored lines of an entry add up to its stored net."""
    for booking in case.postings.values():
        sums = dict.fromkeys(booking.net, 0)
        for line in booking.read_lines():
            for account, points in line.points.items():
                sums[account] = sums.get(account, 0) + points
        if sums != booking.net:
            yield booking.entry_id, describe_difference(booking.net, sums)


def check_net_zero(case: Case) -> CheckResult:
    """Each stored net adds up to zero over players and pots."""
    for booking in case.postings.values():
        if sum(booking.net.values()):
            yield booking.entry_id, f"adds up to {sum(booking.net.values())}"


def check_pots_filled(case: Case) -> CheckResult:
    """No stored pot is below zero."""
    for booking in case.postings.values():
        if any(content < 0 for content in booking.pots.values()):
            yield booking.entry_id, f"pots {booking.pots}"


def _compare_part(case: Case, read_value: Callable[[Booking], object]) -> CheckResult:
    for stored, derived in case.pairs:
        if read_value(stored) != read_value(derived):
            yield stored.entry_id, describe_difference(read_value(stored), read_value(derived))


CHECKS = (
    check_booking_missing,
    check_booking_extra,
    check_booking_position,
    check_booking_number,
    check_booking_kind,
    check_booking_dealer,
    check_booking_multiplier,
    check_booking_net,
    check_booking_pots,
    check_booking_lines,
    check_booking_after,
    check_booking_schema,
    check_read_as_booked,
    check_lines_zero,
    check_lines_make_net,
    check_net_zero,
    check_pots_filled,
)
