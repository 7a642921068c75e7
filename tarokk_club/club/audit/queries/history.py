"""Checks of the history: it is complete and agrees with the stored state."""

from uuid import UUID

from tarokk_club.club.audit.queries.audited_session import (
    AuditedSession,
    CheckResult,
    describe_difference,
)
from tarokk_club.club.audit.queries.replayed_history import ReplayedEntry
from tarokk_club.club.models import Entry
from tarokk_club.club.models.chain import hash_change
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.rule_upgrades import upgrade_settings


def check_history_seq(audited: AuditedSession) -> CheckResult:
    """The history has at least one line, and its lines are numbered from 1 without a gap."""
    for position, change in enumerate(audited.changes, start=1):
        if change.seq != position:
            yield change.entry_id, f"line {change.seq} is at position {position}"
            return
    if not audited.changes:
        yield None, "no history"


def check_history_version(audited: AuditedSession) -> CheckResult:
    """The session's version is the number of the last line of its history."""
    last = audited.changes[-1].seq if audited.changes else 0
    if audited.session.version != last:
        yield None, describe_difference(audited.session.version, last)


def check_history_chain(audited: AuditedSession) -> CheckResult:
    """Every line of the history contains the hash of the previous line."""
    before = ""
    for change in audited.changes:
        if change.prev_hash != before:
            yield change.entry_id, f"line {change.seq} does not follow line {change.seq - 1}"
        before = change.hash


def check_history_hash(audited: AuditedSession) -> CheckResult:
    """The hash of every line of the history matches its content."""
    for change in audited.changes:
        if change.hash != hash_change(change):
            yield change.entry_id, f"line {change.seq} was altered"


def check_history_entries(audited: AuditedSession) -> CheckResult:
    """Every entry has a line in the history, and every line's entry exists."""
    replayed, stored = set(audited.replayed.entries), {entry.id for entry in audited.entries}
    for entry_id in stored - replayed:
        yield entry_id, "not in the history"
    for entry_id in replayed - stored:
        yield entry_id, "does not exist"


def check_history_records(audited: AuditedSession) -> CheckResult:
    """The record of every entry is the latest in its history."""
    for entry_id, replayed, entry in _pair_entries(audited):
        if entry.record != replayed.record:
            yield entry_id, "the record is not its last version"


def check_history_notes(audited: AuditedSession) -> CheckResult:
    """The note of every entry is the latest in its history."""
    for entry_id, replayed, entry in _pair_entries(audited):
        if entry.note != replayed.note:
            yield entry_id, "the note is not its last version"


def check_history_deleted(audited: AuditedSession) -> CheckResult:
    """An entry is deleted if and only if its history says so."""
    for entry_id, replayed, entry in _pair_entries(audited):
        if entry.deleted != replayed.deleted:
            yield entry_id, describe_difference(entry.deleted, replayed.deleted)


def check_history_places(audited: AuditedSession) -> CheckResult:
    """Every entry has the position that follows from the history."""
    for entry_id, replayed, entry in _pair_entries(audited):
        if entry.position != replayed.position:
            yield entry_id, describe_difference(entry.position, replayed.position)


def check_history_facts(audited: AuditedSession) -> CheckResult:
    """Rules, stake, seats, dealer, date and name of the session are the latest in its history."""
    replayed, session = audited.replayed, audited.session
    facts = session.serialize_settings()
    for name, expected in upgrade_settings(replayed.facts).items():
        if facts.get(name) != expected:
            yield None, f"{name}: {describe_difference(facts.get(name), expected)}"
    if replayed.table_name != session.table_name:
        yield None, "the name of the table is not its last version"


def check_history_bin(audited: AuditedSession) -> CheckResult:
    """The session is in the bin if and only if its history says so."""
    if bool(audited.session.binned_at) != audited.replayed.binned:
        yield None, describe_difference(audited.session.binned_at, audited.replayed.binned)


def check_history_effects(audited: AuditedSession) -> CheckResult:
    """The effects of all changes add up to the totals."""
    replayed = audited.replayed.totals
    for player in {*replayed, *audited.balances}:
        stored = audited.balances[player].points if player in audited.balances else 0
        if stored != replayed.get(player, 0):
            yield None, f"player {player} {describe_difference(stored, replayed.get(player, 0))}"


def check_keys_kept(audited: AuditedSession) -> CheckResult:
    """Every change but the import of an entry has a key, and every key belongs to the session."""
    keyed_changes = {key.change_id for key in audited.keys}
    for change in audited.changes:
        imported = change.action == Action.IMPORT and change.entry_id
        if change.id not in keyed_changes and not imported:
            yield change.entry_id, f"line {change.seq} has no key"
    own_changes = {change.id for change in audited.changes}
    confirmation_ids = {confirmation.id for confirmation in audited.confirmations}
    for key in audited.keys:
        if key.change_id not in own_changes and (key.change_id or key.key not in confirmation_ids):
            yield None, f"key {key.key} is of another session"


def _pair_entries(audited: AuditedSession) -> list[tuple[UUID, ReplayedEntry, Entry]]:
    replayed = audited.replayed.entries
    return [
        (entry.id, replayed[entry.id], entry) for entry in audited.entries if entry.id in replayed
    ]


CHECKS = (
    check_history_seq,
    check_history_version,
    check_history_chain,
    check_history_hash,
    check_history_entries,
    check_history_records,
    check_history_notes,
    check_history_deleted,
    check_history_places,
    check_history_facts,
    check_history_bin,
    check_history_effects,
    check_keys_kept,
)
