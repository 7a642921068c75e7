"""The state of a session's confirmation on its sheet, for one reader."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from tarokk_club.club.confirmations.queries.confirmations import Seal, Signing
from tarokk_club.club.confirmations.queries.who_may_confirm import (
    find_session_confirmation_refusal,
    list_hands_to_confirm,
)


@dataclass(frozen=True, slots=True)
class SheetConfirmation:
    """The state of a session's confirmation for one reader.

    seals: confirmations of the session.
    open: number of open objections.
    sealed, disputed: ids of confirmed hands, and of entries with an open objection.
    may_seal: whether the reader may confirm the session.
    to_seal: ids of the hands that the reader may confirm.
    """

    seals: tuple[Seal, ...] = ()
    open: int = 0
    sealed: frozenset[UUID] = frozenset()
    disputed: frozenset[UUID] = frozenset()
    may_seal: bool = False
    to_seal: tuple[UUID, ...] = ()


def build_sheet_confirmation(
    signing: Signing, user_id: UUID, seat: UUID | None
) -> SheetConfirmation:
    """Return the state of a session's confirmation for one reader.

    seat: the reader's player in the session; None without one.
    """
    session = signing.session
    live = None if session.binned_at else seat
    # A closed session is confirmed as a whole.
    hands = session.club.seal_hands and not session.closed
    return SheetConfirmation(
        seals=signing.session_seals,
        open=len(signing.open),
        sealed=signing.sealed_hands,
        disputed=signing.disputed,
        may_seal=live is not None and not find_session_confirmation_refusal(signing, user_id, live),
        to_seal=list_hands_to_confirm(signing, user_id, live) if live and hands else (),
    )
