"""A copy of the database contains no usable sign-in, neither as a file nor after a restore."""

import sqlite3
from pathlib import Path

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session as SignInSession
from django.db import connection
from django.test import Client

from support.book_copies import back_up, restore
from support.catalogue import row
from support.club_factories import House, a_house
from support.push_receiver import Browser
from tarokk_club.club.models import User
from tarokk_club.serving.backups import sqlite_copy, store

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="a file can be looked into")


@pytest.fixture
def house(own_book: None) -> House:
    return a_house()


@pytest.fixture
def anna(house: House) -> Client:
    """Anna's browser, signed in by the form, as the list of devices wants it."""
    client = Client()
    client.force_login(house.anna)
    key = client.session.session_key
    UserSession.objects.get_or_create(
        user=house.anna, session_key=key, defaults={"ip": "127.0.0.1", "user_agent": "x"}
    )
    return client


@row("S18")
def test_no_byte_of_a_copy_is_a_key_to_an_account(anna: Client, tmp_path: Path) -> None:
    key = str(anna.session.session_key).encode()
    Browser().device(User.objects.get(username="anna"), session_key=key.decode())
    assert key in sqlite_copy.find_database_path().read_bytes() + _log()

    copy = back_up(tmp_path)

    assert key not in copy.read_bytes()
    with sqlite3.connect(copy) as book:
        for table in store.VISITS:
            assert book.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


def _log() -> bytes:
    log = sqlite_copy.find_database_path().with_name(sqlite_copy.find_database_path().name + "-wal")
    return log.read_bytes() if log.exists() else b""


def test_a_restore_signs_everybody_out(anna: Client, tmp_path: Path) -> None:
    """Even out of a copy from before this was so."""
    copy = back_up(tmp_path)
    cookie, device = SignInSession.objects.get(), UserSession.objects.get()
    with sqlite3.connect(copy) as book:
        book.execute(
            "INSERT INTO django_session VALUES (?, ?, ?)",
            (cookie.session_key, cookie.session_data, str(cookie.expire_date)),
        )
    assert anna.get("/accounts/password/change/").status_code == 200

    said = restore(copy)

    assert "Everybody has to sign in again." in said
    assert anna.get("/accounts/password/change/").status_code == 302
    assert not UserSession.objects.filter(pk=device.pk).exists()


def test_database_set_aside_by_a_restore_holds_no_sign_in(anna: Client, tmp_path: Path) -> None:
    copy, key = back_up(tmp_path), str(anna.session.session_key).encode()

    restore(copy)
    aside = sorted(sqlite_copy.find_database_path().parent.glob(f"*{store.ASIDE}.sqlite3"))[-1]

    assert key not in aside.read_bytes()
