"""Import a club from the archive of another site."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import Any
from uuid import UUID, uuid4

from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError
from django.db.models import ForeignKey, Model
from django.utils.translation import gettext as _

from scoring.core.events import Hand
from scoring.core.game import find_roles
from scoring.games import GAMES
from tarokk_club.club.audit.queries import BROKEN, iter_findings
from tarokk_club.club.merging.usecases.merges import MergeRepair, repair_merges_in_write
from tarokk_club.club.models import (
    Club,
    Entry,
    FinalRow,
    Membership,
    Posting,
    Receipt,
    Role,
    Session,
    Tally,
    User,
)
from tarokk_club.club.money.usecases.charges import link_paid_fees
from tarokk_club.club.session.queries.replay.session_replay import extract_table_state
from tarokk_club.club.session.queries.replay.tallies import build_tally, replay_sessions_of_club
from tarokk_club.club.transfer.archived import (
    ARCHIVED,
    USER,
    get_rows_file_name,
    has_automatic_key,
    list_archived_fields,
)
from tarokk_club.club.transfer.usecases.incoming_archive import ArchiveError, IncomingArchive
from tarokk_club.club.transfer.usecases.rows import add_rows, update_field_of_rows
from tarokk_club.club.writing.unit_of_work import ClubWrite, Submission
from tarokk_club.database.write_lock import write_lock

BATCH = 500
# The number of sessions held in memory at once.
SESSIONS = 50


@dataclass(slots=True)
class ImportResult:
    """The result of an import.

    existing: number of accounts that already existed, which are not changed.
    created: number of accounts created.
    owners: usernames of the club's owners.
    renamed: old and new username of each account whose username was taken.
    repairs: repairs of merged players who have entries after the merge.
    """

    club: Club
    existing: int = 0
    created: int = 0
    owners: list[str] = field(default_factory=list)
    renamed: list[tuple[str, str]] = field(default_factory=list)
    repairs: list[MergeRepair] = field(default_factory=list)


def import_club(*, archive: IncomingArchive, slug: str | None = None) -> ImportResult:
    """Import the club of an archive, and return the result.

    Accounts are matched by id, or created without a password.

    slug: new slug of the club; None to use the archived one.

    Raise ArchiveError if the archive cannot be imported; nothing is imported then.
    """
    (club,) = archive.iter_rows("club.Club")
    assert isinstance(club, Club)  # noqa: S101 - narrows the type
    club.slug = slug or club.slug
    result = ImportResult(club)
    try:
        with write_lock():
            _require_no_existing_rows(archive, club)
            _add_users(archive, result)
            _add_club_rows(archive, club)
            link_paid_fees(club.id)
            Receipt.create_missing(club.id)
            with _convert_replay_errors():
                _set_hat_wearers(club.id)
                _save_derived_data(club.id)
                form = Submission(key=uuid4(), by=None)
                result.repairs = repair_merges_in_write(ClubWrite(club, form, [], ""))
                _require_clean_audit(club.id)
    except IntegrityError as error:
        text = _("Rows of the archive do not agree with one another, or with this book.")
        raise ArchiveError(text) from error
    owners = Membership.objects.filter(club=club).select_related("user").order_by("since")
    result.owners = [owner.user.username for owner in owners if Role.OWNER in owner.roles]
    return result


def _require_no_existing_rows(archive: IncomingArchive, club: Club) -> None:
    """Raise ArchiveError if the club, its slug or any of its rows already exists."""
    if Club.objects.filter(pk=club.pk).exists():
        raise ArchiveError(_("This club is in the book already."))
    if Club.objects.filter(slug=club.slug).exists():
        text = _("Another club has the address “%(slug)s”; choose one with --slug.")
        raise ArchiveError(text % {"slug": club.slug})
    for label in ARCHIVED:
        if label == USER or has_automatic_key(apps.get_model(label)):
            continue
        ids = iter(archive.get_ids(label))
        while batch := list(islice(ids, BATCH)):
            if apps.get_model(label)._base_manager.filter(pk__in=batch).exists():
                text = _("Rows of this club are in the book already.")
                raise ArchiveError(text, get_rows_file_name(label))


def _add_users(archive: IncomingArchive, result: ImportResult) -> None:
    existing = set(User.objects.filter(pk__in=archive.get_ids(USER)).values_list("pk", flat=True))
    names = set(User.objects.values_list("username", flat=True))
    new = []
    for user in archive.iter_rows(USER):
        assert isinstance(user, User)  # noqa: S101 - narrows the type
        if user.pk in existing:
            continue
        username = user.username
        user.username = next(name for name in _propose_usernames(username) if name not in names)
        names.add(user.username)
        if user.username != username:
            result.renamed.append((username, user.username))
        # No password is usable; the operator or an owner creates a link to set one.
        user.password = make_password(None)
        new.append(user)
    add_rows(new)
    result.existing, result.created = len(existing), len(new)


def _propose_usernames(name: str) -> Iterator[str]:
    yield name
    number = 2
    while True:
        yield f"{name[:70]}-{number}"
        number += 1


def _save_derived_data(club_id: UUID) -> None:
    """Save the data that archives do not contain: tallies, and table states after each event."""
    courses = replay_sessions_of_club(club_id)
    while batch := list(islice(courses, SESSIONS)):
        Tally.objects.bulk_create([build_tally(session, course) for session, course in batch])
        played = [event for _session, course in batch for event in course.played]
        states = ((event.item.entry_id, extract_table_state(event.step.after)) for event in played)
        update_field_of_rows(Posting, "after", states)


def _set_hat_wearers(club_id: UUID) -> None:
    """Set the last wearer of the hat in sessions from old archives, which do not record it."""
    games = [key for key, game in GAMES.items() if game.hat]
    entries = Entry.objects.filter(
        session__club=club_id, session__mayor=None, session__game__in=games, deleted=False
    )
    mayors: dict[UUID, str] = {}
    for entry in entries.order_by("position").select_related("session"):
        game = entry.session.played_game
        event = entry.read_event(game)
        victim = find_roles(game, event.record).victim if isinstance(event, Hand) else ""
        mayors |= {entry.session_id: victim} if victim else {}
    for session_id, mayor in mayors.items():
        Session.objects.filter(pk=session_id).update(mayor=mayor)


def _add_club_rows(archive: IncomingArchive, club: Club) -> None:
    """Insert all rows except accounts, in the order of ARCHIVED, with new automatic keys."""
    numbers: dict[str, list[int]] = {}
    for label in ARCHIVED:
        if label == USER:
            continue
        rows: Iterator[Model] = iter([club]) if label == "club.Club" else archive.iter_rows(label)
        new_keys = (
            numbers.setdefault(label, []) if has_automatic_key(apps.get_model(label)) else None
        )
        while batch := list(islice(rows, BATCH)):
            _resolve_line_numbers(label, batch, numbers)
            add_rows(batch)
            if new_keys is not None:
                new_keys += [row.pk for row in batch]
    tables = numbers["club.FinalTable"]
    final_rows = list(archive.iter_final_rows())
    for row in final_rows:
        row.table_id = tables[row.table_id - 1]
    FinalRow.objects.bulk_create(final_rows, batch_size=BATCH)


def _resolve_line_numbers(label: str, rows: list[Model], numbers: dict[str, list[int]]) -> None:
    """Replace line numbers in foreign keys with the new automatic keys.

    numbers: by model, the new keys in the order of the archive's lines.
    """
    for archived_field in list_archived_fields(label):
        target: Any = archived_field.related_model
        if not isinstance(archived_field, ForeignKey) or not has_automatic_key(target):
            continue
        new_keys = numbers[target._meta.label]
        for row in rows:
            place = getattr(row, archived_field.attname)
            if place is not None:
                setattr(row, archived_field.attname, new_keys[place - 1])


@contextmanager
def _convert_replay_errors() -> Iterator[None]:
    """Turn errors of a replay in the block into ArchiveError."""
    try:
        yield
    except (*BROKEN, RecursionError) as error:
        raise ArchiveError(_("The book in the archive does not agree with itself.")) from error


def _require_clean_audit(club_id: UUID) -> None:
    """Raise ArchiveError if the audit finds any inconsistency."""
    finding = next(iter_findings(club_id), None)
    if finding:
        place = f"{finding.check} session={finding.session_id} {finding.detail}"
        text = _("The book in the archive does not agree with itself: %(where)s.")
        raise ArchiveError(text % {"where": place})
