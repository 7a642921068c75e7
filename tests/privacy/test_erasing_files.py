"""Erasing as the files see it: no byte of the name is left, and no backup brings it back."""

import shutil
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from support.book_copies import back_up, restore
from support.catalogue import row
from support.club_factories import a_user
from support.erasable import NAME, Traces, erase_tamas, find_fields_with, traces
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Erasure, Player, User
from tarokk_club.club.privacy.erasure_list import get_erasure_list_path, read_erasure_list
from tarokk_club.club.privacy.usecases.erasing import erase_account
from tarokk_club.serving.backups import sqlite_copy

pytestmark = [
    pytest.mark.skipif(connection.vendor != "sqlite", reason="it looks into the file itself"),
    pytest.mark.usefixtures("no_list"),
]
WORDS = [word.encode() for word in (NAME, "Titkos", "titkos", "Tamás", "tamás")]


@pytest.fixture
def there(own_book: None) -> Traces:
    return traces()


def find_words_in_files(*paths: Path) -> list[bytes]:
    whole = b"".join(path.read_bytes() for path in paths if path.exists())
    return [word for word in WORDS if word in whole]


def book() -> list[Path]:
    path = sqlite_copy.find_database_path()
    return [path, path.with_name(f"{path.name}-wal")]


@row("S61")
def test_no_byte_of_the_name_is_left_in_the_file(there: Traces, tmp_path: Path) -> None:
    assert find_words_in_files(*book()) == WORDS
    erase_tamas(there)

    call_command("tidy", stdout=StringIO())

    assert find_words_in_files(*book()) == []
    assert find_words_in_files(back_up(tmp_path), get_erasure_list_path()) == []
    assert not Erasure.objects.filter(swept=False).exists()


@row("S63")
def test_a_backup_from_before_does_not_bring_the_name_back(there: Traces, tmp_path: Path) -> None:
    before = back_up(tmp_path)
    assert find_words_in_files(before) == WORDS
    erase_tamas(there)

    said = restore(before)

    assert "1 person who was erased since was erased again." in said
    assert find_fields_with("titkos", "Tamás") == []
    assert find_words_in_files(sqlite_copy.find_database_path()) == []
    assert Player.objects.get(pk=there.tamas.pk).name == "Player 1"
    assert not User.objects.get(pk=there.account.pk).is_active
    assert list(iter_findings()) == []
    assert len(Erasure.objects.filter(player=there.tamas.pk)) == 1
    # A second time there is nothing left to do.
    assert "erased again" not in restore(back_up(tmp_path))


@row("S63")
def test_writes_the_erasure_list_after_the_commit(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    gizi = a_user("gizi")
    seen: list[bool] = []
    monkeypatch.setattr(
        "tarokk_club.club.privacy.usecases.erasing.update_erasure_list",
        lambda: seen.append(connection.in_atomic_block),
    )
    erase_account(user=gizi)
    assert seen == [False]


@row("S63")
def test_the_list_outlives_a_lost_book(there: Traces, tmp_path: Path) -> None:
    before = back_up(tmp_path)
    erase_tamas(there)
    assert len(read_erasure_list()) == 2, "the player and the account"
    connection.close()
    sqlite_copy.find_database_path().unlink()

    restore(before)

    assert find_fields_with("titkos", "Tamás") == []


@row("S63")
def test_without_the_list_the_name_would_be_back(there: Traces, tmp_path: Path) -> None:
    before = back_up(tmp_path)
    erase_tamas(there)
    Erasure.objects.all().delete()
    get_erasure_list_path().unlink()

    restore(before)

    assert find_fields_with("Titkos") != []


@row("S63")
def test_a_player_whom_the_old_book_does_not_know_is_no_fault(
    there: Traces, tmp_path: Path
) -> None:
    other = tmp_path / "other.json"
    erase_tamas(there)
    shutil.copy(get_erasure_list_path(), other)
    shutil.copy(other, get_erasure_list_path())
    get_erasure_list_path().write_text(
        get_erasure_list_path().read_text().replace(str(there.tamas.pk), str(there.house.club.pk))
    )
    assert Path(settings.VAR) == get_erasure_list_path().parent

    assert "The book agrees in all checks." in restore(back_up(tmp_path))
