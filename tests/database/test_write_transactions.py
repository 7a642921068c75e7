"""A transaction takes the write lock at its beginning, so a second writer waits."""

import sqlite3
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

from tarokk_club.serving.backups.move import build_connection


def _begin(book: BaseDatabaseWrapper) -> None:
    book.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)


def test_a_book_is_locked_when_a_transaction_begins_and_not_when_it_first_writes(
    tmp_path: Path, db: None
) -> None:
    path = tmp_path / "book.sqlite3"
    book = build_connection(f"sqlite:///{path}", alias="beside")
    other = sqlite3.connect(path, timeout=0)
    try:
        _begin(book)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
    finally:
        book.close()
        other.close()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a file's own way of locking")
def test_the_site_asks_for_it() -> None:
    assert settings.DATABASES["default"]["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
