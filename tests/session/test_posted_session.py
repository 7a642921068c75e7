"""Pages read the stored results of a session without a replay, and the audit checks them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring.core.posting import Line
from support.archives import a_full_world
from support.club_factories import END, PASSED_OUT, House, a_form, a_hand, a_session, recorded
from support.entry_forms import address
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Posting, Session
from tarokk_club.club.models.hands import NO_NOTE
from tarokk_club.club.models.ledger import (
    SCHEMA,
    list_line_fields,
    read_stored_line,
    serialize_line,
)
from tarokk_club.club.session.queries.replay import session_replay
from tarokk_club.club.session.queries.replay.posted_session import (
    load_current_table,
    load_posted_session,
    load_table_states,
)
from tarokk_club.club.session.queries.replay.session_replay import (
    build_replay_items,
    replay_session,
)
from tarokk_club.club.session.usecases.events import delete_event

# Everything that only tells what is in the book, of a session or of one of its entries.
READING = (
    *("sheet", "board", "history", "settlement", "hands_file", "ledger_file", "document_file"),
    *("settlement_file", "paper", "hand_new", "join", "leave", "adjust", "notice", "seals"),
)
PAID = {"type": "adjust", "note": "Kávé"}


@pytest.fixture
def lively(house: House) -> Session:
    """A doubled round, a notice, somebody who comes and somebody who goes, agreed points."""
    session = a_session(house, rules={"preset": "pagat", "void_hands": "pot"})
    first, second = house.ids("Anna", "Béla")
    _, gone, *_ = recorded(
        house,
        session,
        a_hand(house),
        a_hand(house, "Béla", "Dóra"),
        PASSED_OUT,
        {"type": "join", "player": house.players["Cili"], "after": first},
        {"type": "leave", "player": second},
        {**PAID, "points": {first: 3, second: -3}},
        {"type": "notice", "player": first},
        a_hand(house),
    )
    assert gone.entry_id
    delete_event(session_id=session.id, form=a_form(house.anna), entry_id=gone.entry_id)
    session.refresh_from_db()
    return session


@pytest.mark.sweep
@pytest.mark.parametrize("name", READING)
def test_no_page_and_no_file_plays_a_session_again(
    name: str, anna: Client, lively: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_replay, "apply_event", None)

    assert anna.get(address(lively, name)).status_code == 200


def test_hand_page_scores_only_replaced_versions(
    anna: Client, house: House, lively: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_replay, "apply_event", None)
    entry = lively.entries.filter(deleted=False).order_by("position")[0]

    page = anna.get(address(lively, "hand", entry.id))

    assert page.status_code == 200
    assert "each opponent of the declarer pays" in page.content.decode()


def test_stored_results_equal_a_full_replay(lively: Session) -> None:
    read = load_posted_session(lively)
    played = replay_session(lively, build_replay_items(lively, lively.entries.order_by("position")))

    assert (read.table, read.totals, read.hands) == (played.table, played.totals, played.hands)
    for row, done in zip(read.rows, played.played, strict=True):
        assert (row.before, row.after) == (done.step.before, done.step.after)
        assert row.lines == done.step.lines
        assert row.event == done.item.event


def test_every_game_and_every_event_is_read_as_it_was_played(db: None) -> None:
    a_full_world()

    for session in Session.objects.all():
        book, told = load_posted_session(session), load_table_states(session)
        assert told.before == {row.entry_id: row.before for row in book.rows}
        assert (book.table, told.last) == (told.now, told.last) == load_current_table(session)
    assert {session.game for session in Session.objects.all()} >= {"paskievics", "danish"}
    assert [one for one in iter_findings() if one.check == "read_as_booked"] == []


def test_the_form_reads_the_tables_as_the_sheet_does(
    lively: Session, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    book = load_posted_session(lively)

    with django_assert_num_queries(2):
        told, now = load_table_states(lively), load_current_table(lively)
    assert told.before == {row.entry_id: row.before for row in book.rows}
    assert now == (told.now, told.last) == (book.table, book.rows[-1].entry.record)
    assert len(told.before) == len(book.rows) > 5

    assert load_current_table(lively, unless=lively.id) == now
    assert load_current_table(lively, unless=book.rows[0].entry.id) is None

    for wrong in (0, lively.hands_count - 1, lively.hands_count + 1):
        assert load_current_table(_counting(lively, wrong)) == now
    for row in (book.rows[2], book.rows[-1]):
        Posting.objects.filter(entry=row.entry).update(after=None)
        assert (load_table_states(lively), load_current_table(lively)) == (told, now)


def test_a_whole_session_is_read_in_one_query(
    lively: Session, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    live = lively.entries.filter(deleted=False).count()

    with django_assert_num_queries(1):
        assert len(load_posted_session(lively).rows) == live


def test_a_session_that_is_not_booked_whole_is_played_through(lively: Session) -> None:
    whole = load_posted_session(lively)
    lively.postings.filter(position__gt=2).delete()
    Posting.objects.filter(session=lively).update(after=None)

    again = load_posted_session(lively)

    assert (again.table, again.totals) == (whole.table, whole.totals)
    assert [row.lines for row in again.rows] == [row.lines for row in whole.rows]


def test_reasons_of_agreed_points_require_the_right_to_read_notes(lively: Session) -> None:
    def list_notes(**how: bool) -> list[Any]:
        rows = load_posted_session(lively, **how).rows
        return [line.values["note"] for row in rows for line in row.lines if row.kind == "adjust"]

    assert list_notes() == [PAID["note"]]
    assert list_notes(concealed=True) == [NO_NOTE]


def test_lines_are_stored_with_their_fields_by_name(lively: Session) -> None:
    posting = lively.postings.get(number=1)

    assert posting.schema == SCHEMA
    (line,) = posting.lines
    assert line["item"] == line["figure"] == "game"
    assert sum(line["points"].values()) == 0
    assert "announced" not in line and "kontra" not in line
    assert posting.after == {"dealer": lively.seats[0]}


def test_a_line_of_the_first_schema_is_read_as_ever() -> None:
    line = Line("trull", "hu.trull", {"sum": [1, 2]}, {"A": 2, "B": -2}, "trull", True, 1, "x", "A")
    old = ["trull", "hu.trull", {"sum": [1, 2]}, {"A": 2, "B": -2}, "trull", True, 1, "x", "A"]

    assert read_stored_line(old) == read_stored_line(serialize_line(line)) == line
    assert list_line_fields(old) == list_line_fields(serialize_line(line)) == old
    assert serialize_line(Line("deal", "deal", {}, {})) == {
        "item": "deal",
        "code": "deal",
        "values": {},
        "points": {},
    }


def test_the_last_entry_of_a_closed_session_ends_its_table(house: House, lively: Session) -> None:
    recorded(house, lively, END)

    table = load_posted_session(lively).table
    assert table.ended
    assert set(table.pots.values()) == {0}


def _counting(session: Session, hands: int) -> Session:
    session.hands_count = hands
    return session
