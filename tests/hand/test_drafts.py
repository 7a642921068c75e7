"""Drafts: stored at each tap, taken over on request, deleted when the hand is saved."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from support.club_factories import END, House, a_form, a_hand, a_user, create_denes, recorded
from tarokk_club.club.hand.usecases import (
    DraftSubmission,
    delete_draft,
    save_draft,
    take_over_draft,
)
from tarokk_club.club.models import Change, Draft, Role, Session, User
from tarokk_club.club.session.usecases.events import record_event
from tarokk_club.club.sheet.queries.sheets import load_sheet
from tarokk_club.club.writing.errors import ForbiddenError, RefusedError, StaleDraftError

pytestmark = pytest.mark.django_db


@pytest.fixture
def scorer(house: House) -> User:
    return a_user("feri", club=house.club, roles=(Role.SCORER,))


def sketch(revision: int = 0, *, key: UUID | None = None, **record: Any) -> DraftSubmission:
    return DraftSubmission(key=key or uuid4(), revision=revision, record={"type": "hand", **record})


def test_a_draft_is_saved_tap_by_tap_outside_the_history(house: House, session: Session) -> None:
    first = save_draft(session_id=session.id, by=house.anna, submitted=sketch(bid="three"))
    later = sketch(first.revision, key=first.key, bid="two")
    second = save_draft(session_id=session.id, by=house.anna, submitted=later)
    assert (first.revision, second.revision) == (1, 2)
    assert Draft.objects.get().record == {"type": "hand", "bid": "two"}
    # A draft is no part of the history.
    assert Change.objects.count() == 1


def test_the_draft_of_another_phone_must_be_taken_over(
    house: House, session: Session, scorer: User
) -> None:
    draft = save_draft(session_id=session.id, by=house.anna, submitted=sketch())
    with pytest.raises(StaleDraftError) as caught:
        save_draft(
            session_id=session.id, by=scorer, submitted=sketch(draft.revision, key=draft.key)
        )
    assert caught.value.draft == draft
    taken = take_over_draft(session_id=session.id, by=scorer, revision=draft.revision)
    assert (taken.key, taken.user, taken.revision) == (draft.key, scorer, 2)
    with pytest.raises(StaleDraftError) as caught:
        mine = sketch(draft.revision, key=draft.key)
        save_draft(session_id=session.id, by=house.anna, submitted=mine)
    assert caught.value.draft and caught.value.draft.user == scorer


def test_the_revision_distinguishes_two_phones_of_one_person(
    house: House, session: Session
) -> None:
    draft = save_draft(session_id=session.id, by=house.anna, submitted=sketch())
    save_draft(session_id=session.id, by=house.anna, submitted=sketch(1, key=draft.key))
    with pytest.raises(StaleDraftError):
        save_draft(session_id=session.id, by=house.anna, submitted=sketch(1, key=draft.key))


def test_refuses_to_take_over_a_changed_draft(house: House, session: Session, scorer: User) -> None:
    draft = save_draft(session_id=session.id, by=house.anna, submitted=sketch())
    save_draft(session_id=session.id, by=house.anna, submitted=sketch(1, key=draft.key))
    for stale in (1, 7):
        with pytest.raises(StaleDraftError):
            take_over_draft(session_id=session.id, by=scorer, revision=stale)
        with pytest.raises(StaleDraftError):
            delete_draft(session_id=session.id, by=scorer, revision=stale)
    delete_draft(session_id=session.id, by=scorer, revision=2)
    assert not Draft.objects.exists()
    with pytest.raises(StaleDraftError) as caught:
        save_draft(session_id=session.id, by=house.anna, submitted=sketch(2, key=draft.key))
    assert caught.value.draft is None


def test_saving_the_hand_ends_its_draft_and_no_other(house: House, session: Session) -> None:
    draft = save_draft(session_id=session.id, by=house.anna, submitted=sketch())
    recorded(house, session, a_hand(house))
    assert Draft.objects.get() == draft
    form = a_form(house.anna, key=draft.key)
    record_event(session_id=session.id, form=form, raw=a_hand(house))
    assert not Draft.objects.exists()


def test_the_sheet_shows_the_hand_in_play(house: House, session: Session) -> None:
    hand = a_hand(house)
    del hand["result"]
    draft = save_draft(
        session_id=session.id,
        by=house.anna,
        submitted=DraftSubmission(key=uuid4(), revision=0, record=hand),
    )
    page = load_sheet(Session.objects.select_related("draft").get())
    assert page.draft == draft
    assert page.in_play and not page.in_play.complete
    assert [stake.code for stake in page.in_play.stakes] == ["stake_best", "stake_worst"]


def test_a_draft_without_sense_does_not_break_the_sheet(house: House, session: Session) -> None:
    nonsense = sketch(declarer=[], announced={"x": None}, tarokks=7)
    save_draft(session_id=session.id, by=house.anna, submitted=nonsense)
    page = load_sheet(Session.objects.select_related("draft").get())
    assert page.in_play and not page.in_play.complete


def test_saving_a_draft_requires_the_right_to_record(house: House, session: Session) -> None:
    for user in (house.bela, create_denes()):
        with pytest.raises(ForbiddenError):
            save_draft(session_id=session.id, by=user, submitted=sketch())


def test_a_closed_session_and_an_endless_hand_have_no_draft(house: House, session: Session) -> None:
    with pytest.raises(RefusedError) as caught:
        save_draft(session_id=session.id, by=house.anna, submitted=sketch(note="x" * 30_000))
    assert [problem.code for problem in caught.value.problems] == ["draft_too_long"]
    recorded(house, session, END)
    with pytest.raises(RefusedError) as caught:
        save_draft(session_id=session.id, by=house.anna, submitted=sketch())
    assert [problem.code for problem in caught.value.problems] == ["session_closed"]
