"""API endpoints that read a club, its players, seasons and sessions, and the user's notices."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpResponse
from ninja import Query

from tarokk_club.club.api import shapes
from tarokk_club.club.api.guarded import GuardedRouter
from tarokk_club.club.api.queries.pagination import paginate_queryset, paginate_rows
from tarokk_club.club.api.queries.serializers import (
    serialize_club,
    serialize_entry,
    serialize_session,
    serialize_sessions,
)
from tarokk_club.club.models import ApiKey, Club, Notice, Player, ServiceKey, Session
from tarokk_club.club.pages.loaders import MemberRequest
from tarokk_club.club.seasons.queries.seasons import load_season_rows
from tarokk_club.club.session.queries.sessions.session_outcomes import load_session_outcome
from tarokk_club.club.sheet.exports.document import build_session_document
from tarokk_club.club.sheet.queries.sheets import load_sheet
from tarokk_club.club.writing.log import log_export
from tarokk_club.club.writing.permissions import Right

endpoints = GuardedRouter("reading")
router, ACCESS = endpoints.router, endpoints.access


@endpoints.declare_club_endpoint(
    "api_club", get=Right.READ, answers=shapes.KeyOut, summary="The club and your key"
)
def read_club(request: MemberRequest, club: Club) -> shapes.KeyOut:
    """Return the club, and the scopes and rights of the key in it."""
    key: ApiKey | ServiceKey = request.auth  # type: ignore[attr-defined]  # put there by the key
    return shapes.KeyOut(
        name=key.name,
        person=None if isinstance(key, ServiceKey) else request.user.find_name_in_club(club.id),
        scopes=key.scopes,
        rights=sorted(request.rights),
        ends_at=key.ends_at,
        club=serialize_club(club),
    )


@endpoints.declare_club_endpoint(
    "api_players", get=Right.READ, answers=shapes.PlayerPage, summary="Players"
)
def read_players(
    request: MemberRequest, club: Club, filters: Query[shapes.ListFilter]
) -> shapes.PlayerPage:
    """Return a page of the club's players, oldest first."""
    rows = Player.objects.filter(club=club)
    players, following = paginate_queryset(
        rows, ("created_at", "pk"), after=filters.cursor, limit=filters.limit
    )
    items = [
        shapes.PlayerOut(
            id=player.id,
            name=player.name,
            short_name=player.short_name,
            archived=player.archived_at is not None,
        )
        for player in players
    ]
    return shapes.PlayerPage(items=items, next=following)


@endpoints.declare_club_endpoint(
    "api_notices", get=Right.READ, answers=shapes.NoticePage, summary="Notices"
)
def read_notices(
    request: MemberRequest, club: Club, filters: Query[shapes.ListFilter]
) -> shapes.NoticePage:
    """Return a page of the user's notices about this club, newest first; none for a service key."""
    rows = Notice.objects.filter(club=club, user=request.user)
    notices, following = paginate_queryset(
        rows, ("-made_at", "-pk"), after=filters.cursor, limit=filters.limit
    )
    items = [
        shapes.NoticeOut(
            id=notice.id,
            kind=notice.kind,
            way=notice.way,
            subject=notice.subject,
            state=notice.state,
            made_at=notice.made_at,
            due_at=notice.due_at,
            done_at=notice.done_at,
        )
        for notice in notices
    ]
    return shapes.NoticePage(items=items, next=following)


@endpoints.declare_club_endpoint(
    "api_seasons", get=Right.READ, answers=shapes.SeasonList, summary="Seasons"
)
def read_seasons(request: MemberRequest, club: Club) -> shapes.SeasonList:
    """Return all seasons, newest first."""
    items = [
        shapes.SeasonOut(
            id=row.id,
            name=row.name,
            starts=row.starts,
            ends=row.ends,
            closed=row.closed,
            sessions=row.sessions,
        )
        for row in load_season_rows(club)
    ]
    return shapes.SeasonList(items=items)


@endpoints.declare_club_endpoint(
    "api_sessions", get=Right.READ, answers=shapes.SessionPage, summary="Sessions"
)
def read_sessions(
    request: MemberRequest, club: Club, filters: Query[shapes.SessionFilter]
) -> shapes.SessionPage:
    """Return a page of sessions by season and dates, newest first, without those in the bin."""
    rows = Session.objects.filter(club=club, binned_at=None)
    if filters.season:
        rows = rows.filter(season=filters.season)
    if filters.first:
        rows = rows.filter(date__gte=filters.first)
    if filters.last:
        rows = rows.filter(date__lte=filters.last)
    order = ("-date", "-created_at", "-pk")
    sessions, following = paginate_queryset(rows, order, after=filters.cursor, limit=filters.limit)
    return shapes.SessionPage(items=serialize_sessions(sessions), next=following)


@endpoints.declare_session_endpoint(
    "api_session",
    get=Right.READ,
    answers=shapes.SessionWhole,
    summary="A session as it stands",
)
def read_session(request: MemberRequest, session: Session) -> shapes.SessionWhole:
    """Return a session with its seats, next dealer, totals and rules."""
    return serialize_session(load_sheet(session))


@endpoints.declare_session_endpoint(
    "api_hands",
    get=Right.READ,
    answers=shapes.HandList,
    summary="The hands of a session",
)
def read_hands(
    request: MemberRequest, session: Session, filters: Query[shapes.ListFilter]
) -> shapes.HandList:
    """Return a page of the hands and other events of a session, in order, with explained scores."""
    rows = tuple(reversed(load_sheet(session).rows))
    listed, following = paginate_rows(rows, [str(row.entry_id) for row in rows], filters)
    return shapes.HandList(items=[serialize_entry(row) for row in listed], next=following)


@endpoints.declare_session_endpoint(
    "api_hand",
    get=Right.READ,
    answers=shapes.HandOut,
    summary="A hand",
)
def read_hand(request: MemberRequest, session: Session, entry_id: UUID) -> shapes.HandOut:
    """Return a hand or another event with its explained score; a deleted one is a 404."""
    for row in load_sheet(session).rows:
        if row.entry_id == entry_id:
            return serialize_entry(row)
    raise Http404


@endpoints.declare_session_endpoint(
    "api_document",
    get=Right.EXPORT,
    answers=shapes.Document,
    summary="The session document",
)
def read_document(request: MemberRequest, session: Session) -> HttpResponse:
    """Return the session document, which can be imported into any club; the club's log notes it."""
    log_export(club_id=session.club_id, by=request.user, file="session.json", session_id=session.id)
    return HttpResponse(
        build_session_document(load_session_outcome(session)), content_type="application/json"
    )
