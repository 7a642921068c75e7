"""Who may confirm a session or a hand, and why somebody may not."""

from __future__ import annotations

from uuid import UUID

from tarokk_club.club.confirmations.queries.confirmations import Signing


def session_confirmation_refusal(signing: Signing, user_id: UUID, player_id: UUID) -> str:
    """Return the code of the reason why the user cannot confirm the session now, "" if possible."""
    end = next((one.entry_id for one in signing.bookings.values() if one.kind == "end"), None)
    if end is None:
        return "seal_too_early"
    writers = [signing.authors.get(one) for one in signing.hands()]
    if signing.authors.get(end) == user_id or 2 * writers.count(user_id) > len(writers):
        return "seal_own_session"
    return _again(signing, None, player_id)


def hand_confirmation_refusal(
    signing: Signing, entry_id: UUID, user_id: UUID, player_id: UUID
) -> str:
    """Return the code of the reason why the user cannot confirm the hand now, "" if possible."""
    booking = signing.bookings.get(entry_id)
    if booking is None or booking.number is None:
        return "no_hand"
    if str(player_id) not in booking.net:
        return "seal_not_there"
    if signing.authors.get(entry_id) == user_id:
        return "seal_own_hand"
    return _again(signing, entry_id, player_id)


def hands_to_confirm(signing: Signing, user_id: UUID, player_id: UUID) -> tuple[UUID, ...]:
    """Return the hands that the user can confirm, newest first."""
    hands = reversed(signing.hands())
    return tuple(
        one for one in hands if not hand_confirmation_refusal(signing, one, user_id, player_id)
    )


def _again(signing: Signing, entry_id: UUID | None, player_id: UUID) -> str:
    same = (
        one
        for one in signing.standing
        if (one.statement.entry_id, one.statement.player_id) == (entry_id, player_id)
    )
    return "seal_twice" if any(not one.since for one in same) else ""
