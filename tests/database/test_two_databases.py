"""The same writes give the same data on SQLite and on PostgreSQL."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection, connections

from support.catalogue import row
from support.scripted import Year
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Change, Session
from tarokk_club.serving.backups.move import build_connection

ACTS = 500


def played() -> str:
    """Replay a year of writes on this database; return a digest of all exports."""
    year = Year(30)
    for _ in range(ACTS):
        year.act()

    assert list(iter_findings()) == []
    assert Session.objects.count() > 5 and Change.objects.count() > ACTS / 2
    assert 20 < len(year.refused) < ACTS / 2
    return year.hash()


@row("R30")
@pytest.mark.skipif(connection.vendor != "postgresql", reason="needs both databases")
def test_five_hundred_acts_come_to_the_same_on_both(transactional_db: None, tmp_path: Path) -> None:
    on_the_server = played()
    server = connections["default"]
    file = build_connection(f"sqlite:///{tmp_path / 'year.sqlite3'}", alias="default")
    connections["default"] = file
    try:
        call_command("migrate", interactive=False, verbosity=0)
        in_the_file = played()
    finally:
        file.close()
        connections["default"] = server

    assert on_the_server == in_the_file
