"""Import the archive of a whole club from another site."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import Any
from uuid import UUID, uuid4

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError
from django.db.models import ForeignKey, Model
from django.utils.translation import gettext as _

from scoring.core.events import Hand
from scoring.core.game import roles_of
from scoring.games import GAMES
from tarokk_club.club.audit.queries import BROKEN, findings
from tarokk_club.club.merging.usecases.merges import Healing, heal_merges_within
from tarokk_club.club.models import (
    Booking,
    Club,
    Entry,
    FinalRow,
    Membership,
    Receipt,
    Role,
    Session,
    Tally,
    User,
)
from tarokk_club.club.money.usecases.charges import link_paid_fees
from tarokk_club.club.session.queries.replay import state_of
from tarokk_club.club.session.queries.tallies import build_tally, replay_sessions_of_club
from tarokk_club.club.transfer.archived import (
    ARCHIVED,
    USER,
    fields_of,
    file_of,
    has_automatic_key,
    label_of,
    model_of,
)
from tarokk_club.club.transfer.usecases.incoming_archive import ArchiveError, IncomingArchive
from tarokk_club.club.transfer.usecases.rows import add_rows, write_over
from tarokk_club.club.writing.unit_of_work import ClubWrite, Submission
from tarokk_club.database.write_lock import write_lock

BATCH = 500
# The number of sessions held in memory at once.
SESSIONS = 50


@dataclass(slots=True)
class ImportResult:
    """The result of an import.

    known: number of accounts that existed before, which are not changed.
    made: number of accounts created.
    owners: usernames of the club's owners.
    renamed: (wished, given) for each username that was taken.
    healed: merged players on whom something was posted after the merge.
    """

    club: Club
    known: int = 0
    made: int = 0
    owners: list[str] = field(default_factory=list)
    renamed: list[tuple[str, str]] = field(default_factory=list)
    healed: list[Healing] = field(default_factory=list)


def import_club(*, archive: IncomingArchive, slug: str | None = None) -> ImportResult:
    """Import the club unchanged, to the last posting, under `slug` or its old one.

    Accounts are matched by id, or created without a password.

    Raise ArchiveError, in which case nothing is imported.
    """
    (club,) = archive.rows("club.Club")
    assert isinstance(club, Club)  # noqa: S101 - narrows the type
    club.slug = slug or club.slug
    taken = ImportResult(club)
    try:
        with write_lock():
            _refuse_existing(archive, club)
            _add_people(archive, taken)
            _add_book(archive, club)
            link_paid_fees(club.id)
            Receipt.add_missing(club.id)
            with _in_agreement():
                _put_on_hats(club.id)
                _derive(club.id)
                form = Submission(key=uuid4(), by=None)
                taken.healed = heal_merges_within(ClubWrite(club, form, [], ""))
                _audit(club.id)
    except IntegrityError as error:
        text = _("Rows of the archive do not agree with one another, or with this book.")
        raise ArchiveError(text) from error
    owners = Membership.objects.filter(club=club).select_related("user").order_by("since")
    taken.owners = [one.user.username for one in owners if Role.OWNER in one.roles]
    return taken


def _refuse_existing(archive: IncomingArchive, club: Club) -> None:
    """Raise ArchiveError if the club, its slug or any of its rows exists, because ids are never
    changed.
    """
    if Club.objects.filter(pk=club.pk).exists():
        raise ArchiveError(_("This club is in the book already."))
    if Club.objects.filter(slug=club.slug).exists():
        text = _("Another club has the address “%(slug)s”; choose one with --slug.")
        raise ArchiveError(text % {"slug": club.slug})
    for label in ARCHIVED:
        if label == USER or has_automatic_key(model_of(label)):
            continue
        ids = iter(archive.ids(label))
        while some := list(islice(ids, BATCH)):
            if model_of(label)._base_manager.filter(pk__in=some).exists():
                text = _("Rows of this club are in the book already.")
                raise ArchiveError(text, file_of(label))


def _add_people(archive: IncomingArchive, taken: ImportResult) -> None:
    known = set(User.objects.filter(pk__in=archive.ids(USER)).values_list("pk", flat=True))
    names = set(User.objects.values_list("username", flat=True))
    new = []
    for user in archive.rows(USER):
        assert isinstance(user, User)  # noqa: S101 - narrows the type
        if user.pk in known:
            continue
        wished = user.username
        user.username = next(name for name in _proposals(wished) if name not in names)
        names.add(user.username)
        if user.username != wished:
            taken.renamed.append((wished, user.username))
        # Unusable: the operator or an owner creates a link for a new password.
        user.password = make_password(None)
        new.append(user)
    add_rows(new)
    taken.known, taken.made = len(known), len(new)


def _proposals(name: str) -> Iterator[str]:
    yield name
    number = 2
    while True:
        yield f"{name[:70]}-{number}"
        number += 1


def _derive(club_id: UUID) -> None:
    """Write what archives omit because the hands imply it: tallies, and the table state after each
    event.
    """
    courses = replay_sessions_of_club(club_id)
    while some := list(islice(courses, SESSIONS)):
        Tally.objects.bulk_create([build_tally(session, course) for session, course in some])
        played = [done for _session, course in some for done in course.played]
        states = ((done.item.entry_id, state_of(done.step.after)) for done in played)
        write_over(Booking, "after", states)


def _put_on_hats(club_id: UUID) -> None:
    """Set the last wearer of the hat from the hands, for archives from before there were
    seasons.
    """
    games = [key for key, game in GAMES.items() if game.hat]
    entries = Entry.objects.filter(
        session__club=club_id, session__mayor=None, session__game__in=games, deleted=False
    )
    mayors: dict[UUID, str] = {}
    for entry in entries.order_by("position").select_related("session"):
        game = entry.session.played_game
        event = entry.event(game)
        victim = roles_of(game, event.record).victim if isinstance(event, Hand) else ""
        mayors |= {entry.session_id: victim} if victim else {}
    for session_id, mayor in mayors.items():
        Session.objects.filter(pk=session_id).update(mayor=mayor)


def _add_book(archive: IncomingArchive, club: Club) -> None:
    """Add all rows except accounts, in the order of ARCHIVED, with new automatic keys."""
    numbers: dict[str, list[int]] = {}
    for label in ARCHIVED:
        if label == USER:
            continue
        rows: Iterator[Model] = iter([club]) if label == "club.Club" else archive.rows(label)
        counted = numbers.setdefault(label, []) if has_automatic_key(model_of(label)) else None
        while some := list(islice(rows, BATCH)):
            _resolve(label, some, numbers)
            add_rows(some)
            if counted is not None:
                counted += [row.pk for row in some]
    tables = numbers["club.FinalTable"]
    final_rows = list(archive.final_rows())
    for row in final_rows:
        row.table_id = tables[row.table_id - 1]
    FinalRow.objects.bulk_create(final_rows, batch_size=BATCH)


def _resolve(label: str, rows: list[Model], numbers: dict[str, list[int]]) -> None:
    """Replace line numbers in foreign keys by the new keys of the rows."""
    for one in fields_of(label):
        target: Any = one.related_model
        if not isinstance(one, ForeignKey) or not has_automatic_key(target):
            continue
        given = numbers[label_of(target)]
        for row in rows:
            place = getattr(row, one.attname)
            if place is not None:
                setattr(row, one.attname, given[place - 1])


@contextmanager
def _in_agreement() -> Iterator[None]:
    """Raise ArchiveError for errors of a replay, which mean that the archive is inconsistent."""
    try:
        yield
    except (*BROKEN, RecursionError) as error:
        raise ArchiveError(_("The book in the archive does not agree with itself.")) from error


def _audit(club_id: UUID) -> None:
    """Raise ArchiveError if the audit finds any inconsistency."""
    found = next(findings(club_id), None)
    if found:
        where = f"{found.check} session={found.session_id} {found.detail}"
        text = _("The book in the archive does not agree with itself: %(where)s.")
        raise ArchiveError(text % {"where": where})
