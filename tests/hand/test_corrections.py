"""Correcting, deleting, restoring and undoing: later hands follow, and nothing is lost."""

import pytest

from support.club_factories import (
    END,
    PASSED_OUT,
    House,
    a_form,
    a_hand,
    a_session,
    codes,
    recorded,
)
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Entry, Posting, Role, Session
from tarokk_club.club.session.usecases.events import (
    correct_event,
    delete_event,
    record_event,
    restore_event,
    undo_last_entry,
)
from tarokk_club.club.writing.errors import (
    ForbiddenError,
    LaterEntryError,
    RefusedError,
    StaleError,
)
from tarokk_club.club.writing.unit_of_work import Saved, Submission

pytestmark = pytest.mark.django_db


def entry_of(saved: Saved) -> Entry:
    return Entry.objects.get(changes=saved.change)


def nets(session: Session) -> list[list[int]]:
    """The net of every entry, in the order of the seats."""
    postings = Posting.objects.filter(session=session).order_by("position")
    return [[posting.net[player] for player in session.seats] for posting in postings]


def test_a_correction_rescores_later_hands(house: House, session: Session) -> None:
    first, _ = recorded(house, session, a_hand(house), a_hand(house))
    saved = correct_event(
        session_id=session.id,
        form=Submission(key=a_form().key, by=house.anna, reason="rosszul írtam"),
        entry_id=entry_of(first).id,
        raw=PASSED_OUT,
    )
    assert nets(session) == [[0, 0, 0, 0], [2, -2, 2, -2]]
    change = saved.change
    assert (change.reason, change.author) == ("rosszul írtam", house.anna)
    assert (change.before or {})["declarer"] == house.players["Anna"]
    assert change.after == PASSED_OUT
    assert change.effect == {}


def test_correcting_only_the_note_creates_a_version(house: House, session: Session) -> None:
    (first,) = recorded(house, session, a_hand(house))
    saved = correct_event(
        session_id=session.id,
        form=a_form(house.anna),
        entry_id=entry_of(first).id,
        raw=a_hand(house) | {"note": "Pista fizet"},
    )
    assert (saved.change.note_before, saved.change.note_after) == ("", "Pista fizet")
    assert entry_of(first).note == "Pista fizet"


def test_a_correction_that_changes_nothing_is_refused(house: House, session: Session) -> None:
    (first,) = recorded(house, session, a_hand(house))
    with pytest.raises(RefusedError) as caught:
        correct_event(
            session_id=session.id,
            form=a_form(house.anna),
            entry_id=entry_of(first).id,
            raw=a_hand(house),
        )
    assert codes(caught) == [("", "nothing_changed")]


def test_the_later_of_two_corrections_is_refused_as_a_conflict(
    house: House, session: Session
) -> None:
    (first,) = recorded(house, session, a_hand(house))
    session.refresh_from_db()
    lost, double = a_hand(house, result="lost"), a_hand(house, result="double_won")
    entry_id = entry_of(first).id
    correct_event(
        session_id=session.id,
        form=a_form(house.anna, version=session.version),
        entry_id=entry_id,
        raw=lost,
    )
    with pytest.raises(StaleError) as caught:
        correct_event(
            session_id=session.id,
            form=a_form(house.anna, version=session.version),
            entry_id=entry_id,
            raw=double,
        )
    assert [(change.after or {})["result"] for change in caught.value.since] == ["lost"]
    assert entry_of(first).record["result"] == "lost"


def test_deleting_takes_a_hand_out_and_restoring_brings_it_back(
    house: House, session: Session
) -> None:
    first, _ = recorded(house, session, PASSED_OUT, a_hand(house))
    before = nets(session)
    delete_event(session_id=session.id, form=a_form(house.anna), entry_id=entry_of(first).id)
    assert nets(session) == [[1, -1, 1, -1]]
    assert Posting.objects.get().number == 1
    assert entry_of(first).deleted
    restore_event(session_id=session.id, form=a_form(house.anna), entry_id=entry_of(first).id)
    assert nets(session) == before
    assert list(iter_findings()) == []


def test_a_deleted_entry_cannot_be_deleted_or_corrected(house: House, session: Session) -> None:
    (first,) = recorded(house, session, a_hand(house))
    entry_id = entry_of(first).id
    delete_event(session_id=session.id, form=a_form(house.anna), entry_id=entry_id)
    with pytest.raises(RefusedError) as caught:
        delete_event(session_id=session.id, form=a_form(house.anna), entry_id=entry_id)
    assert codes(caught) == [("entry", "entry_deleted")]
    with pytest.raises(RefusedError) as caught:
        correct_event(
            session_id=session.id, form=a_form(house.anna), entry_id=entry_id, raw=PASSED_OUT
        )
    assert codes(caught) == [("entry", "entry_deleted")]


def test_an_entry_that_was_not_deleted_cannot_be_restored(house: House, session: Session) -> None:
    (first,) = recorded(house, session, a_hand(house))
    with pytest.raises(RefusedError) as caught:
        restore_event(session_id=session.id, form=a_form(house.anna), entry_id=entry_of(first).id)
    assert codes(caught) == [("entry", "entry_stands")]


def test_refuses_to_delete_an_entry_of_another_session(house: House, session: Session) -> None:
    other = a_session(house)
    (foreign,) = recorded(house, other, a_hand(house))
    with pytest.raises(RefusedError) as caught:
        delete_event(session_id=session.id, form=a_form(house.anna), entry_id=entry_of(foreign).id)
    assert codes(caught) == [("entry", "no_such_entry")]
    assert not entry_of(foreign).deleted


def test_a_refused_deletion_names_the_dependent_entry(house: House, session: Session) -> None:
    join = {"type": "join", "player": house.players["Cili"], "after": house.players["Anna"]}
    joined, _, leaves = recorded(
        house, session, join, a_hand(house), {"type": "leave", "player": house.players["Cili"]}
    )
    with pytest.raises(LaterEntryError) as caught:
        delete_event(session_id=session.id, form=a_form(house.anna), entry_id=entry_of(joined).id)
    assert (caught.value.entry, caught.value.number) == (entry_of(leaves).id, None)
    assert not entry_of(joined).deleted


def test_undo_takes_back_the_last_entry_and_restore_repeats_it(
    house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house), a_hand(house, result="lost"))
    saved = undo_last_entry(session_id=session.id, form=a_form(house.anna))
    assert nets(session) == [[1, -1, 1, -1]]
    restore_event(session_id=session.id, form=a_form(house.anna), entry_id=entry_of(saved).id)
    assert nets(session) == [[1, -1, 1, -1], [-1, 1, -1, 1]]


def test_undo_sent_twice_takes_back_one_hand(house: House, session: Session) -> None:
    recorded(house, session, a_hand(house), a_hand(house))
    form = a_form(house.anna)
    first = undo_last_entry(session_id=session.id, form=form)
    again = undo_last_entry(session_id=session.id, form=form)
    assert again.repeated and again.change == first.change
    assert len(nets(session)) == 1


def test_refuses_to_undo_in_an_empty_or_closed_session(house: House, session: Session) -> None:
    with pytest.raises(RefusedError) as caught:
        undo_last_entry(session_id=session.id, form=a_form(house.anna))
    assert codes(caught) == [("", "nothing_to_undo")]
    recorded(house, session, END)
    with pytest.raises(RefusedError) as caught:
        undo_last_entry(session_id=session.id, form=a_form(house.anna))
    assert codes(caught) == [("", "session_closed")]


def test_a_scorer_undoes_the_own_last_hand_only(house: House, session: Session) -> None:
    house.bela.memberships.update(roles=[Role.SCORER.value])
    recorded(house, session, a_hand(house))
    with pytest.raises(ForbiddenError):
        undo_last_entry(session_id=session.id, form=a_form(house.bela))
    own = record_event(session_id=session.id, form=a_form(house.bela), raw=a_hand(house))
    undo_last_entry(session_id=session.id, form=a_form(house.bela))
    restore_event(session_id=session.id, form=a_form(house.bela), entry_id=entry_of(own).id)
    recorded(house, session, a_hand(house))
    with pytest.raises(ForbiddenError):
        undo_last_entry(session_id=session.id, form=a_form(house.bela))
    with pytest.raises(ForbiddenError):
        delete_event(session_id=session.id, form=a_form(house.bela), entry_id=entry_of(own).id)


def test_numbers_change_but_ids_are_never_used_again(house: House, session: Session) -> None:
    first, second = recorded(house, session, a_hand(house), a_hand(house))
    delete_event(session_id=session.id, form=a_form(house.anna), entry_id=entry_of(first).id)
    recorded(house, session, a_hand(house))
    numbers = dict(Posting.objects.values_list("entry_id", "number"))
    assert numbers[entry_of(second).id] == 1
    assert sorted(number for number in numbers.values() if number) == [1, 2]
    assert Entry.objects.count() == 3
