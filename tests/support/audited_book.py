"""A database with entries of all kinds, for the audit."""

from support.club_factories import (
    END,
    PASSED_OUT,
    House,
    a_form,
    a_hand,
    a_house,
    a_session,
    recorded,
)
from support.money_damage import money_book
from support.session_confirmations import record_confirmations_and_objections
from tarokk_club.club.models import Player, Session
from tarokk_club.club.session.usecases.events import correct_event, delete_event, record_event
from tarokk_club.club.session.usecases.seats import replace_player
from tarokk_club.club.session.usecases.sessions import bin_session


def a_bit_of_everything() -> tuple[House, Session]:
    """Create a session with all kinds of entries, a deleted session, and a settled one."""
    house = a_house()
    session = a_session(house, rules={"preset": "pagat", "void_hands": "pot"})
    first, _, third, fourth, *_ = recorded(
        house,
        session,
        a_hand(house) | {"note": "az első"},
        PASSED_OUT,
        a_hand(house, declarer="Béla", partner="Dóra"),
        a_hand(house, declarer="Dóra", partner="Béla"),
        {"type": "notice", "player": house.players["Anna"]},
        {"type": "leave", "player": house.players["Csaba"]},
    )
    assert first.entry_id and third.entry_id and fourth.entry_id
    record_event(
        session_id=session.id, form=a_form(house.anna), raw=PASSED_OUT, before=third.entry_id
    )
    lost = a_hand(house, result="lost")
    correct_event(session_id=session.id, form=a_form(house.anna), entry_id=first.entry_id, raw=lost)
    delete_event(session_id=session.id, form=a_form(house.anna), entry_id=fourth.entry_id)
    old, new = (Player.objects.get(name=name).id for name in ("Béla", "Cili"))
    replace_player(session_id=session.id, form=a_form(house.anna), old=old, new=new)
    recorded(house, session, END)
    record_confirmations_and_objections(house, session, first.entry_id)
    binned = a_session(house)
    bin_session(session_id=binned.id, form=a_form(house.anna))
    money_book(house)
    session.refresh_from_db()
    return house, session
