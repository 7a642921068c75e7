"""The sheet follows the positions of its hands, and counts the pots."""

import pytest

from support.attackers import a_danish_session
from support.club_factories import PASSED_OUT, House, a_form, a_hand, a_session, recorded
from tarokk_club.club.models import Entry, Session
from tarokk_club.club.session.usecases.events import record_event
from tarokk_club.club.sheet.queries.sheets import load_sheet

pytestmark = pytest.mark.django_db


def test_inserted_hand_keeps_its_place_despite_the_clock(house: House, session: Session) -> None:
    first, last = recorded(house, session, a_hand(house, "Anna"), a_hand(house, "Béla"))
    forgotten = record_event(
        session_id=session.id,
        form=a_form(house.anna, version=Session.objects.get(pk=session.pk).version),
        raw=PASSED_OUT,
        before=last.entry_id,
    )
    youngest = Entry.objects.order_by("created_at").last()

    shown = load_sheet(Session.objects.get(pk=session.pk))

    assert youngest and youngest.pk == forgotten.entry_id
    order = [last.entry_id, forgotten.entry_id, first.entry_id]
    assert [row.entry_id for row in shown.rows] == order
    assert [row.number for row in shown.rows] == [3, 2, 1]
    # The void hand doubles what comes after it and nothing before.
    assert [row.multiplier for row in shown.rows] == [2, 1, 1]


def test_a_full_pot_is_part_of_the_sum_that_the_sheet_proves(house: House) -> None:
    session = a_danish_session(house)
    recorded(house, session, {"type": "fine", "player": session.seats[1], "severity": "major"})

    shown = load_sheet(Session.objects.get(pk=session.pk))

    assert sum(shown.pots.values()) > 0
    assert sum(seat.points for seat in shown.seats) == -sum(shown.pots.values())
    assert shown.total == 0


@pytest.fixture
def session(house: House) -> Session:
    return a_session(house)
