"""Checks that decide whether a user may confirm a session or a hand."""

from __future__ import annotations

from uuid import UUID

from tarokk_club.club.confirmations.queries.confirmations import SessionConfirmations


def find_session_confirmation_refusal(
    confirmations: SessionConfirmations, user_id: UUID, player_id: UUID
) -> str:
    """Return the problem code of the refusal, or "" if the user may confirm the session."""
    end = next(
        (posting.entry_id for posting in confirmations.postings.values() if posting.kind == "end"),
        None,
    )
    if end is None:
        return "seal_too_early"
    writers = [confirmations.entry_authors.get(hand) for hand in confirmations.list_hand_ids()]
    if confirmations.entry_authors.get(end) == user_id or 2 * writers.count(user_id) > len(writers):
        return "seal_own_session"
    return _find_repetition_refusal(confirmations, None, player_id)


def find_hand_confirmation_refusal(
    confirmations: SessionConfirmations, entry_id: UUID, user_id: UUID, player_id: UUID
) -> str:
    """Return the problem code of the refusal, or "" if the user may confirm the hand."""
    posting = confirmations.postings.get(entry_id)
    if posting is None or posting.number is None:
        return "no_hand"
    if str(player_id) not in posting.net:
        return "seal_not_there"
    if confirmations.entry_authors.get(entry_id) == user_id:
        return "seal_own_hand"
    return _find_repetition_refusal(confirmations, entry_id, player_id)


def list_hands_to_confirm(
    confirmations: SessionConfirmations, user_id: UUID, player_id: UUID
) -> tuple[UUID, ...]:
    """Return the ids of the hands that the user may confirm, newest first."""
    hands = reversed(confirmations.list_hand_ids())
    return tuple(
        hand
        for hand in hands
        if not find_hand_confirmation_refusal(confirmations, hand, user_id, player_id)
    )


def _find_repetition_refusal(
    confirmations: SessionConfirmations, entry_id: UUID | None, player_id: UUID
) -> str:
    same = (
        confirmation
        for confirmation in confirmations.valid_confirmations
        if (confirmation.row.entry_id, confirmation.row.player_id) == (entry_id, player_id)
    )
    return "seal_twice" if any(not confirmation.since for confirmation in same) else ""
