"""A client that a public generator makes of the description enters an evening and reads it back."""

import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from lxml.html import fromstring
from pytest_django.live_server_helper import LiveServer

from support.club_evenings import document
from support.club_factories import House, a_hand, a_house
from support.club_web import session_url
from support.programs import API, a_key_of
from tarokk_club.club.formatting.numbers_and_dates import signed
from tarokk_club.club.models import Session

pytestmark = pytest.mark.ci


@pytest.fixture
def house(transactional_db: None) -> House:
    return a_house()


@pytest.fixture
def generated(live_server: LiveServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of the package that was made of what the site serves."""
    (tmp_path / "openapi.json").write_bytes(Client().get(f"{API}/openapi.json").content)
    name = f"client_{uuid4().hex}"
    command = ["openapi-python-client", "generate", "--path", "openapi.json", "--meta", "none"]
    made = subprocess.run(
        [str(Path(sys.executable).parent / command[0]), *command[1:], "--output-path", name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    monkeypatch.syspath_prepend(tmp_path)
    return name


def test_it_enters_an_evening_corrects_it_and_reads_the_balances_of_the_page(
    generated: str, house: House, live_server: LiveServer
) -> None:
    def part(name: str) -> Any:
        return importlib.import_module(f"{generated}.{name}")

    models, reading = part("models"), "api.reading."
    token = a_key_of(house.anna, house.club)[1]
    client = part("client").AuthenticatedClient(base_url=live_server.url, token=token)
    slug = house.club.slug

    def asked(name: str, *path: Any, **more: Any) -> Any:
        if "body" in more:
            more["idempotency_key"] = str(uuid4())
        answer = part(reading + name).sync_detailed(slug, *path, client=client, **more)
        assert answer.status_code in (200, 201), answer.content
        return answer

    evening = models.Document.from_dict(document(date="2026-11-20"))
    session = asked("write_session", body=evening).parsed.session
    hand = models.Record.from_dict(a_hand(house, "Béla", "Dóra"))
    first = asked("write_hand", session, body=hand).parsed
    tag = asked("read_session", session).headers["ETag"]
    lost = models.Record.from_dict(a_hand(house, "Béla", "Dóra", result="lost"))
    asked("correct_hand", session, first.entry, body=lost, if_match=tag)

    whole = asked("read_session", session).parsed
    names = whole.names.additional_properties
    totals = {names[who]: won for who, won in whole.totals.additional_properties.items()}
    assert totals == {"Anna": 1, "Béla": -1, "Csaba": 1, "Dóra": -1}
    reader = Client()
    reader.force_login(house.anna)
    page = fromstring(reader.get(session_url(Session.objects.get(pk=session), "sheet")).text)
    shown = {
        seat.find("span[last()]").text_content().strip(): seat.find("b").text_content()
        for seat in page.xpath("//div[contains(@class, 'cols')]/div")
    }
    assert shown == {name: signed(won) for name, won in totals.items()}
