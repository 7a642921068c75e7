"""Recording a hand: postings, refusals, and that a form counts once."""

from uuid import uuid4

import pytest

from support.club_factories import (
    END,
    PASSED_OUT,
    House,
    a_form,
    a_hand,
    a_session,
    create_denes,
    recorded,
)
from tarokk_club.club.models import Balance, Change, Entry, Posting, Role, Session, WriteKey
from tarokk_club.club.session.usecases.events import record_event
from tarokk_club.club.writing.errors import (
    ForbiddenError,
    KeyReusedError,
    LaterEntryError,
    RefusedError,
    StaleError,
)

pytestmark = pytest.mark.django_db


def test_a_recorded_hand_has_postings_and_an_effect(house: House, session: Session) -> None:
    saved = record_event(
        session_id=session.id,
        form=a_form(house.anna, version=session.version),
        raw=a_hand(house) | {"note": "  Szép volt.  "},
    )
    posting = Posting.objects.get(entry=saved.change.entry)
    anna, bela, csaba, dora = house.ids("Anna", "Béla", "Csaba", "Dóra")
    assert posting.net == {anna: 1, bela: -1, csaba: 1, dora: -1}
    assert (posting.number, posting.kind, str(posting.dealer)) == (1, "played", dora)
    entry = Entry.objects.get()
    assert entry.note == "Szép volt." and "note" not in entry.record
    assert saved.change.effect == {anna: 1, bela: -1, csaba: 1, dora: -1}
    session.refresh_from_db()
    assert (session.version, session.hands_count, session.closed) == (2, 1, False)


def totals(session: Session) -> list[int]:
    rows = dict(Balance.objects.filter(session=session).values_list("player_id", "points"))
    return [rows[player] for player in map(type(session.id), session.seats)]


def test_a_doubled_round_follows_a_void_hand(house: House, session: Session) -> None:
    recorded(house, session, PASSED_OUT, a_hand(house))
    assert totals(session) == [2, -2, 2, -2]
    assert Posting.objects.get(number=2).multiplier == 2


def test_the_same_form_counts_once_and_answers_the_same(house: House, session: Session) -> None:
    form = a_form(house.anna, version=session.version)
    first = record_event(session_id=session.id, form=form, raw=a_hand(house))
    again = record_event(session_id=session.id, form=form, raw=a_hand(house))
    assert again.repeated and not first.repeated
    assert again.change == first.change
    assert Entry.objects.count() == 1


def test_the_same_key_with_another_hand_is_a_conflict(house: House, session: Session) -> None:
    form = a_form(house.anna)
    first = record_event(session_id=session.id, form=form, raw=a_hand(house))
    with pytest.raises(KeyReusedError) as caught:
        record_event(session_id=session.id, form=form, raw=a_hand(house, result="lost"))
    assert caught.value.first == first.change
    assert Entry.objects.count() == 1


def test_a_key_of_another_session_shows_nothing_of_it(house: House, session: Session) -> None:
    form = a_form(house.anna)
    record_event(session_id=session.id, form=form, raw=a_hand(house))
    other = a_session(house)
    with pytest.raises(KeyReusedError) as caught:
        record_event(session_id=other.id, form=form, raw=a_hand(house))
    assert caught.value.first is None


def test_refuses_the_id_of_an_entry_as_a_new_key(house: House, session: Session) -> None:
    form = a_form(house.anna)
    record_event(session_id=session.id, form=form, raw=a_hand(house))
    WriteKey.objects.filter(pk=form.key).delete()
    with pytest.raises(KeyReusedError):
        record_event(session_id=session.id, form=form, raw=a_hand(house))
    assert Entry.objects.count() == 1


def test_the_later_of_two_phones_gets_a_conflict_with_the_changes(
    house: House, session: Session
) -> None:
    saved = record_event(
        session_id=session.id, form=a_form(house.anna, version=session.version), raw=a_hand(house)
    )
    with pytest.raises(StaleError) as caught:
        record_event(
            session_id=session.id,
            form=a_form(house.anna, version=session.version),
            raw=a_hand(house, result="lost"),
        )
    assert caught.value.since == (saved.change,)
    assert caught.value.current == session.version + 1
    assert Entry.objects.count() == 1


def test_an_impossible_hand_is_refused_at_its_field(house: House, session: Session) -> None:
    with pytest.raises(RefusedError) as caught:
        recorded(house, session, a_hand(house, partner="Cili"))
    assert [problem.field for problem in caught.value.problems] == ["partner"]
    assert not Entry.objects.exists() and session.changes.count() == 1


@pytest.mark.parametrize("raw", [None, [], "hand", {}, {"type": 7}, {"type": "hand", "x": {}}])
def test_a_malformed_record_is_refused(house: House, session: Session, raw: object) -> None:
    with pytest.raises(RefusedError) as caught:
        record_event(session_id=session.id, form=a_form(house.anna), raw=raw)
    assert caught.value.problems


def test_a_note_with_hidden_characters_is_refused(house: House, session: Session) -> None:
    with pytest.raises(RefusedError) as caught:
        recorded(house, session, a_hand(house) | {"note": "a\x00b"})
    assert [problem.code for problem in caught.value.problems] == ["text_has_unseen"]


def test_refuses_a_hand_after_the_end(house: House, session: Session) -> None:
    recorded(house, session, a_hand(house), END)
    session.refresh_from_db()
    assert session.closed
    with pytest.raises(RefusedError) as caught:
        recorded(house, session, a_hand(house))
    assert [problem.code for problem in caught.value.problems] == ["after_end"]


def test_a_forgotten_hand_goes_before_another(house: House, session: Session) -> None:
    later = recorded(house, session, a_hand(house))[0]
    record_event(
        session_id=session.id, form=a_form(house.anna), raw=PASSED_OUT, before=later.entry_id
    )
    numbers = Posting.objects.order_by("position").values_list("kind", "number", "multiplier")
    assert list(numbers) == [("passed_out", 1, 1), ("played", 2, 2)]
    effect = Change.objects.latest("seq").effect
    assert [effect[player] for player in session.seats] == [1, -1, 1, -1]


def test_insertion_that_invalidates_a_later_hand_names_it(house: House, session: Session) -> None:
    later = recorded(house, session, a_hand(house, declarer="Dóra", partner="Béla"))[0]
    leave = {"type": "leave", "player": house.players["Dóra"]}
    with pytest.raises(LaterEntryError) as caught:
        record_event(
            session_id=session.id, form=a_form(house.anna), raw=leave, before=later.entry_id
        )
    assert (caught.value.entry, caught.value.number) == (later.entry_id, 1)
    assert Entry.objects.count() == 1
    assert Entry.objects.get().position == 1


def test_only_a_player_of_the_club_can_join(house: House, session: Session) -> None:
    join = {"type": "join", "player": str(uuid4()), "after": house.players["Anna"]}
    with pytest.raises(RefusedError) as caught:
        recorded(house, session, join)
    assert [problem.code for problem in caught.value.problems] == ["no_such_player"]
    recorded(house, session, join | {"player": house.players["Cili"]})
    assert Balance.objects.filter(session=session).count() == 5


def test_a_member_and_a_user_of_another_club_may_not_record(house: House, session: Session) -> None:
    for user in (house.bela, create_denes()):
        with pytest.raises(ForbiddenError):
            record_event(session_id=session.id, form=a_form(user), raw=a_hand(house))
    assert not Entry.objects.exists()


def test_a_scorer_records_but_neither_closes_nor_inserts(house: House, session: Session) -> None:
    house.bela.memberships.update(roles=[Role.SCORER.value])
    form = a_form(house.bela)
    saved = record_event(session_id=session.id, form=form, raw=a_hand(house))
    assert saved.change.author == house.bela
    with pytest.raises(ForbiddenError):
        record_event(session_id=session.id, form=a_form(house.bela), raw=END)
    with pytest.raises(ForbiddenError):
        record_event(
            session_id=session.id, form=a_form(house.bela), raw=PASSED_OUT, before=saved.entry_id
        )
