"""Checks of the totals, the derived fields and the tally of a session."""

from tarokk_club.club.audit.queries.audited_session import (
    AuditedSession,
    CheckResult,
    describe_difference,
)
from tarokk_club.club.people.queries.club_days import find_season_of_day
from tarokk_club.club.session.queries.replay.session_replay import find_last_hand_time
from tarokk_club.club.session.queries.replay.tallies import build_tally


def check_balance_missing(audited: AuditedSession) -> CheckResult:
    """Every player who ever sat at the table has a total."""
    for player in audited.replay.totals if audited.replay else ():
        if player not in audited.balances:
            yield None, f"player {player} has no total"


def check_balance_extra(audited: AuditedSession) -> CheckResult:
    """Only players who sat at the table have a total."""
    for player in audited.balances:
        if audited.replay and player not in audited.replay.totals:
            yield None, f"player {player} never sat"


def check_balance_points(audited: AuditedSession) -> CheckResult:
    """Each total is the sum of the points won and lost."""
    for player, points in audited.replay.totals.items() if audited.replay else ():
        stored = audited.balances.get(player)
        if stored and stored.points != points:
            yield None, f"player {player} {describe_difference(stored.points, points)}"


def check_balance_hands(audited: AuditedSession) -> CheckResult:
    """Each player's number of hands is correct, without hands that the player sat out."""
    for player, hands in audited.replay.hands.items() if audited.replay else ():
        stored = audited.balances.get(player)
        if stored and stored.hands != hands:
            yield None, f"player {player} {describe_difference(stored.hands, hands)}"


def check_postings_make_balances(audited: AuditedSession) -> CheckResult:
    """The stored nets add up to the stored totals."""
    sums: dict[str, int] = dict.fromkeys(audited.balances, 0)
    for posting in audited.postings.values():
        for account, points in posting.net.items():
            if account in sums:
                sums[account] += points
    for player, points in sums.items():
        if audited.balances[player].points != points:
            yield (
                None,
                f"player {player} {describe_difference(audited.balances[player].points, points)}",
            )


def check_session_zero(audited: AuditedSession) -> CheckResult:
    """The stored totals and the last stored pots add up to zero."""
    pots = (
        max(audited.postings.values(), key=lambda posting: posting.position).pots
        if audited.postings
        else {}
    )
    total = sum(balance.points for balance in audited.balances.values()) + sum(pots.values())
    if total:
        yield None, f"adds up to {total}"


def check_session_hands(audited: AuditedSession) -> CheckResult:
    """The session's number of hands is correct."""
    if audited.replay and audited.session.hands_count != audited.replay.table.number - 1:
        yield (
            None,
            describe_difference(audited.session.hands_count, audited.replay.table.number - 1),
        )


def check_session_last_hand(audited: AuditedSession) -> CheckResult:
    """The session stores the time at which its last hand was recorded."""
    if audited.replay and audited.session.last_hand_at != find_last_hand_time(audited.replay):
        yield (
            None,
            describe_difference(audited.session.last_hand_at, find_last_hand_time(audited.replay)),
        )


def check_session_mayor(audited: AuditedSession) -> CheckResult:
    """The stored mayor is the player who wears the hat at the end of the session."""
    stored = str(audited.session.mayor) if audited.session.mayor else None
    if audited.replay and stored != audited.replay.table.mayor:
        yield None, describe_difference(stored, audited.replay.table.mayor)


def check_session_closed(audited: AuditedSession) -> CheckResult:
    """The session is closed exactly when it has a live end event."""
    if audited.replay and audited.session.closed != audited.replay.table.ended:
        yield None, describe_difference(audited.session.closed, audited.replay.table.ended)


def check_season_of_date(audited: AuditedSession) -> CheckResult:
    """The session is in the season that contains its date."""
    season = find_season_of_day(audited.session.date, audited.seasons)
    if audited.session.season_id != (season.id if season else None):
        yield None, describe_difference(audited.session.season_id, season.id if season else None)


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


CHECKS = (
    check_balance_missing,
    check_balance_extra,
    check_balance_points,
    check_balance_hands,
    check_postings_make_balances,
    check_session_zero,
    check_session_hands,
    check_session_last_hand,
    check_session_mayor,
    check_session_closed,
    check_season_of_date,
    check_tally_missing,
    check_tally_facts,
)
