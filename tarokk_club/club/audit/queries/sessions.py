"""Checks of the totals and of the derived fields of the session."""

from tarokk_club.club.audit.queries.case import Case, CheckResult, describe_difference
from tarokk_club.club.people.queries.club_days import find_season_of_day
from tarokk_club.club.session.queries.replay import find_last_hand_time


def check_balance_missing(case: Case) -> CheckResult:
    """Everybody who ever sat at the table has a total."""
    for player in case.replay.totals if case.replay else ():
        if player not in case.balances:
            yield None, f"player {player} has no total"


def check_balance_extra(case: Case) -> CheckResult:
    """Only players who sat at the table have a total."""
    for player in case.balances:
        if case.replay and player not in case.replay.totals:
            yield None, f"player {player} never sat"


def check_balance_points(case: Case) -> CheckResult:
    """Each total is the sum of the points won and lost."""
    for player, points in case.replay.totals.items() if case.replay else ():
        stored = case.balances.get(player)
        if stored and stored.points != points:
            yield None, f"player {player} {describe_difference(stored.points, points)}"


def check_balance_hands(case: Case) -> CheckResult:
    """Each player's number of hands is correct, without hands that the player sat out."""
    for player, hands in case.replay.hands.items() if case.replay else ():
        stored = case.balances.get(player)
        if stored and stored.hands != hands:
            yield None, f"player {player} {describe_difference(stored.hands, hands)}"


def check_bookings_make_balances(case: Case) -> CheckResult:
    """The stored nets add up to the stored totals."""
    sums: dict[str, int] = dict.fromkeys(case.balances, 0)
    for booking in case.postings.values():
        for account, points in booking.net.items():
            if account in sums:
                sums[account] += points
    for player, points in sums.items():
        if case.balances[player].points != points:
            yield (
                None,
                f"player {player} {describe_difference(case.balances[player].points, points)}",
            )


def check_session_zero(case: Case) -> CheckResult:
    """The stored totals and the last stored pots add up to zero."""
    pots = (
        max(case.postings.values(), key=lambda booking: booking.position).pots
        if case.postings
        else {}
    )
    total = sum(balance.points for balance in case.balances.values()) + sum(pots.values())
    if total:
        yield None, f"adds up to {total}"


def check_session_hands(case: Case) -> CheckResult:
    """The session's number of hands is correct."""
    if case.replay and case.session.hands_count != case.replay.table.number - 1:
        yield None, describe_difference(case.session.hands_count, case.replay.table.number - 1)


def check_session_last_hand(case: Case) -> CheckResult:
    """The session has the time at which its last hand was recorded."""
    if case.replay and case.session.last_hand_at != find_last_hand_time(case.replay):
        yield None, describe_difference(case.session.last_hand_at, find_last_hand_time(case.replay))


def check_session_mayor(case: Case) -> CheckResult:
    """The session has the player who wears the hat at its end."""
    stored = str(case.session.mayor) if case.session.mayor else None
    if case.replay and stored != case.replay.table.mayor:
        yield None, describe_difference(stored, case.replay.table.mayor)


def check_session_closed(case: Case) -> CheckResult:
    """The session is closed exactly when it has a live end event."""
    if case.replay and case.session.closed != case.replay.table.ended:
        yield None, describe_difference(case.session.closed, case.replay.table.ended)


def check_season_of_date(case: Case) -> CheckResult:
    """The session is in the season that contains its date."""
    season = find_season_of_day(case.session.date, case.seasons)
    if case.session.season_id != (season.id if season else None):
        yield None, describe_difference(case.session.season_id, season.id if season else None)


CHECKS = (
    check_balance_missing,
    check_balance_extra,
    check_balance_points,
    check_balance_hands,
    check_bookings_make_balances,
    check_session_zero,
    check_session_hands,
    check_session_last_hand,
    check_session_mayor,
    check_session_closed,
    check_season_of_date,
)
