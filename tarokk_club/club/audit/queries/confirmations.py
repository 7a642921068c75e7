"""Checks of the confirmations and objections, and of their links to the history."""

from tarokk_club.club.audit.queries.audited_session import (
    AuditedSession,
    CheckResult,
    describe_difference,
)
from tarokk_club.club.models import ConfirmationKind


def check_confirmation_seq(audited: AuditedSession) -> CheckResult:
    """Confirmations and objections are numbered from 1 without a gap."""
    for position, confirmation in enumerate(audited.confirmations, start=1):
        if confirmation.seq != position:
            yield (
                confirmation.entry_id,
                f"confirmation {confirmation.seq} is at position {position}",
            )
            return


def check_confirmation_count(audited: AuditedSession) -> CheckResult:
    """The session's count of confirmations and objections is correct."""
    if audited.session.statements_count != len(audited.confirmations):
        yield (
            None,
            describe_difference(audited.session.statements_count, len(audited.confirmations)),
        )


def check_confirmation_hash(audited: AuditedSession) -> CheckResult:
    """Every confirmation or objection has the hash of the history line it refers to."""
    hashes = {change.seq: change.hash for change in audited.changes}
    for confirmation in audited.confirmations:
        if hashes.get(confirmation.version) != confirmation.hash:
            yield (
                confirmation.entry_id,
                f"confirmation {confirmation.seq} has the hash of no line of the history",
            )


def check_confirmation_about(audited: AuditedSession) -> CheckResult:
    """Withdrawals refer to a confirmation or objection, answers to an objection, others to none."""
    kinds = {confirmation.id: confirmation.kind for confirmation in audited.confirmations}
    allowed: dict[str, tuple[str | None, ...]] = {
        ConfirmationKind.CONFIRMED: (None,),
        ConfirmationKind.OBJECTION: (None,),
        ConfirmationKind.WITHDRAWAL: (ConfirmationKind.CONFIRMED, ConfirmationKind.OBJECTION),
        ConfirmationKind.ANSWER: (ConfirmationKind.OBJECTION,),
    }
    for confirmation in audited.confirmations:
        about = kinds.get(confirmation.about_id, "none") if confirmation.about_id else None
        if about not in allowed.get(confirmation.kind, ()):
            yield confirmation.entry_id, f"confirmation {confirmation.seq} is about {about}"


def check_confirmation_entry(audited: AuditedSession) -> CheckResult:
    """Confirmations and objections about a hand refer to a hand of their session."""
    entry_ids = {entry.id for entry in audited.entries}
    for confirmation in audited.confirmations:
        if confirmation.entry_id and confirmation.entry_id not in entry_ids:
            yield confirmation.entry_id, f"confirmation {confirmation.seq} is about another session"


def check_confirmation_player(audited: AuditedSession) -> CheckResult:
    """Every confirmation or objection is from a player of the club."""
    for confirmation in audited.confirmations:
        is_of_club = str(confirmation.player_id) in audited.players
        if not is_of_club and confirmation.kind != ConfirmationKind.ANSWER:
            yield confirmation.entry_id, f"confirmation {confirmation.seq} is by nobody in the club"


def check_confirmation_key(audited: AuditedSession) -> CheckResult:
    """The key of every confirmation or objection is stored."""
    stored_keys = {key.key for key in audited.keys if key.change_id is None}
    for confirmation in audited.confirmations:
        if confirmation.id not in stored_keys:
            yield confirmation.entry_id, f"confirmation {confirmation.seq} has no key"


CHECKS = (
    check_confirmation_seq,
    check_confirmation_count,
    check_confirmation_hash,
    check_confirmation_about,
    check_confirmation_entry,
    check_confirmation_player,
    check_confirmation_key,
)
