"""Archives of clubs for tests: complete archives, and archives that were tampered with."""

import hashlib
import json
import zipfile
from collections.abc import Callable, Mapping
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import transaction

from scoring.answer import build_result
from scoring.document import read_head
from support.attackers import World, a_danish_session, a_world
from support.club_factories import PASSED_OUT, a_form, a_hand, a_session, a_user, recorded
from support.money_tables import record_cash_count
from support.planned_evenings import start_first_table
from support.rule_sets import a_rule_set
from support.tournament_tables import a_penalty, begun, change_seats, with_a_prize
from tarokk_club.club.models import (
    ClosedYear,
    Club,
    Draft,
    Membership,
    MoneyRules,
    Payment,
    PaymentConfirmation,
    PlannedEvening,
    Player,
    Role,
    Season,
)
from tarokk_club.club.people.usecases.members import remove_member
from tarokk_club.club.privacy.usecases.erasing import erase_person
from tarokk_club.club.seasons.usecases import close_season
from tarokk_club.club.session.queries.sessions.session_outcomes import load_session_outcome
from tarokk_club.club.session.usecases.events import record_event
from tarokk_club.club.session.usecases.sessions import bin_session, close_session
from tarokk_club.club.sheet.exports.document import build_session_document
from tarokk_club.club.tournaments.draw.manual_seat_changes import ManualSeatChange
from tarokk_club.club.transfer.archived import MANIFEST
from tarokk_club.club.transfer.queries import iter_archived_sessions
from tarokk_club.club.transfer.usecases.import_club import ImportResult, import_club
from tarokk_club.club.transfer.usecases.incoming_archive import open_archive
from tarokk_club.club.values.draws import SeatChangeKind

Edit = Callable[[bytes], bytes]


def a_full_world() -> World:
    """Create two clubs; Anna's has sessions of two games, corrections, drafts, logs and links."""
    world = a_world()
    house = world.house
    Player.objects.create(club=house.club, name='=SUM(A1) "Pöttyös"; \u202fÁrvíz', user=house.bela)
    danish = a_danish_session(house)
    recorded(house, danish, {"type": "fine", "player": house.players["Anna"], "severity": "minor"})
    close_session(session_id=danish.id, form=a_form(house.anna))
    binned = a_session(house, title="Pince")
    recorded(house, binned, a_hand(house) | {"note": "újra?"})
    bin_session(session_id=binned.id, form=a_form(house.anna))
    gone = a_user("gone", club=house.club, roles=(Role.MEMBER,))
    remove_member(club_id=house.club.id, form=a_form(), user_id=gone.pk)
    erase_person(club_id=house.club.id, form=a_form(), player_id=_former(world))
    payment = Payment.objects.filter(club=house.club).first()
    assert payment
    payment.claimed = True
    payment.save()
    PaymentConfirmation.objects.get_or_create(
        payment=payment, defaults={"made_by": house.anna, "made_at": binned.created_at}
    )
    bank = {"beneficiary": "Zuglói Kör", "iban": "BE72000000001616"}
    MoneyRules.objects.update_or_create(club=house.club, defaults=bank)
    a_rule_set(house, "Kovács szabályai", preset="pagat", xx_discard=False)
    past = Season.objects.create(
        club=house.club, name="2020", starts=date(2020, 1, 1), ends=date(2020, 12, 31)
    )
    close_season(club_id=house.club.id, form=a_form(), season_id=past.pk)
    cup = house.club.tournaments.get(pk=world.values["tournament_id"])
    (table,) = begun(house, cup)
    change_seats(house, cup, ManualSeatChange(SeatChangeKind.TABLE, table.seats[0], table=1))
    start_first_table(house, PlannedEvening.objects.filter(club=house.club)[0])
    with_a_prize(house, cup)
    a_penalty(house, cup)
    cup.corrections.create(
        name_before="Kupa",
        name_after=cup.name,
        before={"rounds": 1},
        after={"rounds": 2},
        entered=[str(world.session.seats[0])],
        reason="kimaradt",
        made_by=house.anna,
        made_at=binned.created_at,
    )
    record_cash_count(house, 120, "harminc hiányzik")
    ClosedYear.objects.create(
        club=house.club,
        year=2019,
        figures={},
        fingerprint="0" * 64,
        made_by=house.anna,
        made_at=binned.created_at,
    )
    Draft.objects.create(
        session=world.session, record={"z": 1, "a": 2}, user=house.anna, at=binned.created_at
    )
    return world


def _former(world: World) -> UUID:
    """Create a former player of Anna's club who is still a member of the other club."""
    other = world.people["other"]
    assert other
    house = world.house
    Membership.objects.create(user=other, club=house.club, roles=[Role.SCORER.value])
    record_event(session_id=world.session.id, form=a_form(other), raw=PASSED_OUT)
    return Player.objects.create(club=house.club, name="Dénes Titok", user=other).id


def empty_database() -> None:
    """Delete every row of the database, as on a new site."""
    # In one transaction, because rows temporarily refer to deleted rows.
    with transaction.atomic():
        for model in apps.get_app_config("club").get_models(include_auto_created=True):
            model._base_manager.all()._raw_delete("default")


def import_content(content: bytes, folder: Path, *, slug: str | None = None) -> ImportResult:
    """Import an archive and return the result."""
    path = folder / "club.zip"
    path.write_bytes(content)
    with open_archive(path) as archive:
        return import_club(archive=archive, slug=slug)


def files_of(content: bytes) -> dict[str, bytes]:
    """Return the content of each file of an archive, by name."""
    with zipfile.ZipFile(BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return an archive of these files."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def tamper(content: bytes, **edits: Edit) -> bytes:
    """Return the archive with some files edited and its manifest updated.

    edits: name of a model, or "manifest", to the function that edits its file.
    """
    files = files_of(content)
    for model, edit in edits.items():
        name = MANIFEST if model == "manifest" else f"rows/{model}.jsonl"
        files[name] = edit(files[name])
    told = json.loads(files[MANIFEST])
    for name in told["files"]:
        if name in files:
            data = files[name]
            sums = {"lines": data.count(b"\n"), "sha256": hashlib.sha256(data).hexdigest()}
            told["files"][name] = sums
    files[MANIFEST] = json.dumps(told).encode()
    return packed(files)


def first_row(change: Callable[[dict[str, Any]], object]) -> Edit:
    """Return an edit that changes the first row of a file."""

    def edit(data: bytes) -> bytes:
        head, _, rest = data.partition(b"\n")
        row = json.loads(head)
        change(row)
        text = json.dumps(row, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return text.encode() + b"\n" + rest

    return edit


def documents_hash(club: Club) -> str:
    """Return a hash of all sessions of a club: their events and the points that these pay.

    Ids, times, rules and the schema are left out, because other programs may write them
    differently.
    """
    found = sorted(
        _played(build_session_document(load_session_outcome(session)))
        for session in iter_archived_sessions(club.id)
    )
    return hashlib.sha256(b"".join(found)).hexdigest()


def _played(document: bytes) -> bytes:
    """Return the events of a session document and the points that they pay, as JSON."""
    raw = json.loads(document)
    told = build_result(read_head(raw))
    del raw["rules"]
    raw.pop("schema", None)
    for entry in told["hands"] + told["events"]:
        entry["lines"] = [[line["item"], line["points"]] for line in entry["lines"]]
    return json.dumps([raw, told], ensure_ascii=False, sort_keys=True).encode()
