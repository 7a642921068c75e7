"""What judges a torture: a book that broke a promise is seen, whatever the promise."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client

from support.catalogue import row
from support.club_factories import a_hand, a_house, a_session, recorded
from support.club_web import session_url
from support.entry_forms import address, fields_of
from tarokk_club.club.models import Session
from tools.lab import torture
from tools.lab.torture.book import Book, read_book
from tools.lab.torture.notebook import Notebook, Verdict, compare_with_notebook
from tools.lab.torture.page import (
    find_form,
    parse_number,
    read_footer_hand_count,
    read_hand_count,
    read_standings,
    read_totals,
)
from tools.lab.torture.phone import NoResponseError
from tools.lab.torture.plan import Plan, Trial

sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="it reads an SQLite file")
HANDS = 3
# Each promise, and what somebody who broke it would have left.
DAMAGES = [
    ("duplicated", "UPDATE club_entry SET note = 'hand 0' WHERE note = 'hand 1'"),
    ("half", "DELETE FROM club_booking WHERE number = 2"),
    ("half", "DELETE FROM club_writekey"),
    ("half", "DELETE FROM club_change WHERE seq = 4"),
    ("half", "DELETE FROM club_entry WHERE position = 3"),
    ("half", "UPDATE club_session SET version = version + 1"),
    ("half", "UPDATE club_session SET hands_count = hands_count - 1"),
    ("half", "UPDATE club_balance SET points = points + 1 WHERE id % 4 = 0"),
    ("half", "UPDATE club_booking SET net = '{\"a\": 1}' WHERE number = 1"),
    ("half", "DELETE FROM club_balance"),
    ("gaps", "UPDATE club_booking SET number = 9 WHERE number = 3"),
    ("gaps", "UPDATE club_change SET seq = 9 WHERE seq = 2"),
]


@pytest.fixture
def evening(transactional_db: None) -> Session:
    """A session of three hands, each with a note by which the phone knows it again."""
    house = a_house()
    session = a_session(house)
    recorded(house, session, *(a_hand(house, note=f"hand {n}") for n in range(HANDS)))
    session.refresh_from_db()
    return session


@pytest.fixture
def copy(evening: Session, tmp_path: Path) -> Path:
    """A copy of the book, to be damaged."""
    with closing(sqlite3.connect(tmp_path / "book")) as fresh:
        connection.ensure_connection()
        connection.connection.backup(fresh)
        fresh.execute("PRAGMA journal_mode = DELETE")
    return tmp_path / "book"


def noted(session: Session) -> Notebook:
    """What a phone that sent these hands would have written down."""
    notebook = Notebook()
    for entry in session.entries.all():
        one = notebook.record(str(session.id), entry.note, {"key": str(entry.id)})
        one.acknowledged = True
    return notebook


def damaged(copy: Path, statement: str) -> Book:
    spoilt = copy.with_name("spoilt")
    shutil.copy(copy, spoilt)
    with closing(sqlite3.connect(spoilt)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
        assert database.execute(statement).rowcount > 0
        database.commit()
    return read_book(spoilt)


def lose(notebook: Notebook) -> None:
    notebook.record("a", "never seen", {"key": "b"}).acknowledged = True


def forget(notebook: Notebook) -> None:
    notebook.sent[0].key = "another"


@row("R01")
@sqlite
def test_a_whole_book_is_clean(evening: Session, copy: Path) -> None:
    verdict = compare_with_notebook(read_book(copy), noted(evening))

    assert verdict == Verdict()
    assert verdict.clean
    assert len(read_book(copy).entries) == HANDS


@row("R01")
@sqlite
def test_an_unacknowledged_write_may_be_missing(evening: Session, copy: Path) -> None:
    notebook = noted(evening)
    notebook.record(str(evening.id), "on its way", {"key": "c"})

    assert compare_with_notebook(read_book(copy), notebook).clean
    assert [one.note for one in notebook.unacknowledged] == ["on its way"]
    assert notebook.acknowledged == HANDS


@row("R01")
@sqlite
def test_a_damaged_book_is_seen(evening: Session, copy: Path) -> None:
    for fault, statement in DAMAGES:
        verdict = compare_with_notebook(damaged(copy, statement), noted(evening))
        assert getattr(verdict, fault) > 0, statement
        assert not verdict.clean
    for spoil in (lose, forget):
        notebook = noted(evening)
        spoil(notebook)
        assert compare_with_notebook(read_book(copy), notebook).lost == 1


def test_a_broken_promise_ends_the_command_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = Trial("storm", kills=3), Trial("crowd", conflicts=2)
    assert torture._print_summary([good]) == 0
    bad.check("nothing is lost", held=False)
    bad.verdict.lost = 1

    assert torture._print_summary([good, bad]) == 1
    told = capsys.readouterr().out
    assert "kills survived 3, lost 1, duplicated 0, half 0, gaps 0, conflicts shown 2" in told
    assert "broken promises in: crowd" in told


def test_a_site_that_does_not_answer_is_a_broken_promise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def silent(plan: Plan) -> Trial:
        raise NoResponseError(str(plan.seed))

    monkeypatch.setitem(torture.TRIALS, "kills", silent)
    plan = Plan(folder=tmp_path, kills=1, seconds=1, phones=1, seed=7, quick=True)

    assert torture._run_trial("kills", plan).broken == ["NoResponseError: 7"]


@pytest.mark.django_db
def test_the_phone_of_the_storm_reads_the_pages_as_a_browser_does(client: Client) -> None:
    house = a_house()
    session = a_session(house)
    recorded(house, session, *[a_hand(house)] * HANDS)
    client.force_login(house.anna)
    page = address(session, "hand_new")
    entry, sheet = client.get(page), client.get(session_url(session, "sheet")).content.decode()
    board = client.get(f"/c/{house.club.slug}/standings/").content.decode()
    form = find_form(entry.content.decode(), page)

    assert form
    assert form.fields == fields_of(entry)
    assert set(house.ids("Anna", "Béla", "Csaba", "Dóra")) == set(form.choices["declarer"])
    assert sorted(read_totals(sheet)) == sorted(read_standings(board)[:4]) == [-3, -3, 3, 3]
    assert (read_footer_hand_count(sheet), read_hand_count(sheet)) == (HANDS, HANDS)
    assert parse_number("\N{MINUS SIGN}1\N{NARROW NO-BREAK SPACE}204") == -1204
