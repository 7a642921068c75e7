"""Clients that public generators make of the description enter an evening and read it back."""

import importlib
import json
import os
import shutil
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
from tarokk_club.club.formatting.numbers_and_dates import format_signed
from tarokk_club.club.models import Change, Session
from tools.lab.ux import npm

pytestmark = pytest.mark.ci
STAKE = {"currency": "HUF", "per_point": "10"}


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
    # A schema that it cannot read is left out with a warning.
    assert "Unable to" not in made.stdout, made.stdout
    monkeypatch.syspath_prepend(tmp_path)
    return name


def test_a_generated_client_enters_corrects_and_reads_an_evening(
    generated: str, house: House, live_server: LiveServer
) -> None:
    def part(name: str) -> Any:
        return importlib.import_module(f"{generated}.{name}")

    models = part("models")
    token = a_key_of(house.anna, house.club)[1]
    client = part("client").AuthenticatedClient(base_url=live_server.url, token=token)
    slug = house.club.slug

    def call_endpoint(name: str, *path: Any, **more: Any) -> Any:
        if "body" in more:
            more["idempotency_key"] = str(uuid4())
        tag = "money" if name == "read_balances" else "reading"
        answer = part(f"api.{tag}.{name}").sync_detailed(slug, *path, client=client, **more)
        assert answer.status_code in (200, 201), answer.content
        return answer

    evening = models.Document.from_dict(document(date="2026-11-20", stake=STAKE))
    session = call_endpoint("write_session", body=evening).parsed.session
    hand = models.Record.from_dict(a_hand(house, "Béla", "Dóra"))
    first = call_endpoint("write_hand", session, body=hand).parsed
    tag = call_endpoint("read_session", session).headers["ETag"]
    lost = models.Record.from_dict(a_hand(house, "Béla", "Dóra", result="lost"))
    call_endpoint("replace_hand", session, first.entry, body=lost, if_match=tag, reason="misread")
    assert Change.objects.get(entry=first.entry, action="correct").reason == "misread"
    (balances,) = call_endpoint("read_balances").parsed.items
    assert balances.currency == house.club.currency

    whole = call_endpoint("read_session", session).parsed
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
    assert shown == {name: format_signed(won) for name, won in totals.items()}


TYPESCRIPT = {"openapi-typescript": "7.13.0", "openapi-fetch": "0.17.0", "typescript": "5.9.3"}
STRICT = ["--strict", "--noUncheckedIndexedAccess", "--target", "es2022", "--module", "nodenext"]
# Other tools of npm may have brought types of their own into the same folder.
STRICT += ["--typeRoots", "no-types"]
NIGHT = Path(__file__).parent / "night.ts"


def test_a_typescript_client_compiles_strictly_and_runs_a_night(
    house: House, live_server: LiveServer, tmp_path: Path
) -> None:
    folders = [npm.ensure_package(name, version) for name, version in TYPESCRIPT.items()]
    if None in folders and not os.environ.get("TAROKK_NPM"):
        pytest.skip("npm cannot install the generator")
    modules = npm.FOLDER / "node_modules"
    (tmp_path / "node_modules").symlink_to(modules)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "node.d.ts").write_text(
        "declare const process: { env: Record<string, string | undefined> };"
    )
    (tmp_path / "openapi.json").write_bytes(Client().get(f"{API}/openapi.json").content)
    shutil.copy(NIGHT, tmp_path)

    def run(*command: str, **env: str) -> str:
        done = subprocess.run(
            ["node", *command],
            cwd=tmp_path,
            env=os.environ | env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run(str(modules / "openapi-typescript/bin/cli.js"), "openapi.json", "-o", "api.ts")
    run(str(modules / "typescript/bin/tsc"), *STRICT, "node.d.ts", "night.ts")
    said = run(
        "night.js",
        SITE=live_server.url,
        CLUB=house.club.slug,
        KEY=a_key_of(house.anna, house.club)[1],
        DOCUMENT=json.dumps(document(date="2026-11-20", stake=STAKE)),
        HAND=json.dumps(a_hand(house, "Béla", "Dóra")),
    )

    told = json.loads(said)
    assert sorted(told["totals"].values()) == [-1, -1, 1, 1]
    assert told["currency"] == house.club.currency
    assert Change.objects.get(action="correct").reason == "misread"
