"""A disk that is full, a database that takes nothing in, a file that is gone: rows R25 and R26."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.contrib.sessions.backends.base import UpdateError
from django.db import DatabaseError, OperationalError, connection
from django.test import Client, RequestFactory

from support.catalogue import row
from support.club_factories import House, a_hand, a_house, recorded
from support.club_web import form_in, session_url, text_of
from support.entry_forms import address, fields_of, with_ids
from tarokk_club.accounts.sessions import SessionStore
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Change, Entry, Session
from tarokk_club.database import open_file
from tarokk_club.database.open_file import MissingDatabaseError
from tarokk_club.database.sqlite import build_existing_file_uri
from tarokk_club.database.write_lock import write_lock
from tarokk_club.http import error_pages
from tarokk_club.serving import health

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite's own faults are made here"),
]
THREE_WON = {"declarer": "Anna", "bid": "three", "partner": "Béla", "result": "won"}


@pytest.fixture(autouse=True)
def always_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each question about the health is answered from what is there now."""
    monkeypatch.setattr(health, "CACHE_SECONDS", 0)


@pytest.fixture
def house(transactional_db: None) -> House:
    return a_house()


@pytest.fixture
def anna(house: House) -> Client:
    client = Client(raise_request_exception=False, headers={"Accept-Language": "en"})
    client.force_login(house.anna)
    return client


@contextmanager
def pragma(name: str, fault: object, cure: object) -> Iterator[None]:
    """The connection with a fault, for as long as the block runs."""
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name} = {fault}")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA {name} = {cure}")


@contextmanager
def full() -> Iterator[None]:
    """A database that may not grow by one page, with no page free in it."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA page_count")
        pages = cursor.fetchone()[0]
    with pragma("max_page_count", pages, 1 << 30):
        yield


def written() -> tuple[int, int]:
    return Entry.objects.count(), Change.objects.count()


@row("R25")
def test_full_disk_is_reported_and_the_form_can_be_sent_again(
    anna: Client, house: House, session: Session
) -> None:
    page = address(session, "hand_new")
    sent = fields_of(anna.get(page)) | with_ids(house, THREE_WON) | {"note": "x" * 900}
    before, refused = written(), None
    with full():
        for number in range(40):
            answer = anna.post(page, sent)
            if answer.status_code != 302:
                refused = answer
                break
            before = written()
            # Of another content each time, so that nobody is asked whether it is the same hand.
            note = {"note": f"{number} {'x' * 900}"}
            sent = fields_of(anna.get(page)) | with_ids(house, THREE_WON) | note
        assert refused is not None
        assert (refused.status_code, written()) == (507, before)
        assert anna.get(session_url(session, "sheet")).status_code == 200
    told = text_of(refused)
    assert "Not saved: the storage is full" in told
    assert form_in(refused, page).sent == sent
    assert refused["X-Request-ID"] in told
    assert refused["Retry-After"] == error_pages.RETRY_SECONDS
    # The button of the page itself.
    assert anna.post(page, form_in(refused, page).sent).status_code == 302
    assert list(iter_findings()) == []


@row("R25")
def test_storage_failure_is_reported_in_the_readers_language(
    anna: Client, house: House, session: Session
) -> None:
    house.anna.language = "hu"
    house.anna.save()
    page = address(session, "hand_new")
    sent = fields_of(anna.get(page)) | with_ids(house, THREE_WON)
    with pragma("query_only", 1, 0):
        answer = anna.post(page, sent)

    assert answer.status_code == 503
    assert '<html lang="hu"' in text_of(answer)


@row("R26")
def test_a_read_only_database_serves_pages_and_refuses_saves(
    anna: Client, house: House, session: Session
) -> None:
    page = address(session, "hand_new")
    sent = fields_of(anna.get(page)) | with_ids(house, THREE_WON)
    before = written()
    with pragma("query_only", 1, 0):
        refused = anna.post(page, sent)
        reads = [anna.get(url).status_code for url in (page, session_url(session, "sheet"))]

    assert (refused.status_code, reads) == (503, [200, 200])
    assert "The book cannot be used at this moment" in text_of(refused)
    assert written() == before
    assert anna.post(page, sent).status_code == 302


def test_a_password_is_not_written_into_the_page(house: House) -> None:
    visitor = Client(raise_request_exception=False)
    with pragma("query_only", 1, 0):
        answer = visitor.post("/accounts/login/", {"login": "anna", "password": "kalandos pagat"})

    assert answer.status_code == 503
    assert "kalandos" not in text_of(answer)
    assert "Send it again" not in text_of(answer)


@row("R26")
def test_missing_database_refuses_writes_and_turns_health_red(
    anna: Client, house: House, session: Session
) -> None:
    book = Path(connection.settings_dict["NAME"])
    aside = book.with_name("aside.sqlite3")
    assert anna.get("/healthz").status_code == 200
    book.replace(aside)
    try:
        assert anna.get("/healthz").json()["database"] == "failed"
        with pytest.raises(MissingDatabaseError), write_lock():
            recorded(house, session, a_hand(house))
    finally:
        connection.close()
        aside.replace(book)
    assert anna.get("/healthz").status_code == 200
    assert recorded(house, session, a_hand(house))


@row("R26")
def test_another_file_in_its_place_is_not_written_to(house: House, session: Session) -> None:
    assert session.entries.count() == 0
    setattr(connection, open_file.IDENTITY_ATTRIBUTE, (0, 0))
    with pytest.raises(MissingDatabaseError), write_lock():
        pass
    # The next connection opens the file that is there.
    assert recorded(house, session, a_hand(house))


@row("R26")
def test_read_only_folder_turns_health_red(anna: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tarokk_club.database.open_file.os.access", lambda *_: False)

    assert anna.get("/healthz").status_code == 503


@row("R26")
def test_the_served_site_creates_no_missing_database(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError):
        sqlite3.connect(build_existing_file_uri(str(tmp_path / "gone")), uri=True)
    assert list(tmp_path.iterdir()) == []


def test_a_session_that_cannot_be_written_does_not_spoil_the_page(house: House) -> None:
    store = SessionStore()
    store["word"] = "saved"
    store.save()
    with pragma("query_only", 1, 0):
        store["word"] = "lost"
        store.save()
        # Without a row nobody would be signed in: that is told.
        with pytest.raises(DatabaseError):
            SessionStore().save(must_create=True)
    assert SessionStore(store.session_key)["word"] == "saved"
    SessionStore(store.session_key).delete()
    with pytest.raises(UpdateError):
        store.save()


def fault(kind: type[Exception], **more: object) -> Exception:
    one = kind("words")
    for name, value in more.items():
        setattr(one, name, value)
    return one


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (fault(OperationalError, sqlite_errorname="SQLITE_FULL"), 507),
        (fault(OperationalError, sqlite_errorname="SQLITE_READONLY_DBMOVED"), 503),
        (fault(OperationalError, sqlite_errorname="SQLITE_BUSY"), 503),
        (fault(OperationalError, sqlite_errorname="SQLITE_IOERR_WRITE"), 503),
        (fault(OperationalError, sqlite_errorname="SQLITE_ERROR"), None),
        (fault(OperationalError, sqlstate="53100"), 507),
        (fault(OperationalError, sqlstate="57P01"), 503),
        (fault(OperationalError, sqlstate="25006"), 503),
        (fault(OperationalError, sqlstate="42P01"), None),
        (OSError(errno.ENOSPC, "full"), 507),
        (OSError(errno.EROFS, "read only"), 503),
        (OSError(errno.ENOENT, "not there"), None),
        (ValueError("words"), None),
        (None, None),
    ],
)
def test_recognises_storage_faults(error: Exception | None, status: int | None) -> None:
    assert error_pages.find_storage_fault_status(error) == status
    if error:
        outer = DatabaseError("words")
        outer.__cause__ = error
        assert error_pages.find_storage_fault_status(outer) == status


def test_other_faults_are_server_errors() -> None:
    request = RequestFactory().get("/")
    try:
        raise ValueError
    except ValueError:
        answer = error_pages.server_error(request)

    assert answer.status_code == 500
    assert b"Something broke on our side" in answer.content
