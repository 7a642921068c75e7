"""Confirmations and objections of all kinds in a session."""

from uuid import UUID

from support.club_factories import House, a_form
from tarokk_club.club.confirmations.usecases.confirmations import (
    answer_objection,
    confirm_session,
    record_objection,
    take_back_confirmation,
)
from tarokk_club.club.models import Player, Session


def record_confirmations_and_objections(house: House, session: Session, entry_id: UUID) -> None:
    """Confirm as Bela, object twice, withdraw the first objection and answer the second one."""
    Player.objects.filter(name="Dóra").update(user=house.bela)
    confirm_session(session_id=session.id, form=a_form(house.bela))
    of_hand = record_objection(
        session_id=session.id, form=a_form(house.bela), note="Bukott.", entry_id=entry_id
    )
    of_all = record_objection(session_id=session.id, form=a_form(house.bela), note="Hiányos.")
    take_back_confirmation(
        session_id=session.id, form=a_form(house.bela), confirmation_id=of_hand.id
    )
    answer_objection(
        session_id=session.id, form=a_form(house.anna), confirmation_id=of_all.id, note="Nem."
    )
