"""A whole club in one archive: out, in on another site, and out again."""

import json
import threading
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import ForeignKey, JSONField
from django.test import Client
from django.urls import reverse

from support.archives import (
    a_full_world,
    empty_database,
    files_of,
    first_row,
    import_content,
    packed,
    tamper,
)
from support.attackers import World
from support.catalogue import row
from support.club_factories import a_hand, a_house, a_session, recorded
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import (
    AuditLine,
    Club,
    Draft,
    Entry,
    Invitation,
    Membership,
    PasswordLink,
    Player,
    Posting,
    Session,
    User,
    WriteKey,
)
from tarokk_club.club.transfer import archived, exports
from tarokk_club.club.transfer.archived import (
    ARCHIVED,
    FIELDS_LEFT_OUT,
    LEFT_OUT,
    NAMED_IN,
)
from tarokk_club.club.transfer.exports import build_club_archive
from tarokk_club.club.transfer.queries import iter_archived_sessions
from tarokk_club.club.transfer.usecases.incoming_archive import ArchiveError
from tarokk_club.club.transfer.usecases.incoming_rows import _KINDS
from tarokk_club.database.snapshot import read_from_snapshot
from tarokk_club.env import ROOT


@pytest.fixture
def world(db: None) -> World:
    return a_full_world()


@pytest.fixture
def content(world: World) -> bytes:
    return build_club_archive(world.house.club.id)


@row("R33")
def test_export_of_an_imported_archive_is_identical(
    world: World, content: bytes, tmp_path: Path
) -> None:
    empty_database()
    taken = import_content(content, tmp_path)

    assert build_club_archive(world.house.club.id) == content
    assert list(iter_findings()) == []
    assert taken.owners == ["anna", "the-owner"]
    assert Club.objects.get() == world.house.club
    assert Player.objects.filter(name__startswith="=SUM(A1)").exists()
    empty = {name for name, data in files_of(content).items() if not data}
    assert empty == set(), "every model has a row, or this test does not look at it"


@pytest.mark.ci
def test_an_archive_is_imported_beside_other_clubs(
    world: World, content: bytes, tmp_path: Path
) -> None:
    empty_database()
    house = a_house()
    recorded(house, a_session(house), a_hand(house))
    other = build_club_archive(house.club.id)

    with pytest.raises(ArchiveError, match="“zuglo”; choose one with --slug"):
        import_content(content, tmp_path)
    taken = import_content(content, tmp_path, slug="zuglo-regi")

    assert sorted(taken.renamed) == [("anna", "anna-2"), ("bela", "bela-2")]
    assert taken.club.slug == "zuglo-regi"
    assert build_club_archive(house.club.id) == other
    assert list(iter_findings()) == []


@pytest.mark.ci
def test_an_import_leaves_existing_users_unchanged(
    world: World, content: bytes, tmp_path: Path
) -> None:
    empty_database()
    bela = User.objects.create_user("bela-here", id=world.house.bela.id, password="kalandos")
    taken = import_content(content, tmp_path)

    bela.refresh_from_db()
    assert taken.existing == 1
    assert bela.username == "bela-here" and bela.check_password("kalandos")
    assert Membership.objects.filter(user=bela, club=taken.club).exists()
    anna = User.objects.get(username="anna")
    assert not anna.has_usable_password()


def test_refuses_an_archive_of_an_existing_club(
    world: World, content: bytes, tmp_path: Path
) -> None:
    with pytest.raises(ArchiveError, match="in the book already"):
        import_content(content, tmp_path, slug="another")


@pytest.mark.ci
def test_refuses_an_archive_with_existing_row_ids(
    world: World, content: bytes, tmp_path: Path
) -> None:
    key = WriteKey.objects.filter(club=world.house.club).values_list("pk", flat=True)[0]
    empty_database()
    house = a_house()
    WriteKey.objects.create(key=key, club=house.club, fingerprint="", made_at=house.club.founded_at)

    with pytest.raises(ArchiveError, match=r"rows/writekey\.jsonl: Rows of this club are in"):
        import_content(content, tmp_path, slug="another")


@row("R23")
def test_passwords_addresses_and_links_stay_at_home(
    world: World, content: bytes, tmp_path: Path
) -> None:
    User.objects.filter(pk=world.house.anna.pk).update(email="anna@example.org")
    whole = b"".join(files_of(build_club_archive(world.house.club.id)).values())
    secrets = [
        "anna@example.org",
        User.objects.get(pk=world.house.anna.pk).password,
        Invitation.objects.get().token_hash,
        PasswordLink.objects.get().token_hash,
    ]
    assert [one for one in secrets if one.encode() in whole] == []
    assert b"denes" not in whole, "nothing of another club"

    empty_database()
    import_content(content, tmp_path)
    assert not Invitation.objects.exists() and not PasswordLink.objects.exists()


def test_the_documents_are_there_for_people(world: World, content: bytes) -> None:
    documents = {name: data for name, data in files_of(content).items() if "sessions/" in name}

    assert len(documents) == 6
    mine = documents[f"sessions/{world.session.date}-{world.session.id}.json"]
    assert json.loads(mine)["format"] == "tarokk-session"


# --- the table of what is archived


def undecided(models: list[Any]) -> set[str]:
    """Models of which nobody has said whether they are archived."""
    return {model._meta.label for model in models} - set(ARCHIVED) - set(LEFT_OUT)


def test_every_model_of_the_site_is_archived_or_left_out_for_a_reason() -> None:
    models = apps.get_models(include_auto_created=True)

    assert undecided(models) == set()
    assert {*ARCHIVED, *LEFT_OUT} - {model._meta.label for model in models} == set()
    assert set(ARCHIVED) & set(LEFT_OUT) == set()
    assert all([*LEFT_OUT.values(), *FIELDS_LEFT_OUT.values()])


def test_a_new_model_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    short = {label: path for label, path in ARCHIVED.items() if label != "club.Season"}
    monkeypatch.setitem(globals(), "ARCHIVED", short)

    assert undecided(apps.get_models(include_auto_created=True)) == {"club.Season"}


def test_the_files_of_an_archive_have_the_names_of_the_last_release() -> None:
    released = files_of((ROOT / "tests" / "releases" / "0.3.0.zip").read_bytes())
    named = [archived.get_rows_file_name(label) for label in ARCHIVED]

    assert {name for name in released if name.startswith("rows/")} - set(named) == set()
    assert len(set(named)) == len(named)


def test_every_row_names_rows_that_are_archived_before_it() -> None:
    labels = list(ARCHIVED)
    for label in labels:
        model = apps.get_model(label)
        for field in archived.list_archived_fields(label):
            if isinstance(field, ForeignKey):
                target = field.related_model._meta.label
                known = labels[: labels.index(label) + (not archived.has_automatic_key(model))]
                assert target in known, f"{label}.{field.name} names {target}"


def test_every_archived_field_can_be_written_and_read() -> None:
    kinds = (*(kind for kind, _wanted, _read in _KINDS), ForeignKey, JSONField)
    odd = [
        f"{label}.{field.name}"
        for label in ARCHIVED
        for field in archived.list_archived_fields(label)
        if not isinstance(field, kinds)
    ]
    assert odd == []
    assert all(
        name in {f.name for f in archived.list_archived_fields(of)} for of, name in NAMED_IN.items()
    )


@pytest.mark.ci
def test_an_archive_of_an_older_program_comes_in(
    world: World, content: bytes, tmp_path: Path
) -> None:
    """A field that did not exist then gets its default, a model of today has no rows."""
    Draft.objects.all().delete()
    content = build_club_archive(world.house.club.id)

    def older(data: bytes) -> bytes:
        told = json.loads(data)
        told["schema"] = told["schema"][:-1]
        del told["files"]["rows/draft.jsonl"]
        return json.dumps(told).encode()

    shorter = first_row(lambda row: row.pop("demo"))
    files = files_of(tamper(content, manifest=older, club=shorter))
    del files["rows/draft.jsonl"]
    old = packed(files)
    empty_database()

    import_content(old, tmp_path)
    assert build_club_archive(world.house.club.id) == content
    empty_database()
    with pytest.raises(ArchiveError, match=r"club\.jsonl:1: “demo” is missing"):
        import_content(tamper(content, club=shorter), tmp_path)


# --- the ways in and out


def test_commands_export_and_import_a_club(world: World, tmp_path: Path) -> None:
    path, said = tmp_path / "out.zip", StringIO()
    call_command("export_club", "zuglo", file=path, stdout=said)
    empty_database()
    call_command("import_club", path, slug="here", stdout=said)

    assert path.stat().st_mode & 0o777 == 0o600
    assert "“Zugló” is here, at /c/here/, and its book agrees" in said.getvalue()
    assert "manage.py changepassword anna" in said.getvalue()


@pytest.mark.ci
def test_the_commands_report_their_errors(world: World, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no club “nowhere”"):
        call_command("export_club", "nowhere")
    with pytest.raises(CommandError, match="No such file"):
        call_command("export_club", "zuglo", file=tmp_path / "none" / "x.zip")
    with pytest.raises(CommandError, match=r"Nothing was changed\. .*no such file"):
        call_command("import_club", tmp_path / "none.zip")
    with pytest.raises(CommandError, match="letters, digits and hyphens"):
        call_command("import_club", "x.zip", "--slug=a b")


def test_a_book_that_cannot_be_played_is_not_written(world: World, tmp_path: Path) -> None:
    Entry.objects.filter(session=world.session).update(record={"type": "hand"})
    with pytest.raises(CommandError, match="run audit_ledger"):
        call_command("export_club", "zuglo", file=tmp_path / "out.zip")
    assert list(tmp_path.iterdir()) == []


def test_owner_downloads_the_archive_and_the_log_records_it(client: Client, world: World) -> None:
    url = reverse("club:archive_file", args=["zuglo"])
    client.force_login(world.house.anna)
    before = build_club_archive(world.house.club.id)
    assert url in client.get(reverse("club:club", args=["zuglo"])).content.decode()
    answer = client.get(url)

    assert answer["Content-Disposition"] == 'attachment; filename="zuglo-archive.zip"'
    assert answer["Content-Type"] == "application/zip"
    assert files_of(answer.content).keys() == files_of(before).keys()
    line = AuditLine.objects.latest("pk")
    assert (line.act, line.facts) == ("exported_club", {"file": "archive.zip"})

    secretary = world.people["secretary"]
    assert secretary
    client.force_login(secretary)
    assert url not in client.get(reverse("club:club", args=["zuglo"])).content.decode()
    assert client.get(url).status_code == 403


@pytest.mark.ci
def test_an_export_reads_one_snapshot_without_blocking_writers(transactional_db: None) -> None:
    house = a_house()
    session = a_session(house)

    def write() -> None:
        try:
            recorded(house, session, a_hand(house))
        finally:
            connection.close()

    with read_from_snapshot():
        before = Posting.objects.count()
        writer = threading.Thread(target=write)
        writer.start()
        writer.join(20)
        assert not writer.is_alive()
        assert Posting.objects.count() == before == 0
    assert Posting.objects.count() == 1


def test_a_hand_saved_during_the_export_is_whole_or_absent(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = a_house()
    session = a_session(house)
    recorded(house, session, a_hand(house))

    def write() -> None:
        try:
            recorded(house, session, a_hand(house, "Béla", "Dóra"))
        finally:
            connection.close()

    def documents(club_id: UUID) -> Iterator[Session]:
        """The sessions of the archive; before the first one somebody records a hand."""
        writer = threading.Thread(target=write)
        writer.start()
        writer.join(20)
        assert not writer.is_alive()
        yield from iter_archived_sessions(club_id)

    monkeypatch.setattr(exports, "iter_archived_sessions", documents)
    files = files_of(build_club_archive(house.club.id))

    assert Posting.objects.count() == 2
    assert len(files["rows/entry.jsonl"].splitlines()) == 1
    assert len(files["rows/booking.jsonl"].splitlines()) == 1
    (document,) = (data for name, data in files.items() if name.startswith("sessions/"))
    assert len(json.loads(document)["events"]) == 1


@row("S61")
def test_an_erased_user_is_exported_under_the_pseudonym(content: bytes) -> None:
    people = files_of(content)["rows/user.jsonl"].decode()
    assert "Dénes" not in b"".join(files_of(content).values()).decode(errors="replace")
    assert '"denes"' not in people
    assert '"username":"erased-' in people
