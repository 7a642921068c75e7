"""Checks of the history: it is complete and agrees with the stored state."""

from uuid import UUID

from tarokk_club.club.audit.queries.case import Case, Found, describe_difference
from tarokk_club.club.audit.queries.story import HistoryEntry
from tarokk_club.club.models import Entry
from tarokk_club.club.models.chain import change_hash
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.rule_upgrades import upgrade_facts


def history_seq(case: Case) -> Found:
    """The lines of the history are numbered from 1 without a gap."""
    for place, change in enumerate(case.changes, start=1):
        if change.seq != place:
            yield change.entry_id, f"line {change.seq} stands at place {place}"
            return
    if not case.changes:
        yield None, "no history"


def history_version(case: Case) -> Found:
    """The session's version is the number of its last line of history."""
    last = case.changes[-1].seq if case.changes else 0
    if case.session.version != last:
        yield None, describe_difference(case.session.version, last)


def history_chain(case: Case) -> Found:
    """Every line holds the hash of the one before."""
    before = ""
    for change in case.changes:
        if change.prev_hash != before:
            yield change.entry_id, f"line {change.seq} does not follow line {change.seq - 1}"
        before = change.hash


def history_hash(case: Case) -> Found:
    """The hash of every line is that of its content."""
    for change in case.changes:
        if change.hash != change_hash(change):
            yield change.entry_id, f"line {change.seq} was altered"


def history_entries(case: Case) -> Found:
    """Every entry has a line in the history, and every line's entry exists."""
    told, stored = set(case.story.entries), {entry.id for entry in case.entries}
    for entry_id in stored - told:
        yield entry_id, "not in the history"
    for entry_id in told - stored:
        yield entry_id, "gone"


def history_records(case: Case) -> Found:
    """The record of every entry is the last one in its history."""
    for entry_id, replayed, entry in _pair_entries(case):
        if entry.record != replayed.record:
            yield entry_id, "the record is not its last version"


def history_notes(case: Case) -> Found:
    """The note of every entry is the last one in its history."""
    for entry_id, replayed, entry in _pair_entries(case):
        if entry.note != replayed.note:
            yield entry_id, "the note is not its last version"


def history_deleted(case: Case) -> Found:
    """An entry is deleted exactly when the history says so."""
    for entry_id, replayed, entry in _pair_entries(case):
        if entry.deleted != replayed.deleted:
            yield entry_id, describe_difference(entry.deleted, replayed.deleted)


def history_places(case: Case) -> Found:
    """Every entry has its last position in the history."""
    for entry_id, replayed, entry in _pair_entries(case):
        if entry.position != replayed.position:
            yield entry_id, describe_difference(entry.position, replayed.position)


def history_facts(case: Case) -> Found:
    """Rules, stake, seats, dealer and date are the last ones in the history."""
    story, session = case.story, case.session
    facts = session.facts()
    for name, expected in upgrade_facts(story.facts).items():
        if facts.get(name) != expected:
            yield None, f"{name}: {describe_difference(facts.get(name), expected)}"
    if story.table_name != session.table_name:
        yield None, "the name of the table is not its last version"


def history_bin(case: Case) -> Found:
    """The session is in the bin exactly when the history says so."""
    if bool(case.session.binned_at) != case.story.binned:
        yield None, describe_difference(case.session.binned_at, case.story.binned)


def history_effects(case: Case) -> Found:
    """The effects of all changes add up to the totals."""
    told = case.story.totals
    for player in {*told, *case.balances}:
        stored = case.balances[player].points if player in case.balances else 0
        if stored != told.get(player, 0):
            yield None, f"player {player} {describe_difference(stored, told.get(player, 0))}"


def keys_kept(case: Case) -> Found:
    """The key of every form is stored, with the change it made in this session."""
    kept = {key.change_id for key in case.keys}
    for change in case.changes:
        imported = change.action == Action.IMPORT and change.entry_id
        if change.id not in kept and not imported:
            yield change.entry_id, f"line {change.seq} has no key"
    own = {change.id for change in case.changes}
    said = {statement.id for statement in case.statements}
    for key in case.keys:
        if key.change_id not in own and (key.change_id or key.key not in said):
            yield None, f"key {key.key} is of another session"


def _pair_entries(case: Case) -> list[tuple[UUID, HistoryEntry, Entry]]:
    told = case.story.entries
    return [(one.id, told[one.id], one) for one in case.entries if one.id in told]


CHECKS = (
    history_seq,
    history_version,
    history_chain,
    history_hash,
    history_entries,
    history_records,
    history_notes,
    history_deleted,
    history_places,
    history_facts,
    history_bin,
    history_effects,
    keys_kept,
)
