"""The state of a session's confirmation on its sheet, for one reader."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from tarokk_club.club.confirmations.queries.confirmations import (
    SessionConfirmations,
    ValidConfirmation,
)
from tarokk_club.club.confirmations.queries.who_may_confirm import (
    find_session_confirmation_refusal,
    list_hands_to_confirm,
)


@dataclass(frozen=True, slots=True)
class SheetConfirmation:
    """The state of a session's confirmation for one reader.

    confirmations: valid confirmations of the session as a whole.
    open_objections: number of open objections.
    confirmed, disputed: ids of confirmed hands, and of entries with an open objection.
    may_confirm: whether the reader may confirm the session.
    hands_to_confirm: ids of the hands that the reader may confirm.
    """

    confirmations: tuple[ValidConfirmation, ...] = ()
    open_objections: int = 0
    confirmed: frozenset[UUID] = frozenset()
    disputed: frozenset[UUID] = frozenset()
    may_confirm: bool = False
    hands_to_confirm: tuple[UUID, ...] = ()


def build_sheet_confirmation(
    confirmations: SessionConfirmations, user_id: UUID, seat: UUID | None
) -> SheetConfirmation:
    """Return the state of a session's confirmation for one reader.

    seat: the reader's player in the session; None without one.
    """
    session = confirmations.session
    live = None if session.binned_at else seat
    # A closed session is confirmed as a whole.
    hands = session.club.seal_hands and not session.closed
    return SheetConfirmation(
        confirmations=confirmations.session_confirmations,
        open_objections=len(confirmations.open_objections),
        confirmed=confirmations.confirmed_hands,
        disputed=confirmations.disputed_entries,
        may_confirm=live is not None
        and not find_session_confirmation_refusal(confirmations, user_id, live),
        hands_to_confirm=list_hands_to_confirm(confirmations, user_id, live)
        if live and hands
        else (),
    )
