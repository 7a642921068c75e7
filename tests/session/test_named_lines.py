"""Lines of before, which were lists, get names; final tables of before get rows: nothing moves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from support.archives import a_full_world
from support.club_factories import a_form, a_house
from support.season_tables import an_evening, the_season
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import FinalRow, FinalTable, Posting
from tarokk_club.club.models.ledger import list_line_fields
from tarokk_club.club.seasons.usecases import close_season

BEFORE = "0016_hand_side"


@pytest.fixture
def back(transactional_db: None) -> Iterator[None]:
    yield
    call_command("migrate", interactive=False, verbosity=0)


def postings() -> list[Any]:
    rows = Posting.objects.order_by("pk")
    return list(rows.values_list("pk", "lines", "after", "schema", "net", "pots"))


def stored(table: str, column: str, key: str) -> list[Any]:
    """A column as the table of before has it, whatever the program of today knows."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {column} FROM {table} ORDER BY {key}")
        found = [row[0] for row in cursor.fetchall()]
    return [json.loads(one) if isinstance(one, str) else one for one in found]


@pytest.mark.ci
def test_lines_get_names_and_no_point_moves(back: None) -> None:
    a_full_world()
    now = postings()
    lists = [[list_line_fields(line) for line in row[1]] for row in now]

    call_command("migrate", "club", BEFORE, interactive=False, verbosity=0)
    old = stored("club_booking", "lines", "entry_id")
    call_command("migrate", interactive=False, verbosity=0)

    assert old == lists
    assert postings() == now
    assert list(iter_findings()) == []


@pytest.mark.ci
def test_a_final_table_gets_rows_under_its_old_seal(back: None) -> None:
    house = a_house()
    an_evening(house, "2026-03-01", "Anna", "Csaba")
    season = the_season(house)
    close_season(club_id=house.club.id, form=a_form(house.anna), season_id=season.id)
    seal = FinalTable.objects.get().seal
    now = [row.serialize() for row in FinalRow.objects.all()]

    call_command("migrate", "club", BEFORE, interactive=False, verbosity=0)
    (old,) = stored("club_finaltable", "rows", "id")
    call_command("migrate", interactive=False, verbosity=0)

    table = FinalTable.objects.get()
    assert old == now != []
    assert [row.serialize() for row in table.final_rows.all()] == now
    assert table.compute_seal(table.final_rows.all()) == table.seal == seal
    assert list(iter_findings()) == []
