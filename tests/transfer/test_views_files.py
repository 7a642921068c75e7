"""Files out and in through the pages: exports, and the import that is looked at first."""

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from support.catalogue import row
from support.club_evenings import NAMES, PASSED, adjustment, as_bytes, document, import_document
from support.club_factories import House, a_house, create_denes
from tarokk_club.club.models import Change, Player, Session

pytestmark = pytest.mark.django_db
FILES = ("settlement_file", "hands_file", "ledger_file", "document_file")


@pytest.fixture
def house() -> House:
    return a_house()


@pytest.fixture
def session(house: House) -> Session:
    stake = {"currency": "EUR", "per_point": "0.05"}
    raw = document(adjustment("x", Anna=7, Béla=-7), PASSED, title="Table 2", stake=stake)
    return import_document(house.club, as_bytes(raw | {"date": "2026-11-18"}))


def _url(name: str, session: Session) -> str:
    return reverse(f"club:{name}", args=[session.club.slug, session.id])


def _import(house: House) -> str:
    return reverse("club:session_import", args=[house.club.slug])


def _file(data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("evening.json", data, "application/json")


def _read_page(response: Any) -> str:
    return " ".join(response.content.decode().split())


def _form(response: Any) -> dict[str, str]:
    """What the look sends back when it is taken in."""
    initial = response.context["form"].initial
    return {"key": str(initial["key"]), "document": initial["document"]}


def test_the_settlement_of_a_session_is_downloaded(anna: Client, session: Session) -> None:
    response = anna.get(_url("settlement_file", session))

    assert response.status_code == 200
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    named = 'attachment; filename="2026-11-18-table-2-settlement.csv"'
    assert response["Content-Disposition"] == named
    assert response["X-Content-Type-Options"] == "nosniff"
    assert '"Result","Anna",,1,7,0.35,0.35,"EUR"' in response.content.decode()


def test_the_readers_language_chooses_the_marks(
    anna: Client, house: House, session: Session
) -> None:
    url = _url("settlement_file", session)

    wished = anna.get(f"{url}?marks=comma").content.decode()
    house.anna.language = "hu"
    house.anna.save()
    hungarian = anna.get(url).content.decode()

    assert '"Anna";;1;7;0,35;0,35;"EUR"' in hungarian
    assert '"Anna";;1;7;0,35;0,35;"EUR"' in wished


@pytest.mark.parametrize("name", FILES)
def test_downloads_require_the_right_to_export(
    client: Client, house: House, session: Session, name: str
) -> None:
    url = _url(name, session)
    answers = {}
    for who, user in (("anna", house.anna), ("bela", house.bela), ("denes", create_denes())):
        client.force_login(user)
        answers[who] = client.get(url).status_code
    client.logout()

    assert answers == {"anna": 200, "bela": 403, "denes": 404}
    assert client.get(url).status_code == 302


def test_the_document_comes_back_in(anna: Client, house: House, session: Session) -> None:
    out = anna.get(_url("document_file", session)).content

    look = anna.post(_import(house), {"file": _file(out)})
    once = anna.post(_import(house), _form(look))
    done = anna.post(_import(house), _form(look) | {"again": "on"})

    assert (once.status_code, done.status_code) == (409, 302)
    again = Session.objects.exclude(pk=session.pk).get()
    assert anna.get(_url("document_file", again)).content == out


def test_standings_as_a_file(anna: Client, house: House, session: Session) -> None:
    response = anna.get(reverse("club:standings_file", args=[house.club.slug]))

    assert '"All games",1,"Anna",1,1,7,0.35' in response.content.decode()


def test_previews_the_whole_session_without_saving(anna: Client, house: House) -> None:
    raw = document(PASSED, adjustment("spilt wine", Anna=-5, Dóra=5), title="<b>Table</b>")

    shown = _read_page(anna.post(_import(house), {"file": _file(as_bytes(raw))}))

    assert "Passed out" in shown
    assert "spilt wine" in shown
    assert "&lt;b&gt;Table" in shown
    assert shown.count("known here") == len(NAMES)
    assert not Session.objects.exists()


def test_preview_shows_players_hands_and_rules(anna: Client, house: House) -> None:
    hand = {"declarer": "Béla", "bid": "solo", "partner": None, "result": "won", "type": "hand"}
    rules = {"preset": "tournament", "trull": [3, 6]}

    shown = _read_page(
        anna.post(_import(house), {"file": _file(as_bytes(document(hand, rules=rules)))})
    )

    assert "Béla · Solo, alone" in shown
    assert "Tournament" in shown
    assert "<b>3, 6</b>" in shown and shown.count("<small>") == 1
    assert "a document written by version 0.1.0 may have come to other sums" in shown


def test_marks_a_new_player_and_adds_them_on_import(anna: Client, house: House) -> None:
    raw = document(PASSED, players=["Zoli", *NAMES[1:]], dealer="Zoli")

    look = anna.post(_import(house), {"file": _file(as_bytes(raw))})
    before = Player.objects.filter(name="Zoli").exists()
    anna.post(_import(house), _form(look))

    assert _read_page(look).count("new player") == 1
    assert not before
    assert Player.objects.get(name="Zoli").club == house.club


def test_the_same_form_twice_is_one_session(anna: Client, house: House) -> None:
    look = anna.post(_import(house), {"file": _file(as_bytes(document(PASSED)))})

    first = anna.post(_import(house), _form(look))
    again = anna.post(_import(house), _form(look))

    assert first.status_code == again.status_code == 302
    assert first["Location"] == again["Location"]
    assert Session.objects.count() == 1


def test_the_same_key_with_another_document_is_a_conflict(anna: Client, house: House) -> None:
    form = _form(anna.post(_import(house), {"file": _file(as_bytes(document(PASSED)))}))
    anna.post(_import(house), form)

    response = anna.post(_import(house), {**form, "document": json.dumps(document())})

    assert response.status_code == 409
    assert Session.objects.count() == 1


@row("R34")
def test_a_bad_document_names_hand_and_key_and_changes_nothing(anna: Client, house: House) -> None:
    raw = document(PASSED, {"type": "hand", "outcome": "played", "surprise": 1})
    players = Player.objects.count()

    response = anna.post(_import(house), {"file": _file(as_bytes(raw))})

    assert response.status_code == 422
    assert re.search(r"Hand 2, event 2.*surprise.*not known", _read_page(response))
    assert Session.objects.count() == Change.objects.count() == 0
    assert Player.objects.count() == players


@row("R34")
@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"{", b"PK\x03\x04", b"[" * 100_000, b'{"version": NaN}', b"\x00", b"<svg/>"),
        *(b'{"\\ud800": 1}', b'{"\\ud800": 1, "\\ud800": 2}'),
    ],
)
def test_refuses_an_invalid_document(anna: Client, house: House, data: bytes) -> None:
    response = anna.post(_import(house), {"file": _file(data)})

    assert response.status_code == 422
    assert 'role="alert"' in _read_page(response)


def test_refuses_a_figure_whose_name_no_page_can_show(anna: Client, house: House) -> None:
    mole = {"key": "mole", "name": "\ud800", "silent": 1, "announced": 2}
    raw = document(PASSED) | {"rules": {"own_figures": [mole]}}

    response = anna.post(_import(house), {"file": _file(json.dumps(raw).encode())})

    assert response.status_code == 422
    assert "invisible character" in _read_page(response)


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"file": "text"},
        {"document": "{}"},
        {"document": "{}", "key": "no key"},
        {"document": "{", "key": str(uuid4())},
        {"document": "\x00", "key": str(uuid4())},
        {"document": "", "key": str(uuid4())},
    ],
)
def test_a_malformed_form_gets_a_sentence(anna: Client, house: House, form: dict[str, str]) -> None:
    response = anna.post(_import(house), form)

    assert response.status_code == 422
    assert 'role="alert"' in _read_page(response)


def test_an_import_requires_the_right_role(client: Client, house: House) -> None:
    answers = {}
    for who, user in (("anna", house.anna), ("bela", house.bela), ("denes", create_denes())):
        client.force_login(user)
        answers[who] = client.get(_import(house)).status_code

    assert answers == {"anna": 200, "bela": 403, "denes": 404}
