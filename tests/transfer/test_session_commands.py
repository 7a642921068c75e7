"""`manage.py import_session` and `export_session`: the operator's way in and out."""

from io import StringIO
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from support.catalogue import row
from support.club_evenings import NAMES, PASSED, an_empty_club, as_bytes, document, import_document
from tarokk_club.club.models import Club, Player, Session

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return an_empty_club("Zugló")


def _file(folder: Path, name: str, *events: object) -> Path:
    path = folder / name
    path.write_bytes(as_bytes(document(*events)))
    return path


def test_a_document_is_imported_by_command(club: Club, tmp_path: Path) -> None:
    said = StringIO()

    call_command("import_session", club.slug, _file(tmp_path, "one.json", PASSED), stdout=said)

    session = Session.objects.get()
    assert session.club == club
    assert session.hands_count == 1
    assert str(session.id) in said.getvalue()


@row("R33")
def test_export_of_an_imported_export_is_identical(club: Club, tmp_path: Path) -> None:
    session = import_document(club, as_bytes(document(PASSED)))
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    call_command("export_session", session.id, output=first)
    other = an_empty_club("Kispest")
    call_command("import_session", other.slug, first, stdout=StringIO())

    call_command("export_session", Session.objects.get(club=other).id, output=second)

    assert first.read_bytes() == second.read_bytes()


def test_the_document_goes_to_standard_output_as_it_is(
    club: Club, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    session = import_document(club, as_bytes(document(PASSED)))

    call_command("export_session", session.id)

    written = capfdbinary.readouterr().out
    assert written.startswith(b'{"format": "tarokk-session",\n')
    assert "Dóra".encode() in written


def test_one_bad_file_keeps_all_of_them_out(club: Club, tmp_path: Path) -> None:
    good = _file(tmp_path, "good.json", PASSED)
    bad = _file(tmp_path, "bad.json", PASSED, {"type": "hand", "surprise": 1})

    with pytest.raises(CommandError, match=r"bad\.json: hand 2: .*surprise"):
        call_command("import_session", club.slug, good, bad)

    assert not Session.objects.exists()
    assert not Player.objects.filter(name__in=NAMES).exists()


def test_check_books_nothing(club: Club, tmp_path: Path) -> None:
    said = StringIO()

    path = _file(tmp_path, "one.json", PASSED)
    call_command("import_session", club.slug, path, check=True, stdout=said)

    assert not Session.objects.exists()
    assert "1 event, no errors" in said.getvalue()


def test_reports_a_missing_session(club: Club, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"missing\.json: No such file"):
        call_command("import_session", club.slug, tmp_path / "missing.json")
    with pytest.raises(CommandError, match="no club"):
        call_command("import_session", "nowhere", _file(tmp_path, "one.json"))
    with pytest.raises(CommandError, match="no session"):
        call_command("export_session", uuid4())
