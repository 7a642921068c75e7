"""The unit of work: many writers at once, and no more statements for a long evening."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TypeVar
from uuid import UUID

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from support.catalogue import row
from support.club_factories import (
    PASSED_OUT,
    House,
    a_form,
    a_hand,
    a_head,
    a_house,
    a_session,
    recorded,
)
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Entry, Player, Session, WriteKey
from tarokk_club.club.models.hands import Action
from tarokk_club.club.people.usecases.players import add_player
from tarokk_club.club.session.queries.history.history import (
    load_entry_history,
    load_session_history,
)
from tarokk_club.club.session.queries.sessions.session_lists import load_club_page
from tarokk_club.club.session.usecases.events import (
    correct_event,
    delete_event,
    record_event,
    restore_event,
    undo_last_entry,
)
from tarokk_club.club.session.usecases.seats import replace_player
from tarokk_club.club.session.usecases.sessions import change_session
from tarokk_club.club.sheet.queries.sheets import load_sheet
from tarokk_club.club.statistics.queries.standings import load_club_standings
from tarokk_club.club.writing.errors import StaleError
from tarokk_club.club.writing.idempotency import KeyedContent
from tarokk_club.club.writing.unit_of_work import Submission
from tarokk_club.database.write_lock import NestedWriteError, write_lock

T = TypeVar("T")
WRITERS, HANDS_EACH = 20, 5
SHORT, LONG = 6, 60
PAGE_QUERIES = 12


def in_threads(work: Callable[[int], T]) -> list[T]:
    """What each of the writers gives back; each has a database connection of its own."""

    def one(number: int) -> T:
        try:
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(WRITERS) as pool:
        return list(pool.map(one, range(WRITERS)))


@row("R15")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("sessions", [1, pytest.param(4, marks=pytest.mark.ci)])
def test_twenty_writers_at_once_lose_nothing_and_meet_no_error(sessions: int) -> None:
    house = a_house()
    tables = [a_session(house) for _ in range(sessions)]

    def write(number: int) -> list[UUID]:
        forms = [a_form(house.anna) for _ in range(HANDS_EACH)]
        session = tables[number % sessions]
        for form in forms:
            record_event(session_id=session.id, form=form, raw=a_hand(house))
        return [form.key for form in forms]

    acknowledged = [key for keys in in_threads(write) for key in keys]
    assert len(acknowledged) == WRITERS * HANDS_EACH
    assert set(acknowledged) == set(Entry.objects.values_list("pk", flat=True))
    assert list(iter_findings()) == []


@row("R12")
@pytest.mark.django_db(transaction=True)
def test_one_form_sent_twenty_times_at_once_counts_once() -> None:
    house = a_house()
    session = a_session(house)
    form = a_form(house.anna, version=session.version)

    def write(number: int) -> UUID | None:
        del number
        saved = record_event(session_id=session.id, form=form, raw=a_hand(house))
        return saved.entry_id

    assert set(in_threads(write)) == {form.key}
    assert Entry.objects.count() == 1


@pytest.mark.django_db
def test_a_key_that_the_version_before_stored_is_still_the_same_form() -> None:
    house = a_house()
    session, form, hand = a_session(house), a_form(house.anna), a_hand(house)
    first = record_event(session_id=session.id, form=form, raw=hand)
    # 0.2.0 stored what was written where, and not by which account.
    content = {"do": "record", "raw": hand, "before": "None"}
    mark = KeyedContent(content, {"session": str(session.id)}, None).fingerprint
    WriteKey.objects.filter(pk=form.key).update(fingerprint=mark)

    again = record_event(session_id=session.id, form=form, raw=hand)

    assert (again.repeated, again.entry_id) == (True, first.entry_id)


@pytest.mark.django_db(transaction=True)
def test_one_of_twenty_phones_saves_the_same_hand_and_the_others_are_warned() -> None:
    house = a_house()
    session = a_session(house)

    def write(number: int) -> bool:
        del number
        form = a_form(house.anna, version=session.version)
        try:
            record_event(session_id=session.id, form=form, raw=a_hand(house))
        except StaleError as stale:
            return len(stale.since) != 1
        return True

    assert sum(in_threads(write)) == 1
    assert Entry.objects.count() == 1


def count(act: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as captured:
        act()
    return len(captured)


@pytest.mark.django_db(transaction=True)
def test_a_write_inside_a_write_is_refused_at_once() -> None:
    with write_lock(), pytest.raises((NestedWriteError, RuntimeError)), write_lock():
        pass
    with transaction.atomic(), pytest.raises(RuntimeError), write_lock():
        pass
    with write_lock():
        assert connection.in_atomic_block


def writes(house: House, session: Session) -> dict[str, int]:
    """How many statements each kind of write takes in this session."""
    ids = list(session.entries.order_by("position").values_list("pk", flat=True))
    first, second = ids[0], ids[1]
    key = session.id

    def form() -> Submission:
        return a_form(house.anna)

    bela, cili = UUID(house.players["Béla"]), UUID(house.players["Cili"])
    head = a_head(house, rules={"void_hands": "none"})
    acts: dict[str, Callable[[], object]] = {
        "record": lambda: record_event(session_id=key, form=form(), raw=PASSED_OUT),
        "insert": lambda: record_event(session_id=key, form=form(), raw=PASSED_OUT, before=second),
        "correct": lambda: correct_event(
            session_id=key, form=form(), entry_id=first, raw=PASSED_OUT
        ),
        "delete": lambda: delete_event(session_id=key, form=form(), entry_id=first),
        "restore": lambda: restore_event(session_id=key, form=form(), entry_id=first),
        "undo": lambda: undo_last_entry(session_id=key, form=form()),
        "settings": lambda: change_session(session_id=key, form=form(), head=head),
        "replace": lambda: replace_player(session_id=key, form=form(), old=bela, new=cili),
    }
    return {name: count(act) for name, act in acts.items()}


def pages(session: Session) -> dict[str, int]:
    session = Session.objects.select_related("club", "draft").get(pk=session.pk)
    entry = session.entries.order_by("position")[0]
    acts: dict[str, Callable[[], object]] = {
        "sheet": lambda: load_sheet(session),
        "history": lambda: load_session_history(session),
        "hand": lambda: load_entry_history(session, entry),
        "standings": lambda: load_club_standings(session.club),
        "club": lambda: load_club_page(session.club),
    }
    return {name: count(act) for name, act in acts.items()}


@pytest.mark.django_db
def test_statements_are_as_many_for_sixty_hands_as_for_six() -> None:
    house = a_house()
    short, long = a_session(house), a_session(house)
    recorded(house, short, *[a_hand(house)] * SHORT)
    recorded(house, long, *[a_hand(house)] * LONG)
    assert pages(short) == pages(long)
    assert max(pages(long).values()) <= PAGE_QUERIES
    assert writes(house, short) == writes(house, long)


def test_a_dry_run_returns_the_result_and_saves_nothing(house: House) -> None:
    session = a_session(house)
    before = session.changes.count()

    saved = record_event(
        session_id=session.id, form=replace(a_form(house.anna), dry_run=True), raw={"type": "end"}
    )

    assert saved.change.action == Action.CLOSE
    assert session.changes.count() == before
    session.refresh_from_db()
    assert not session.closed
    assert not WriteKey.objects.filter(pk=saved.change.entry_id or "").exists()


def test_a_dry_run_of_a_club_is_rolled_back(house: House) -> None:
    form = replace(a_form(house.anna), dry_run=True)

    player = add_player(club_id=house.club.id, form=form, name="Ödön")

    assert player.name == "Ödön"
    assert not Player.objects.filter(pk=form.key).exists()
    assert not WriteKey.objects.filter(pk=form.key).exists()
