"""One document scores alike in the calculator, as an imported file and through the API."""

import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from support.club_evenings import import_document
from support.club_factories import a_house
from support.programs import API, a_program
from tarokk_club.club.models import Balance, Session

pytestmark = pytest.mark.django_db
EXAMPLES = sorted((Path(__file__).parents[1] / "scoring" / "examples").glob("*.json"))


def _document_in(path: Path) -> Any:
    whole = json.loads(path.read_text())
    return whole.get("document", whole)


def _booked(session: Session) -> dict[str, int]:
    rows = Balance.objects.filter(session=session).values_list("player__name", "points")
    return dict(rows)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_file_calculator_and_program_come_to_the_same(path: Path) -> None:
    house, document = a_house(), _document_in(path)
    raw = json.dumps(document).encode()
    # Of another day, as a copy would be refused.
    other = json.dumps(document | {"date": "2026-01-07"}).encode()
    score = Client().post(f"{API}/score", raw, content_type="application/json").json()
    program = a_program(house.anna, house.club)

    by_file = import_document(house.club, raw)
    first = _booked(by_file)
    headers = {"Idempotency-Key": str(uuid4())}
    url = f"{API}/clubs/{house.club.slug}/sessions"
    answer = program.post(url, other, content_type="application/json", headers=headers)

    assert answer.status_code == 201, answer.content
    second = _booked(Session.objects.exclude(pk=by_file.pk).get())
    assert first == second == score["balances"] != {}
