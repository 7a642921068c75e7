"""Checks of whether a user may confirm a session or a hand."""

from __future__ import annotations

from uuid import UUID

from tarokk_club.club.confirmations.queries.confirmations import Signing


def find_session_confirmation_refusal(signing: Signing, user_id: UUID, player_id: UUID) -> str:
    """Return the problem code if the user may not confirm the session now, or ""."""
    end = next(
        (booking.entry_id for booking in signing.bookings.values() if booking.kind == "end"), None
    )
    if end is None:
        return "seal_too_early"
    writers = [signing.authors.get(hand) for hand in signing.list_hand_ids()]
    if signing.authors.get(end) == user_id or 2 * writers.count(user_id) > len(writers):
        return "seal_own_session"
    return _find_repetition(signing, None, player_id)


def find_hand_confirmation_refusal(
    signing: Signing, entry_id: UUID, user_id: UUID, player_id: UUID
) -> str:
    """Return the problem code if the user may not confirm the hand now, or ""."""
    booking = signing.bookings.get(entry_id)
    if booking is None or booking.number is None:
        return "no_hand"
    if str(player_id) not in booking.net:
        return "seal_not_there"
    if signing.authors.get(entry_id) == user_id:
        return "seal_own_hand"
    return _find_repetition(signing, entry_id, player_id)


def list_hands_to_confirm(signing: Signing, user_id: UUID, player_id: UUID) -> tuple[UUID, ...]:
    """Return the ids of the hands that the user may confirm, newest first."""
    hands = reversed(signing.list_hand_ids())
    return tuple(
        hand
        for hand in hands
        if not find_hand_confirmation_refusal(signing, hand, user_id, player_id)
    )


def _find_repetition(signing: Signing, entry_id: UUID | None, player_id: UUID) -> str:
    same = (
        seal
        for seal in signing.valid_seals
        if (seal.statement.entry_id, seal.statement.player_id) == (entry_id, player_id)
    )
    return "seal_twice" if any(not seal.since for seal in same) else ""
