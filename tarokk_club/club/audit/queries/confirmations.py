"""Checks of the confirmations and objections: complete, and linked to the history they refer to."""

from tarokk_club.club.audit.queries.audited_session import (
    AuditedSession,
    CheckResult,
    describe_difference,
)
from tarokk_club.club.models import StatementKind


def check_statement_seq(audited: AuditedSession) -> CheckResult:
    """Confirmations and objections are numbered from 1 without a gap."""
    for place, statement in enumerate(audited.statements, start=1):
        if statement.seq != place:
            yield statement.entry_id, f"statement {statement.seq} stands at place {place}"
            return


def check_statement_count(audited: AuditedSession) -> CheckResult:
    """The session's count of confirmations and objections is correct."""
    if audited.session.statements_count != len(audited.statements):
        yield None, describe_difference(audited.session.statements_count, len(audited.statements))


def check_statement_hash(audited: AuditedSession) -> CheckResult:
    """Every confirmation or objection has the hash of the history line it refers to."""
    hashes = {change.seq: change.hash for change in audited.changes}
    for statement in audited.statements:
        if hashes.get(statement.version) != statement.hash:
            yield statement.entry_id, f"statement {statement.seq} knows no line of this history"


def check_statement_about(audited: AuditedSession) -> CheckResult:
    """Every withdrawal and answer refers to a confirmation or objection of its session."""
    kinds = {statement.id: statement.kind for statement in audited.statements}
    allowed: dict[str, tuple[str | None, ...]] = {
        StatementKind.SEAL: (None,),
        StatementKind.OBJECT: (None,),
        StatementKind.TAKE_BACK: (StatementKind.SEAL, StatementKind.OBJECT),
        StatementKind.ANSWER: (StatementKind.OBJECT,),
    }
    for statement in audited.statements:
        about = kinds.get(statement.about_id, "none") if statement.about_id else None
        if about not in allowed.get(statement.kind, ()):
            yield statement.entry_id, f"statement {statement.seq} is about {about}"


def check_statement_entry(audited: AuditedSession) -> CheckResult:
    """Confirmations and objections about a hand refer to a hand of their session."""
    entry_ids = {entry.id for entry in audited.entries}
    for statement in audited.statements:
        if statement.entry_id and statement.entry_id not in entry_ids:
            yield statement.entry_id, f"statement {statement.seq} is about another session"


def check_statement_player(audited: AuditedSession) -> CheckResult:
    """Every confirmation or objection is from a player of the club."""
    for statement in audited.statements:
        is_of_club = str(statement.player_id) in audited.players
        if not is_of_club and statement.kind != StatementKind.ANSWER:
            yield statement.entry_id, f"statement {statement.seq} is of nobody in the club"


def check_statement_key(audited: AuditedSession) -> CheckResult:
    """The key of every confirmation or objection is stored."""
    stored_keys = {key.key for key in audited.keys if key.change_id is None}
    for statement in audited.statements:
        if statement.id not in stored_keys:
            yield statement.entry_id, f"statement {statement.seq} has no key"


CHECKS = (
    check_statement_seq,
    check_statement_count,
    check_statement_hash,
    check_statement_about,
    check_statement_entry,
    check_statement_player,
    check_statement_key,
)
