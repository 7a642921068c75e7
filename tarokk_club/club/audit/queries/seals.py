"""Checks of the seals and objections: complete, and tied to the history that they speak of."""

from tarokk_club.club.audit.queries.case import Case, Found, differs
from tarokk_club.club.models import Kind


def statement_seq(case: Case) -> Found:
    """The statements are numbered from 1 without a gap."""
    for place, statement in enumerate(case.statements, start=1):
        if statement.seq != place:
            yield statement.entry_id, f"statement {statement.seq} stands at place {place}"
            return


def statement_count(case: Case) -> Found:
    """The session counts its statements rightly."""
    if case.session.statements_count != len(case.statements):
        yield None, differs(case.session.statements_count, len(case.statements))


def statement_hash(case: Case) -> Found:
    """Every statement holds the hash of the line of history that it knew."""
    hashes = {change.seq: change.hash for change in case.changes}
    for statement in case.statements:
        if hashes.get(statement.version) != statement.hash:
            yield statement.entry_id, f"statement {statement.seq} knows no line of this history"


def statement_about(case: Case) -> Found:
    """What is taken back is a seal or objection, what is answered an objection of this session."""
    known = {one.id: one.kind for one in case.statements}
    right: dict[str, tuple[str | None, ...]] = {
        Kind.SEAL: (None,),
        Kind.OBJECT: (None,),
        Kind.TAKE_BACK: (Kind.SEAL, Kind.OBJECT),
        Kind.ANSWER: (Kind.OBJECT,),
    }
    for statement in case.statements:
        about = known.get(statement.about_id, "none") if statement.about_id else None
        if about not in right.get(statement.kind, ()):
            yield statement.entry_id, f"statement {statement.seq} is about {about}"


def statement_entry(case: Case) -> Found:
    """Every statement about a hand is about one of this session."""
    own = {entry.id for entry in case.entries}
    for statement in case.statements:
        if statement.entry_id and statement.entry_id not in own:
            yield statement.entry_id, f"statement {statement.seq} is about another session"


def statement_player(case: Case) -> Found:
    """Whoever confirms or objects is a player of the club."""
    for statement in case.statements:
        own = str(statement.player_id) in case.players
        if not own and statement.kind != Kind.ANSWER:
            yield statement.entry_id, f"statement {statement.seq} is of nobody in the club"


def statement_key(case: Case) -> Found:
    """The key of every statement is kept."""
    kept = {key.key for key in case.keys if key.change_id is None}
    for statement in case.statements:
        if statement.id not in kept:
            yield statement.entry_id, f"statement {statement.seq} has no key"


CHECKS = (
    statement_seq,
    statement_count,
    statement_hash,
    statement_about,
    statement_entry,
    statement_player,
    statement_key,
)
