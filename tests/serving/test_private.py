"""Only its owner can read the data folder."""

import os
import stat
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from support.catalogue import row
from support.served import served
from tarokk_club.club.pages.checks import check_private_folder
from tarokk_club.database.file_permissions import iter_exposed_paths, remove_foreign_permissions


def modes(var: Path) -> dict[str, int]:
    """What may be done with everything in the folder, by the last part of its name."""
    every = [var, *var.rglob("*")]
    return {str(one.relative_to(var)): stat.S_IMODE(one.stat().st_mode) for one in every}


@pytest.fixture
def careless(tmp_path: Path) -> Path:
    """A folder as sites had it before, open to everybody."""
    var = tmp_path / "var"
    (var / "backups").mkdir(parents=True)
    for name in ("club.sqlite3", "backups/notes.txt", "notes.txt"):
        (var / name).touch()
        (var / name).chmod(0o644)
    var.chmod(0o755)
    (var / "backups").chmod(0o755)
    return var


@row("S59")
@pytest.mark.ci
def test_a_served_site_leaves_nothing_to_others(careless: Path) -> None:
    before = os.umask(0o022)
    try:
        with served(careless) as site:
            assert site.ask("/healthz")[0].status == 200
            found = modes(careless)
            site.stop()
    finally:
        os.umask(before)

    assert {"club.sqlite3", "club.sqlite3-wal", "secret_key", "serve.lock"} <= set(found)
    assert {name: oct(mode) for name, mode in found.items() if mode & 0o077} == {}
    assert found["."] == 0o700 and found["club.sqlite3"] == 0o600


def test_restricts_existing_files_and_skips_links(careless: Path) -> None:
    outside = careless.parent / "outside"
    outside.touch(mode=0o644)
    outside.chmod(0o644)
    (careless / "link").symlink_to(outside)

    remove_foreign_permissions(careless)

    assert not list(iter_exposed_paths(careless))
    assert stat.S_IMODE(outside.stat().st_mode) == 0o644


def test_a_folder_that_everybody_shares_is_left_as_it_is(careless: Path) -> None:
    careless.chmod(0o1777)

    remove_foreign_permissions(careless)

    assert stat.S_IMODE(careless.stat().st_mode) == 0o1777


def test_the_check_warns_of_files_readable_by_others(careless: Path, settings: Settings) -> None:
    settings.VAR = careless
    assert [one.id for one in check_private_folder(None)] == ["club.W002"]

    remove_foreign_permissions(careless)
    assert check_private_folder(None) == []
