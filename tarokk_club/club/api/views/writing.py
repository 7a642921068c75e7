"""API endpoints that write sessions and hands through the use cases of the pages."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from django.urls import reverse
from ninja import Query

from tarokk_club.club.api import shapes
from tarokk_club.club.api.operations import store_write_result
from tarokk_club.club.api.views.reading import endpoints
from tarokk_club.club.api.writes import (
    describe_write,
    has_idempotency_key,
    parse_json_body,
    read_api_submission,
)
from tarokk_club.club.models import Balance, Club, Posting, Session
from tarokk_club.club.pages.loaders import MemberRequest
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.session.usecases.events import (
    correct_event,
    delete_event,
    record_event,
    restore_event,
)
from tarokk_club.club.transfer.usecases.session_documents import (
    import_session,
    preview_document,
    read_incoming_document,
    replace_merged_names,
)
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Entered, Repeat, Saved, Submission

# 201 if something was created, now or when the key was first sent; 200 for a dry run.
CREATING = (201, 200)
# The same router as for reading, because some URLs accept both GET and POST.
router, ACCESS = endpoints.router, endpoints.access


@endpoints.declare_club_endpoint(
    "api_sessions",
    post=Right.CORRECT,
    answers=shapes.Written,
    statuses=CREATING,
    summary="Take in a session document",
    extra=describe_write(shapes.Document, versioned=False),
)
def write_session(
    request: MemberRequest, club: Club, options: Query[shapes.SessionOptions]
) -> shapes.Written:
    """Import a whole session; unknown names become players.

    The idempotency key becomes the session's id.


    A document that the club already has is refused with 409, unless `again=true`.
    """
    form = replace(
        read_api_submission(request, request.user, versioned=False), dry_run=options.dry_run
    )
    incoming = read_incoming_document(request.body, today=get_today(club))
    replace_merged_names(club.id, incoming).require_importable(as_named=True)
    totals = dict(zip(incoming.names.values(), preview_document(incoming).totals, strict=True))
    taken = import_session(club_id=club.id, form=form, incoming=incoming, once=not options.again)
    written = shapes.Written(
        dry_run=options.dry_run, session=None, entry=None, version=None, net={}, totals=totals
    )
    if not options.dry_run:
        written.session, written.version = taken.id, taken.version
        place = reverse("club:api_session", args=[club.slug, taken.id])
        store_write_result(request, taken.version, place)
    return written


@endpoints.declare_session_endpoint(
    "api_hands",
    post=Right.ENTER,
    answers=shapes.Written,
    statuses=CREATING,
    summary="Enter a hand",
    extra=describe_write(shapes.Record, versioned=False, keyed=False),
)
def write_hand(
    request: MemberRequest, session: Session, options: Query[shapes.HandOptions]
) -> shapes.Written:
    """Add a hand or another event at the end of the session.

    The idempotency key becomes the entry's id.


    Without a key, the same content within two minutes is refused with 409 `same_hand`, unless
    `again=true`. Void hands are never refused.
    """
    form = read_api_submission(request, request.user, versioned=False, keyed=False)
    repeat = Repeat.RECORD if options.again or has_idempotency_key(request) else Repeat.ASK
    form = replace(form, entered=Entered(repeat=repeat), dry_run=options.dry_run)
    saved = record_event(session_id=session.id, form=form, raw=parse_json_body(request))
    if not options.dry_run:
        place = reverse("club:api_hand", args=[session.club.slug, session.id, saved.entry_id])
        store_write_result(request, saved.change.seq, place)
    return _build_result(session, saved, dry_run=options.dry_run, is_new=True)


@endpoints.declare_session_endpoint(
    "api_hand",
    post=Right.CORRECT,
    verb="put",
    answers=shapes.Written,
    summary="Correct a hand",
    extra=describe_write(shapes.Record, versioned=True),
)
def replace_hand(
    request: MemberRequest, session: Session, entry_id: UUID, options: Query[shapes.WriteOptions]
) -> shapes.Written:
    """Replace the record of an entry; the history contains the old record."""
    return _correct_hand(request, session, entry_id, options)


@endpoints.declare_session_endpoint(
    "api_hand",
    post=Right.CORRECT,
    answers=shapes.Written,
    summary="Correct a hand, as PUT does",
    extra=describe_write(shapes.Record, versioned=True),
)
def correct_hand(
    request: MemberRequest, session: Session, entry_id: UUID, options: Query[shapes.WriteOptions]
) -> shapes.Written:
    """Replace the record of an entry, for clients without PUT."""
    return _correct_hand(request, session, entry_id, options)


@endpoints.declare_session_endpoint(
    "api_hand",
    post=Right.CORRECT,
    verb="delete",
    answers=shapes.Written,
    summary="Delete a hand",
    extra=describe_write(None, versioned=True),
)
def delete_hand(
    request: MemberRequest, session: Session, entry_id: UUID, options: Query[shapes.WriteOptions]
) -> shapes.Written:
    """Delete an entry; it remains in the history and can be restored with `restore`."""
    form = _read_submission(request, options)
    saved = delete_event(session_id=session.id, form=form, entry_id=entry_id)
    return _store_and_build_result(request, session, saved, options)


@endpoints.declare_session_endpoint(
    "api_restore",
    post=Right.ENTER,
    answers=shapes.Written,
    summary="Restore a deleted hand",
    extra=describe_write(None, versioned=True),
)
def restore_hand(
    request: MemberRequest, session: Session, entry_id: UUID, options: Query[shapes.WriteOptions]
) -> shapes.Written:
    """Restore a deleted entry at its old position."""
    form = _read_submission(request, options)
    saved = restore_event(session_id=session.id, form=form, entry_id=entry_id)
    return _store_and_build_result(request, session, saved, options)


def _correct_hand(
    request: MemberRequest, session: Session, entry_id: UUID, options: shapes.WriteOptions
) -> shapes.Written:
    form, raw = _read_submission(request, options), parse_json_body(request)
    saved = correct_event(session_id=session.id, form=form, entry_id=entry_id, raw=raw)
    return _store_and_build_result(request, session, saved, options)


def _read_submission(request: MemberRequest, options: shapes.WriteOptions) -> Submission:
    form = read_api_submission(request, request.user, versioned=True, reason=options.reason)
    return replace(form, dry_run=options.dry_run)


def _store_and_build_result(
    request: MemberRequest, session: Session, saved: Saved, options: shapes.WriteOptions
) -> shapes.Written:
    if not options.dry_run:
        store_write_result(request, saved.change.seq)
    return _build_result(session, saved, dry_run=options.dry_run)


def _build_result(
    session: Session, saved: Saved, *, dry_run: bool, is_new: bool = False
) -> shapes.Written:
    """Return the result of a write, or of its dry run."""
    net, totals = saved.net, saved.totals
    if saved.repeated or totals is None:
        posting = Posting.objects.filter(entry=saved.entry_id).first()
        rows = Balance.objects.filter(session=session).values_list("player_id", "points")
        net, totals = posting.net if posting else {}, {str(pk): won for pk, won in rows}
    return shapes.Written(
        dry_run=dry_run,
        session=session.id,
        entry=None if dry_run and is_new else saved.entry_id,
        version=session.version if dry_run else saved.change.seq,
        net=dict(net),
        totals=dict(sorted(totals.items())),
    )
