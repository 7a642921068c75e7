"""Checks of the records, and of the settings with which the session started."""

from typing import Any

from scoring.core.events import serialize_event
from scoring.core.problem import RefusedError
from scoring.core.reader import RECORD_SCHEMA, RULES_SCHEMA
from scoring.document import rename_players
from scoring.games import GAMES
from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import read_amount
from tarokk_club.club.audit.queries.audited_session import AuditedSession, CheckResult


def check_game_known(audited: AuditedSession) -> CheckResult:
    """The site knows the game."""
    if audited.session.game not in GAMES:
        yield None, audited.session.game


def check_rules_readable(audited: AuditedSession) -> CheckResult:
    """The frozen house rules can be read and do not contradict each other."""
    if audited.session.game not in GAMES:
        return
    try:
        rules = audited.session.read_frozen_rules()
    except RefusedError as refused:
        yield None, _describe_codes(refused)
        return
    for problem in audited.session.played_game.check_rules(rules):
        yield None, f"{problem.field} {problem.code}"


def check_stake_readable(audited: AuditedSession) -> CheckResult:
    """The stake is an amount of a known currency, or there is none."""
    session = audited.session
    if not session.per_point:
        return
    if session.currency not in CURRENCIES:
        yield None, session.currency
        return
    try:
        read_amount(session.per_point, CURRENCIES[session.currency], field="per_point")
    except RefusedError as refused:
        yield None, _describe_codes(refused)


def check_seats_of_club(audited: AuditedSession) -> CheckResult:
    """Every seat has a different player of the club, and one of them deals first."""
    seats = audited.session.seats
    if len(set(seats)) != len(seats) or not set(seats) <= audited.players:
        yield None, f"seats {seats}"
    if str(audited.session.first_dealer) not in seats:
        yield None, f"first dealer {audited.session.first_dealer}"


def check_players_of_club(audited: AuditedSession) -> CheckResult:
    """Every player named in a record, even a deleted record, belongs to the club."""
    for entry in audited.entries:
        strangers = _find_named_players(entry.record) - audited.players
        if strangers:
            yield entry.id, f"players {sorted(strangers)}"


def check_record_readable(audited: AuditedSession) -> CheckResult:
    """Every record, even a deleted record, can be read."""
    if audited.session.game not in GAMES:
        return
    game = audited.session.played_game
    for entry in audited.entries:
        if audited.replay and not entry.deleted:
            continue  # the replay has read it
        try:
            entry.read_event(game)
        except RefusedError as refused:
            yield entry.id, _describe_codes(refused)


def check_record_canonical(audited: AuditedSession) -> CheckResult:
    """Every live record has the form in which the current version writes it."""
    if audited.replay is None:
        return
    game = audited.session.played_game
    records = {entry.id: entry.record for entry in audited.entries}
    for played_event in audited.replay.played:
        written = serialize_event(game, played_event.item.event)
        written.pop("note", None)
        if written != records[played_event.item.entry_id]:
            yield played_event.item.entry_id, "written otherwise than today"


def check_record_possible(audited: AuditedSession) -> CheckResult:
    """Every live record is possible at its position."""
    if audited.replay and audited.replay.fault:
        fault = audited.replay.fault
        codes = ", ".join(f"{problem.field} {problem.code}" for problem in fault.problems)
        yield fault.item.entry_id, codes


def check_position_once(audited: AuditedSession) -> CheckResult:
    """No two entries have the same position."""
    positions = set()
    for entry in audited.entries:
        if entry.position in positions:
            yield entry.id, f"position {entry.position} twice"
        positions.add(entry.position)


def check_schema_known(audited: AuditedSession) -> CheckResult:
    """Every record has a known schema version, and the house rules have the current version."""
    for entry in audited.entries:
        if entry.schema not in range(1, RECORD_SCHEMA + 1):
            yield entry.id, f"schema {entry.schema}"
    if audited.session.rules_version != RULES_SCHEMA:
        yield None, f"rules version {audited.session.rules_version}"


def _find_named_players(record: dict[str, Any]) -> set[str]:
    named: set[str] = set()

    def collect_player(player: str) -> str:
        named.add(player)
        return player

    rename_players(record, collect_player)
    return named


def _describe_codes(refused: RefusedError) -> str:
    return ", ".join(f"{problem.field} {problem.code}" for problem in refused.problems)


CHECKS = (
    check_game_known,
    check_rules_readable,
    check_stake_readable,
    check_seats_of_club,
    check_players_of_club,
    check_record_readable,
    check_record_canonical,
    check_record_possible,
    check_position_once,
    check_schema_known,
)
