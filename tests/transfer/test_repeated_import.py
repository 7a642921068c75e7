"""A session that is already in the club is imported again only on request."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from support.club_evenings import NAMES, PASSED, an_empty_club, as_bytes, document, import_document
from support.club_factories import PASSED_OUT, House, a_form, a_session, codes, recorded
from support.club_web import form_in, send, text_of
from tarokk_club.club.models import Club, Entry, Session
from tarokk_club.club.paper.usecases import record_paper_sheet
from tarokk_club.club.session.usecases.sessions import bin_session
from tarokk_club.club.writing.errors import ConflictError

pytestmark = pytest.mark.django_db

DAY = "2026-11-18"


@pytest.fixture
def club() -> Club:
    return an_empty_club()


@pytest.fixture
def owner(client: Client, club: Club) -> Client:
    client.force_login(club.founded_by)
    return client


def uploaded(client: Client, club: Club, data: bytes) -> object:
    url = reverse("club:session_import", args=[club.slug])
    return client.post(url, {"file": SimpleUploadedFile("este.json", data)})


def test_the_same_document_is_recognised_at_the_first_look(owner: Client, club: Club) -> None:
    data = as_bytes(document(PASSED, date=DAY))
    known = import_document(club, data)
    url = reverse("club:session_import", args=[club.slug])

    look = uploaded(owner, club, data)

    page = text_of(look)
    assert "is already in the club" in page
    assert reverse("club:sheet", args=[club.slug, known.id]) in page
    sent = form_in(look, url).sent
    refused = owner.post(url, sent)
    assert refused.status_code == 409 and Session.objects.count() == 1
    taken = owner.post(url, form_in(refused, url).sent | {"again": "on"})
    assert taken.status_code == 302 and Session.objects.count() == 2


@pytest.mark.parametrize(
    "changes",
    [
        {"date": "2026-11-17"},
        {"dealer": "Béla", "players": [*NAMES[1:], NAMES[0]]},
        {"players": ["Zoltán", *NAMES[1:]], "dealer": "Zoltán"},
    ],
)
def test_another_day_or_other_seats_are_another_session(
    owner: Client, club: Club, changes: dict[str, object]
) -> None:
    import_document(club, as_bytes(document(PASSED, date=DAY)))

    look = uploaded(owner, club, as_bytes(document(PASSED, **{"date": DAY, **changes})))

    assert "is already in the club" not in text_of(look)


def test_recognises_a_session_continued_since_the_export(owner: Client, club: Club) -> None:
    data = as_bytes(document(PASSED, date=DAY))
    import_document(club, as_bytes(document(PASSED, PASSED, date=DAY)))
    assert "is already in the club" in text_of(uploaded(owner, club, data))


def test_import_ignores_deleted_sessions(owner: Client, club: Club) -> None:
    data = as_bytes(document(PASSED, date=DAY))
    bin_session(session_id=import_document(club, data).id, form=a_form())
    assert "is already in the club" not in text_of(uploaded(owner, club, data))


def test_command_imports_a_session_again_only_on_request(club: Club, tmp_path: Path) -> None:
    path = tmp_path / "este.json"
    path.write_bytes(as_bytes(document(PASSED, date=DAY)))
    call_command("import_session", club.slug, path, stdout=StringIO())

    with pytest.raises(CommandError, match="--again"):
        call_command("import_session", club.slug, path, stdout=StringIO())

    assert Session.objects.count() == 1
    call_command("import_session", club.slug, path, again=True, stdout=StringIO())
    assert Session.objects.count() == 2


def test_a_sheet_that_was_typed_before_is_recognised(client: Client, house: House) -> None:
    client.force_login(house.anna)
    first, second = a_session(house), a_session(house)
    recorded(house, first, PASSED_OUT, PASSED_OUT)
    url = reverse("club:paper_entry", args=[house.club.slug, second.id])

    shown = send(client, url, lines="pass\r\npass")

    page = text_of(shown)
    assert "These lines are already in the" in page
    assert reverse("club:sheet", args=[house.club.slug, first.id]) in page
    saved = {**form_in(shown, url).sent, "confirm": shown.context["mark"]}
    assert client.post(url, saved).status_code == 409
    assert not Entry.objects.filter(session=second).exists()
    again = form_in(send(client, url, lines="pass\r\npass"), url).sent
    done = client.post(url, {**again, "confirm": shown.context["mark"], "again": "on"})
    assert done.status_code == 302
    assert Entry.objects.filter(session=second).count() == 2


def test_a_sheet_typed_again_into_its_session_is_recognised(house: House) -> None:
    session = a_session(house)
    recorded(house, session, PASSED_OUT, PASSED_OUT)

    with pytest.raises(ConflictError) as caught:
        record_paper_sheet(
            session_id=session.id, form=a_form(house.anna), lines="pass\npass", once=True
        )

    assert codes(caught) == [("", "sheet_known")]
