"""The confirmation of a session, as the sheet shows it to one reader."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from tarokk_club.club.confirmations.queries.confirmations import Seal, Signing
from tarokk_club.club.confirmations.queries.who_may_confirm import (
    hands_to_confirm,
    session_confirmation_refusal,
)


@dataclass(frozen=True, slots=True)
class SheetConfirmation:
    """The confirmation as one reader sees it: confirmed by whom, open objections, confirmed and
    disputed hands, and what the reader may confirm.
    """

    seals: tuple[Seal, ...] = ()
    open: int = 0
    sealed: frozenset[UUID] = frozenset()
    disputed: frozenset[UUID] = frozenset()
    may_seal: bool = False
    to_seal: tuple[UUID, ...] = ()


def confirmation_of(signing: Signing, user_id: UUID, seat: UUID | None) -> SheetConfirmation:
    """Return what is confirmed and what is open."""
    session = signing.session
    live = None if session.binned_at else seat
    # At the end the whole session is confirmed instead.
    hands = session.club.seal_hands and not session.closed
    return SheetConfirmation(
        seals=signing.of_session,
        open=len(signing.open),
        sealed=signing.sealed_hands,
        disputed=signing.disputed,
        may_seal=live is not None and not session_confirmation_refusal(signing, user_id, live),
        to_seal=hands_to_confirm(signing, user_id, live) if live and hands else (),
    )
