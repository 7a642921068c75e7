"""Checks of the records, and of the settings with which the session started."""

from typing import Any

from scoring.core.events import write_event
from scoring.core.problem import RefusedError
from scoring.core.schema import RECORD_SCHEMA, RULES_SCHEMA
from scoring.document import rename_players
from scoring.games import GAMES
from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import read_amount
from tarokk_club.club.audit.queries.case import Case, Found


def game_known(case: Case) -> Found:
    """The game is one of the registered ones."""
    if case.session.game not in GAMES:
        yield None, case.session.game


def rules_readable(case: Case) -> Found:
    """The frozen house rules can be read and do not contradict each other."""
    if case.session.game not in GAMES:
        return
    try:
        rules = case.session.frozen_rules()
    except RefusedError as refused:
        yield None, _describe_codes(refused)
        return
    for problem in case.session.played_game.check_rules(rules):
        yield None, f"{problem.field} {problem.code}"


def stake_readable(case: Case) -> Found:
    """The stake is an amount of a known currency, or there is none."""
    session = case.session
    if not session.per_point:
        return
    if session.currency not in CURRENCIES:
        yield None, session.currency
        return
    try:
        read_amount(session.per_point, CURRENCIES[session.currency], field="per_point")
    except RefusedError as refused:
        yield None, _describe_codes(refused)


def seats_of_club(case: Case) -> Found:
    """Every seat has a different player of the club, and one of them deals first."""
    seats = case.session.seats
    if len(set(seats)) != len(seats) or not set(seats) <= case.players:
        yield None, f"seats {seats}"
    if str(case.session.first_dealer) not in seats:
        yield None, f"first dealer {case.session.first_dealer}"


def players_of_club(case: Case) -> Found:
    """Every player named in a record, also a deleted one, belongs to the club."""
    for entry in case.entries:
        strangers = _list_players(entry.record) - case.players
        if strangers:
            yield entry.id, f"players {sorted(strangers)}"


def record_readable(case: Case) -> Found:
    """Every record, also a deleted one, can be read."""
    if case.session.game not in GAMES:
        return
    game = case.session.played_game
    for entry in case.entries:
        if case.replay and not entry.deleted:
            continue  # it was read to be played
        try:
            entry.event(game)
        except RefusedError as refused:
            yield entry.id, _describe_codes(refused)


def record_canonical(case: Case) -> Found:
    """Every live record has the form in which the present version writes it."""
    if case.replay is None:
        return
    game = case.session.played_game
    records = {entry.id: entry.record for entry in case.entries}
    for done in case.replay.played:
        written = write_event(game, done.item.event)
        written.pop("note", None)
        if written != records[done.item.entry_id]:
            yield done.item.entry_id, "written otherwise than today"


def record_possible(case: Case) -> Found:
    """Every live record is possible at its position."""
    if case.replay and case.replay.fault:
        fault = case.replay.fault
        codes = ", ".join(f"{problem.field} {problem.code}" for problem in fault.problems)
        yield fault.item.entry_id, codes


def position_once(case: Case) -> Found:
    """No two entries have the same position."""
    taken = set()
    for entry in case.entries:
        if entry.position in taken:
            yield entry.id, f"position {entry.position} twice"
        taken.add(entry.position)


def schema_known(case: Case) -> Found:
    """Every record has a known schema version."""
    for entry in case.entries:
        if entry.schema not in range(1, RECORD_SCHEMA + 1):
            yield entry.id, f"schema {entry.schema}"
    if case.session.rules_version != RULES_SCHEMA:
        yield None, f"rules version {case.session.rules_version}"


def _list_players(record: dict[str, Any]) -> set[str]:
    named: set[str] = set()

    def note(player: str) -> str:
        named.add(player)
        return player

    rename_players(record, note)
    return named


def _describe_codes(refused: RefusedError) -> str:
    return ", ".join(f"{problem.field} {problem.code}" for problem in refused.problems)


CHECKS = (
    game_known,
    rules_readable,
    stake_readable,
    seats_of_club,
    players_of_club,
    record_readable,
    record_canonical,
    record_possible,
    position_once,
    schema_known,
)
