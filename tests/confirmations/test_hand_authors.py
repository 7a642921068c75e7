"""Who counts as the author of a hand, and so cannot confirm it."""

from uuid import UUID

import pytest

from support.club_factories import House, a_form, a_hand, codes
from tarokk_club.club.confirmations.usecases.confirmations import (
    confirm_hand,
    set_hand_confirmations,
)
from tarokk_club.club.models import Confirmation, Membership, Player, Role, Session, User
from tarokk_club.club.session.usecases.events import correct_event, record_event
from tarokk_club.club.writing.errors import RefusedError


def confirmed(session: Session, by: User, entry_id: UUID) -> Confirmation:
    return confirm_hand(session_id=session.id, form=a_form(by), entry_id=entry_id)


def test_a_corrected_note_leaves_the_author_of_the_hand(house: House, session: Session) -> None:
    set_hand_confirmations(club_id=house.club.id, form=a_form(house.anna), hands=True)
    Membership.objects.filter(user=house.bela).update(roles=[Role.SCORER])
    for name, user in (("Anna", house.anna), ("Béla", house.bela)):
        Player.objects.filter(name=name).update(user=user)
    raw = a_hand(house)
    entry_id = record_event(session_id=session.id, form=a_form(house.bela), raw=raw).entry_id
    assert entry_id

    noted = raw | {"note": "Szép volt."}
    correct_event(session_id=session.id, form=a_form(house.anna), entry_id=entry_id, raw=noted)

    with pytest.raises(RefusedError) as caught:
        confirmed(session, house.bela, entry_id)
    assert codes(caught) == [("", "seal_own_hand")]
    assert confirmed(session, house.anna, entry_id)
