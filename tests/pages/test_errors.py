"""Invalid requests to every address get a readable answer, never a server error."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from support.club_factories import House, a_hand, recorded
from support.club_web import ROUTES, forms_in, route_url, session_url, text_of
from support.programs import is_for_programs, with_key_too
from tarokk_club.club.hand.usecases import delete_draft
from tarokk_club.club.hand.views import drafts
from tarokk_club.club.models import Change, Player, Session
from tarokk_club.http.metrics import API_METHODS, METHODS

# Refused, not found, or back to a page: 409 is for a form that was good once.
SENTENCES = {302, 400, 403, 404, 405, 409, 413, 422}
# These answer a script that works on a hand in the making: any draft is a draft.
DRAFTS = {"draft", "preview"}
# Pages that show something and take nothing; what is posted to them is not looked at.
SHOWING = {
    "club",
    "members",
    "guests",
    "log",
    "session_list",
    "sheet",
    "live",
    "hand",
    "history",
}
FILES = {
    "settlement_file",
    "hands_file",
    "ledger_file",
    "document_file",
    "standings_file",
    "archive_file",
}
TAKING = sorted(set(ROUTES) - SHOWING - FILES - {"closing", "settlement", "standings"})

JUNK = {
    "empty": "",
    "blank": "   ",
    "word": "no",
    "nul": "a\x00b",
    "unseen": "a\u202eb",
    "half a letter": b"\xed\xa0\x80",
    "no letters at all": b"\xff\xfe",
    "huge number": "9" * 400,
    "big number": str(2**63),
    "below zero": "-1",
    "another script": "١٢٣",
    "raised": "²",
    "not a number": "NaN",
    "somebody's id": "00000000-0000-0000-0000-000000000000",
    "braces": "{}[]%(who)s{who}",
    "long": "x" * 5000,
}


@pytest.fixture
def session(house: House, session: Session) -> Session:
    """A session in which something happened, and in which Anna plays herself."""
    recorded(house, session, a_hand(house), {"type": "notice", "player": house.players["Anna"]})
    # Without an own seat she could say nothing about it.
    Player.objects.filter(name="Anna").update(user=house.anna)
    return session


@pytest.fixture
def anna(client: Client, house: House) -> Client:
    client.force_login(house.anna)
    with_key_too(client, house.anna, house.club)
    # A fault must reach the answer as it does on the site, not the test.
    client.raise_request_exception = False
    return client


def fields_of(client: Client, url: str) -> dict[str, str]:
    """What the forms of a page would send, all together."""
    answer = client.get(url)
    sent: dict[str, str] = {}
    if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
        for form in forms_in(answer):
            sent |= form.sent
    return sent or {"key": "", "version": "", "archived": "", "note": "", "record": "", "do": ""}


@pytest.mark.sweep
@pytest.mark.parametrize("name", TAKING)
def test_junk_in_every_field(anna: Client, session: Session, name: str) -> None:
    url = route_url(name, session)
    fields = fields_of(anna, url)
    before = Change.objects.count()
    good = {*SENTENCES, 200} if name in DRAFTS else SENTENCES
    for kind, junk in JUNK.items():
        answer = anna.post(url, dict.fromkeys(fields, junk))
        assert answer.status_code in good, kind
        assert answer.content or answer.status_code == 302, kind
    assert anna.post(url).status_code in good
    assert Change.objects.count() == before


# The settings ask for what the start of a session asks for.
@pytest.mark.ci
@pytest.mark.parametrize("name", sorted(set(TAKING) - {"settings"}))
def test_junk_in_one_field_after_the_other(anna: Client, session: Session, name: str) -> None:
    url = route_url(name, session)
    fields = fields_of(anna, url)
    # One seat is as good as another, and so is one rule.
    for field in {field.split("_")[0]: field for field in fields}.values():
        for kind in ("nul", "huge number"):
            answer = anna.post(url, fields | {field: JUNK[kind]})
            assert answer.status_code in {*SENTENCES, 200}, (field, kind)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/json", b"[" * 5000),
        ("multipart/form-data", b"no boundary"),
        ("multipart/form-data; boundary=x", b"--x\r\nContent-Disposition: form-data"),
        ("application/x-www-form-urlencoded", b"key=%ED%A0%80&version=%00"),
        ("application/x-www-form-urlencoded", b"&".join([b"a=1"] * 1001)),
        ("text/xml", b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"),
    ],
    ids=["deep json", "no boundary", "half a part", "bytes", "many fields", "xml"],
)
def test_a_body_of_another_kind(anna: Client, session: Session, kind: str, body: bytes) -> None:
    before = Change.objects.count()
    for url in ("/", "/found/", *(route_url(name, session) for name in ROUTES)):
        answer = anna.post(url, body, content_type=kind)
        assert answer.status_code in {*SENTENCES, 200}, url
    assert Change.objects.count() == before


@pytest.mark.parametrize(
    "path",
    [
        "/c/%00/",
        "/c/%ED%A0%80/",
        "/c/zuglo/sessions/not-an-id/",
        "/c/zuglo/sessions/00000000000000000000000000000000/",
        f"/c/{'x' * 3000}/",
        "/c/zuglo/../../etc/passwd",
        "/c/zuglo/players/00000000-0000-0000-0000-000000000000/",
    ],
)
def test_an_address_that_is_none(anna: Client, session: Session, path: str) -> None:
    answer = anna.get(path)

    assert answer.status_code in {400, 404}
    assert "There is nothing here" in text_of(answer)


@pytest.mark.sweep
@pytest.mark.parametrize("query", ["?marks=%00&page=-1", "?marks=no&marks=x&next=//evil"])
def test_a_query_that_is_none(anna: Client, session: Session, query: str) -> None:
    for name in ROUTES:
        status = anna.get(route_url(name, session) + query).status_code
        # A program is told of a parameter that is unknown; a page ignores it.
        assert status in {200, 302, 404, 405, 422 if name.startswith("api_") else 200}, name


@pytest.mark.sweep
@pytest.mark.parametrize("method", ["put", "patch", "delete", "options", "trace"])
def test_another_method_is_refused_with_a_sentence(
    anna: Client, session: Session, method: str
) -> None:
    for name in ROUTES:
        answer = getattr(anna, method)(route_url(name, session))
        if is_for_programs(name) and method in ("put", "delete"):
            # A hand is replaced and deleted; nothing was sent that says how.
            assert answer.status_code == (400 if name == "api_hand" else 405), name
            continue
        allowed = METHODS if not is_for_programs(name) else API_METHODS
        assert answer.status_code == 405, name
        assert answer.headers["Allow"] == ", ".join(allowed)
        assert "This cannot be asked here" in text_of(answer) or method == "trace"


def test_a_form_without_its_token_is_explained(house: House, session: Session) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(house.anna)

    answer = client.post(route_url("undo", session))

    assert answer.status_code == 403
    assert "nothing was changed" in text_of(answer)


def test_no_accounts_page_breaks(anna: Client, house: House) -> None:
    paths = ("login", "logout", "signup", "email", "password/change", "password/reset", "sessions")
    for path in paths:
        url = f"/accounts/{path}/"
        for answer in (
            anna.get(url),
            anna.post(url, {"email": "anna@example.org", "login": "\x00"}),
        ):
            assert answer.status_code < 500, path
            anna.force_login(house.anna)
    outside = Client()
    outside.raise_request_exception = False
    for path in paths:
        url = f"/accounts/{path}/"
        sent = {"email": "anna@example.org", "login": "a\x00", "password": "\x00"}
        for answer in (outside.get(url), outside.post(url, sent)):
            assert answer.status_code < 500, path


def test_row_deleted_by_another_request_returns_404(
    anna: Client,
    session: Session,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def drop_of_deleted_session(**arguments: Any) -> None:
        delete_draft(**arguments | {"session_id": uuid4()})

    monkeypatch.setattr(drafts, "delete_draft", drop_of_deleted_session)
    answer = anna.post(session_url(session, "draft_drop"), {"revision": "1"})

    assert answer.status_code == 404
    assert "gone" in caplog.messages
