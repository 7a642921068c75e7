"""API endpoints that write: the same use cases as the pages, in the same unit of work."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.urls import reverse
from ninja import Query

from scoring.core.problem import Problem
from tarokk_club.club.api import shapes
from tarokk_club.club.api.operations import note_write
from tarokk_club.club.api.views.reading import addresses
from tarokk_club.club.api.writes import (
    describe_write,
    expected_version,
    has_key,
    parse_body,
    submission_of,
)
from tarokk_club.club.models import Balance, Booking, Club, Session
from tarokk_club.club.pages.loaders import MemberRequest
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.session.queries.change_replay import (
    Effect,
    preview_correction,
    preview_insert,
)
from tarokk_club.club.session.usecases.entries import players_in
from tarokk_club.club.session.usecases.events import (
    correct_event,
    delete_event,
    record_event,
    restore_event,
)
from tarokk_club.club.transfer.usecases.import_look import preview_document
from tarokk_club.club.transfer.usecases.import_session import import_session
from tarokk_club.club.transfer.usecases.incoming import read_incoming
from tarokk_club.club.transfer.usecases.present_players import with_present_players
from tarokk_club.club.writing.errors import LaterEntryError, RefusedError, StaleError
from tarokk_club.club.writing.gone_players import require_nobody_gone
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Entered, Repeat, Saved

# Created, now or when the key was first sent; or a dry run.
CREATING = (201, 200)
# One URL handles both GET and POST, so both methods share a router.
router, ACCESS = addresses.router, addresses.access


@addresses.club(
    "/sessions",
    name="api_sessions",
    post=Right.CORRECT,
    answers=shapes.Written,
    statuses=CREATING,
    summary="Take in a session document",
    extra=describe_write(shapes.Document, versioned=False),
)
def write_session(
    request: MemberRequest, club: Club, asked: Query[shapes.SessionAsked]
) -> shapes.Written:
    """Import a whole session; unknown names become players, and the key becomes the session's
    id.

    A document that the club has already is refused with 409; with `again=true` it is saved.
    """
    form = submission_of(request, request.user, versioned=False)
    incoming = read_incoming(request.body, today=today(club))
    with_present_players(club.id, incoming).require_good(as_named=True)
    totals = dict(zip(incoming.names.values(), preview_document(incoming).totals, strict=True))
    written = shapes.Written(
        dry_run=asked.dry_run, session=None, entry=None, version=None, net={}, totals=totals
    )
    if not asked.dry_run:
        taken = import_session(club_id=club.id, form=form, incoming=incoming, once=not asked.again)
        written.session, written.version = taken.id, taken.version
        place = reverse("club:api_session", args=[club.slug, taken.id])
        note_write(request, taken.version, place)
    return written


@addresses.session(
    "/hands",
    name="api_hands",
    post=Right.ENTER,
    answers=shapes.Written,
    statuses=CREATING,
    summary="Enter a hand",
    extra=describe_write(shapes.Record, versioned=False, keyed=False),
)
def write_hand(
    request: MemberRequest, session: Session, asked: Query[shapes.HandAsked]
) -> shapes.Written:
    """Add a hand or another event at the end of the session; the key becomes its id.

    Another key is another hand. Without a key, the same content within two minutes is refused
    with 409 `same_hand`; with `again=true` it is saved. Void hands are saved each time.
    """
    form = submission_of(request, request.user, versioned=False, keyed=False)
    raw = parse_body(request)
    if asked.dry_run:
        return _dry_run(request, session, raw, None)
    repeat = Repeat.RECORD if asked.again or has_key(request) else Repeat.ASK
    form = replace(form, entered=Entered(repeat=repeat))
    saved = record_event(session_id=session.id, form=form, raw=raw)
    place = reverse("club:api_hand", args=[session.club.slug, session.id, saved.entry_id])
    note_write(request, saved.change.seq, place)
    return _booked(session, saved)


@addresses.session(
    "/hands/{uuid:entry_id}",
    name="api_hand",
    post=Right.CORRECT,
    verb="put",
    answers=shapes.Written,
    summary="Correct a hand",
    extra=describe_write(shapes.Record, versioned=True),
)
def replace_hand(
    request: MemberRequest, session: Session, entry_id: UUID, asked: Query[shapes.WriteOptions]
) -> shapes.Written:
    """Replace the record of an entry; the old record remains in the history."""
    return _corrected(request, session, entry_id, asked)


@addresses.session(
    "/hands/{uuid:entry_id}",
    name="api_hand",
    post=Right.CORRECT,
    answers=shapes.Written,
    summary="Correct a hand, as PUT does",
    extra=describe_write(shapes.Record, versioned=True),
)
def correct_hand(
    request: MemberRequest, session: Session, entry_id: UUID, asked: Query[shapes.WriteOptions]
) -> shapes.Written:
    """Replace the record of an entry, for clients without PUT."""
    return _corrected(request, session, entry_id, asked)


@addresses.session(
    "/hands/{uuid:entry_id}",
    name="api_hand",
    post=Right.CORRECT,
    verb="delete",
    answers=shapes.Written,
    summary="Delete a hand",
    extra=describe_write(None, versioned=True),
)
def delete_hand(
    request: MemberRequest, session: Session, entry_id: UUID, asked: Query[shapes.DeleteOptions]
) -> shapes.Written:
    """Delete an entry; it stays in the history, and `restore` brings it back."""
    form = submission_of(request, request.user, versioned=True, reason=asked.reason)
    saved = delete_event(session_id=session.id, form=form, entry_id=entry_id)
    note_write(request, saved.change.seq)
    return _booked(session, saved)


@addresses.session(
    "/hands/{uuid:entry_id}/restore",
    name="api_restore",
    post=Right.ENTER,
    answers=shapes.Written,
    summary="Restore a deleted hand",
    extra=describe_write(None, versioned=True),
)
def restore_hand(
    request: MemberRequest, session: Session, entry_id: UUID, asked: Query[shapes.DeleteOptions]
) -> shapes.Written:
    """Restore a deleted entry to its old place."""
    form = submission_of(request, request.user, versioned=True, reason=asked.reason)
    saved = restore_event(session_id=session.id, form=form, entry_id=entry_id)
    note_write(request, saved.change.seq)
    return _booked(session, saved)


def _corrected(
    request: MemberRequest, session: Session, entry_id: UUID, asked: shapes.WriteOptions
) -> shapes.Written:
    form = submission_of(request, request.user, versioned=True, reason=asked.reason)
    raw = parse_body(request)
    if asked.dry_run:
        return _dry_run(request, session, raw, entry_id)
    saved = correct_event(session_id=session.id, form=form, entry_id=entry_id, raw=raw)
    note_write(request, saved.change.seq)
    return _booked(session, saved)


def _booked(session: Session, saved: Saved) -> shapes.Written:
    booking = Booking.objects.filter(entry=saved.entry_id).first()
    totals = Balance.objects.filter(session=session).order_by("player_id")
    return shapes.Written(
        dry_run=False,
        session=session.id,
        entry=saved.entry_id,
        version=saved.change.seq,
        net=booking.net if booking else {},
        totals={str(player): won for player, won in totals.values_list("player_id", "points")},
    )


def _dry_run(
    request: MemberRequest, session: Session, raw: Any, entry_id: UUID | None
) -> shapes.Written:
    """Return the result of a dry run, or raise the same errors as the write."""
    version = expected_version(request, needed=False)
    if version not in (None, session.version):
        raise StaleError(session.version, ())
    _check(session, raw)
    if entry_id:
        effect = preview_correction(session, entry_id, raw)
    else:
        effect = preview_insert(session, raw)
    _refuse(effect)
    mine = [one for one in effect.moved if one.entry_id == entry_id or one.before is None]
    return shapes.Written(
        dry_run=True,
        session=session.id,
        entry=entry_id,
        version=session.version,
        net=dict(mine[0].after.net) if mine and mine[0].after else {},
        totals={player: after for player, (_before, after) in sorted(effect.totals.items())},
    )


def _check(session: Session, raw: Any) -> None:
    """Check what the use case checks besides the rules of the game."""
    if session.binned_at:
        raise RefusedError([Problem("session_binned", "")])
    require_nobody_gone(session.club_id, {"raw": raw})
    if not isinstance(raw, dict) or raw.get("type") != "join":
        return
    player = raw.get("player")
    if isinstance(player, str) and player not in players_in(session.club_id, [player]):
        raise RefusedError([Problem("no_such_player", "player")])


def _refuse(effect: Effect) -> None:
    if effect.problems:
        raise RefusedError(list(effect.problems))
    if effect.fault:
        fault = effect.fault
        raise LaterEntryError(list(fault.problems), fault.item.entry_id, fault.number)
