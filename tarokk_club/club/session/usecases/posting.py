"""The second half of a write in a unit of work: checks, replay, postings, totals and history.

The checks of a tournament's tables run here for every write: from pages, offline phones, typed
sheets, imports and the API.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import read_amount
from tarokk_club.club.models import (
    Balance,
    Change,
    Draft,
    Entry,
    Posting,
    Session,
    Tally,
    Tournament,
)
from tarokk_club.club.models.chain import hash_change
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.queries.replay.continued_replay import (
    replay_and_cache,
    replay_with_added_entry,
)
from tarokk_club.club.session.queries.replay.session_replay import (
    SessionReplay,
    build_balances,
    build_posting,
    compute_posted_net,
    find_last_hand_time,
)
from tarokk_club.club.session.queries.replay.tallies import continue_tally
from tarokk_club.club.session.queries.sessions.final_results import has_final_round_result
from tarokk_club.club.session.queries.sessions.prescribed_hands import (
    count_prescribed_hands,
    count_redeals,
)
from tarokk_club.club.writing import events
from tarokk_club.club.writing.errors import ConflictError, LaterEntryError, RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.removed_players import require_no_removed_players
from tarokk_club.club.writing.typed_text import read_text
from tarokk_club.club.writing.unit_of_work import Saved, SessionWrite, store_idempotency_key

# Actions that add events; all others change existing ones.
ADDING = (Action.START, Action.RECORD, Action.IMPORT, Action.TOTALS)
# Per session, in minor units: thousands of such sessions can still be settled in 64 bits.
MOST_MONEY = 10**15
SESSION_FIELDS = ("version", "closed", "hands_count", "last_hand_at", "mayor")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeDraft:
    """A change that a use case makes to an entry or a session, saved as a line of the history.

    since: the position from which postings may change; None if no posting can.
    fields: the session's fields to save.
    same_person: whether two records of one person are merged, so that no result changes.
    """

    action: Action
    entry: Entry | None = None
    before: Any = None
    after: Any = None
    note_before: str = ""
    note_after: str = ""
    since: int | None = 0
    fields: tuple[str, ...] = ()
    same_person: bool = False

    @property
    def changes_only_note(self) -> bool:
        """Whether only the note of an entry changes."""
        return self.action == Action.CORRECT and self.before == self.after


def save_change(write: SessionWrite, draft: ChangeDraft) -> Saved:
    """Save a change with the postings replayed from `draft.since` on, totals and a history line.

    Raise RefusedError if the entry itself is impossible, or the points are worth too much money.
    Raise LaterEntryError if a later entry becomes impossible.
    Raise the errors of `protect_final_result` and `require_no_extra_hands`.
    """
    reason = _read_reason(write)
    if not draft.same_person and not draft.changes_only_note:
        protect_final_result(write, reason, draft.entry)
    effect: dict[str, int] = {}
    net, totals, was_closed = None, None, write.session.closed
    fields = list(draft.fields)
    if draft.since is not None:
        replay = _replay_or_refuse(write, draft)
        effect, new = _rewrite_derived_rows(write, replay, draft.since)
        if not draft.same_person:
            # A new entry must not change the total of a merged or erased player.
            booked = new | effect.keys() if draft.action in ADDING else new
            require_no_removed_players(write.session.club_id, {"players": sorted(booked)})
        fields += SESSION_FIELDS[1:]
        net, totals = _find_entry_net(replay, draft.entry), replay.totals
    change = _build_change(write, draft, effect)
    change.reason = reason
    change.save(force_insert=True)
    write.session.version = change.seq
    write.session.save(update_fields=["version", *fields])
    store_idempotency_key(write, change=change)
    if draft.action == Action.RECORD:
        Draft.objects.filter(session=write.session, key=write.form.key).delete()
    if write.session.club.webhook_events:
        closes = write.session.closed and not was_closed
        events.session_changed.send(Session, session=write.session, change=change, closes=closes)
    return Saved(change, net=net or {}, totals=totals)


def _find_entry_net(replay: SessionReplay, entry: Entry | None) -> dict[str, int]:
    """Return the points of this entry by account; {} if it is None or deleted."""
    if entry is None:
        return {}
    played = (done for done in reversed(replay.played) if done.item.entry_id == entry.id)
    return next((compute_posted_net(done) for done in played), {})


def _read_reason(write: SessionWrite) -> str:
    problems: list[Problem] = []
    reason = read_text(write.form.reason, problems, field="reason")
    if problems:
        raise RefusedError(problems)
    return reason


def _replay_or_refuse(write: SessionWrite, draft: ChangeDraft) -> SessionReplay:
    if write.loaded is None and draft.entry is not None:
        replay = replay_with_added_entry(write.session, draft.entry, lambda: write.entries)
    else:
        replay = replay_and_cache(write.session, write.entries)
    if replay.fault is None:
        return replay
    problems = list(replay.fault.problems)
    changed = draft.entry.id if draft.entry and not draft.entry.deleted else None
    if replay.fault.item.entry_id == changed:
        raise RefusedError(problems)
    raise LaterEntryError(problems, replay.fault.item.entry_id, replay.fault.number)


def _rewrite_derived_rows(
    write: SessionWrite, replay: SessionReplay, since: int
) -> tuple[dict[str, int], set[str]]:
    """Rewrite the derived rows; return the changes of totals by player, and the new players' ids.

    Changes of 0 are left out. Set the session's derived fields without saving.

    since: the position from which postings are rewritten.
    """
    session = write.session
    Posting.objects.filter(session=session, position__gte=since).delete()
    Posting.objects.bulk_create(
        build_posting(session, done) for done in replay.played if done.item.position >= since
    )
    require_no_extra_hands(session, replay.table.number - 1)
    _require_payable(session, replay)
    old = Balance.objects.filter(session=session)
    totals = {str(player): points for player, points in old.values_list("player_id", "points")}
    old.delete()
    Balance.objects.bulk_create(build_balances(session, replay))
    Tally.objects.bulk_create(
        [continue_tally(session, replay)],
        update_conflicts=True,
        unique_fields=["session"],
        update_fields=["facts"],
    )
    session.closed = replay.table.ended
    session.hands_count = replay.table.number - 1
    session.last_hand_at = find_last_hand_time(replay)
    session.mayor = UUID(replay.table.mayor) if replay.table.mayor else None
    everybody = [*replay.totals, *(player for player in totals if player not in replay.totals)]
    moved = {player: replay.totals.get(player, 0) - totals.get(player, 0) for player in everybody}
    effect = {player: points for player, points in moved.items() if points}
    return effect, replay.totals.keys() - totals.keys()


def _require_payable(session: Session, replay: SessionReplay) -> None:
    """Raise RefusedError if the points are worth more money than can be settled."""
    if not session.per_point:
        return
    currency = CURRENCIES[session.currency]
    per_point = read_amount(session.per_point, currency, field="per_point")
    if max(map(abs, replay.totals.values()), default=0) * per_point > MOST_MONEY:
        raise RefusedError([Problem("money_too_large", "")])


def _build_change(write: SessionWrite, draft: ChangeDraft, effect: dict[str, int]) -> Change:
    last = write.session.changes.order_by("-seq").values_list("seq", "hash").first()
    seq, prev_hash = last or (0, "")
    change = Change(
        session=write.session,
        seq=seq + 1,
        entry=draft.entry,
        action=draft.action,
        before=draft.before,
        after=draft.after,
        note_before=draft.note_before,
        note_after=draft.note_after,
        position=draft.entry.position if draft.entry else None,
        author=write.form.by,
        at=timezone.now(),
        effect=effect,
        prev_hash=prev_hash,
    )
    change.hash = hash_change(change)
    return change


def add_history_lines(session: Session, entries: Sequence[Entry], first: Change) -> None:
    """Add a history line for each of these imported entries, and save the session's new version.

    first: the preceding history line; the hash of the first new line covers its hash.
    """
    changes = []
    prev_hash = first.hash
    for seq, entry in enumerate(entries, start=first.seq + 1):
        change = Change(
            session=session,
            seq=seq,
            entry=entry,
            action=Action.IMPORT,
            after=entry.record,
            note_after=entry.note,
            position=entry.position,
            author=first.author,
            at=first.at,
            prev_hash=prev_hash,
        )
        change.hash = prev_hash = hash_change(change)
        changes.append(change)
    Change.objects.bulk_create(changes)
    session.version = first.seq + len(changes)
    session.save(update_fields=["version"])


def require_no_extra_hands(session: Session, hands: int) -> None:
    """Raise ConflictError if a new hand exceeds the number that the tournament prescribes.

    A table that already has more hands, from an older version, keeps them and may be corrected.

    hands: the number of posted hands, including any new hand.
    """
    deals = count_prescribed_hands(session)
    if hands <= session.hands_count or not 0 < deals < hands:
        return
    # Hands that were dealt again do not count.
    if deals < hands - count_redeals([session.pk], before=hands).get(session.pk, 0):
        raise ConflictError([Problem("hands_are_played", "", {"number": deals})])


def protect_final_result(write: SessionWrite, reason: str, entry: Entry | None) -> None:
    """Require the right to correct and a reason to change a final result; lock the played rounds.

    Do nothing if the result is not final. The state before the change counts, so the last table
    can still end. New entries at a reopened table need no reason.

    entry: the entry that changes, if any.
    Raise ConflictError if the user may not correct, or RefusedError if a reason is missing.
    """
    if not has_final_round_result(write.session):
        return
    if not write.may(Right.CORRECT):
        raise ConflictError([Problem("tournament_locked", "")])
    if not reason and not _is_entered_since_reopening(write.session, entry):
        raise RefusedError([Problem("locked_without_reason", "reason")])
    table = write.session.tournament_table
    if table.round > table.tournament.guarded:
        lock_played_rounds(table.tournament)


def lock_played_rounds(tournament: Tournament) -> None:
    """Lock the rounds played so far, including rounds of a final."""
    tournament.guarded = max(tournament.guarded, tournament.find_last_round())
    tournament.save(update_fields=["guarded"])


def _is_entered_since_reopening(session: Session, entry: Entry | None) -> bool:
    """Return whether the entry was written after the table was reopened."""
    if entry is None or session.closed:
        return False
    openings = session.changes.filter(action=Action.REOPEN).order_by("-seq")
    opened = openings.values_list("at", flat=True).first()
    return opened is not None and entry.created_at >= opened
