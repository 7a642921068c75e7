"""Messages of `backups` and `check_backup` without a backup to list or read."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="what SQLite alone can have")


def test_a_fault_of_the_system_names_its_file_once(tmp_path: Path) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("check_backup", str(tmp_path), stdout=StringIO())

    assert str(refused.value) == f"{tmp_path}: Is a directory"


def test_the_list_says_that_a_folder_has_no_backups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BACKUP_FOLDER", str(tmp_path))
    out, err = StringIO(), StringIO()
    call_command("backups", stdout=out, stderr=err)

    assert out.getvalue() == ""
    assert err.getvalue() == f"There are no backups in {tmp_path}.\n"
