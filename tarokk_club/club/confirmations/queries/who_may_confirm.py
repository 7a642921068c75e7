"""Checks of whether a user may confirm a session or a hand."""

from __future__ import annotations

from uuid import UUID

from tarokk_club.club.confirmations.queries.confirmations import SessionStatements


def find_session_confirmation_refusal(
    statements: SessionStatements, user_id: UUID, player_id: UUID
) -> str:
    """Return the problem code if the user may not confirm the session now, or ""."""
    end = next(
        (posting.entry_id for posting in statements.postings.values() if posting.kind == "end"),
        None,
    )
    if end is None:
        return "seal_too_early"
    writers = [statements.authors.get(hand) for hand in statements.list_hand_ids()]
    if statements.authors.get(end) == user_id or 2 * writers.count(user_id) > len(writers):
        return "seal_own_session"
    return _find_repetition(statements, None, player_id)


def find_hand_confirmation_refusal(
    statements: SessionStatements, entry_id: UUID, user_id: UUID, player_id: UUID
) -> str:
    """Return the problem code if the user may not confirm the hand now, or ""."""
    posting = statements.postings.get(entry_id)
    if posting is None or posting.number is None:
        return "no_hand"
    if str(player_id) not in posting.net:
        return "seal_not_there"
    if statements.authors.get(entry_id) == user_id:
        return "seal_own_hand"
    return _find_repetition(statements, entry_id, player_id)


def list_hands_to_confirm(
    statements: SessionStatements, user_id: UUID, player_id: UUID
) -> tuple[UUID, ...]:
    """Return the ids of the hands that the user may confirm, newest first."""
    hands = reversed(statements.list_hand_ids())
    return tuple(
        hand
        for hand in hands
        if not find_hand_confirmation_refusal(statements, hand, user_id, player_id)
    )


def _find_repetition(statements: SessionStatements, entry_id: UUID | None, player_id: UUID) -> str:
    same = (
        confirmation
        for confirmation in statements.valid_confirmations
        if (confirmation.statement.entry_id, confirmation.statement.player_id)
        == (entry_id, player_id)
    )
    return "seal_twice" if any(not confirmation.since for confirmation in same) else ""
