"""What programmes read of a club and its sessions."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404
from ninja import Query

from tarokk_club.club.api import shapes
from tarokk_club.club.api.guarded import Guarded
from tarokk_club.club.api.queries.pages import part_among, part_of
from tarokk_club.club.api.queries.told import club_told, entry_told, session_told, sessions_told
from tarokk_club.club.models import ApiKey, Club, Player, Session
from tarokk_club.club.pages.loaders import MemberRequest
from tarokk_club.club.seasons.queries.seasons import season_rows
from tarokk_club.club.sheet.queries.sheets import sheet
from tarokk_club.club.writing.permissions import Right

addresses = Guarded("reading")
router, ACCESS = addresses.router, addresses.access


@addresses.club(
    "", name="api_club", get=Right.READ, answers=shapes.KeyTold, summary="The club and your key"
)
def read_club(request: MemberRequest, club: Club) -> shapes.KeyTold:
    """The club, and what the key may do there."""
    key: ApiKey = request.auth  # type: ignore[attr-defined]  # put there by the key
    return shapes.KeyTold(
        name=key.name,
        person=request.user.name_in(club.id),
        scopes=key.scopes,
        rights=sorted(request.rights),
        ends_at=key.ends_at,
        club=club_told(club),
    )


@addresses.club(
    "/players", name="api_players", get=Right.READ, answers=shapes.PlayerPage, summary="Players"
)
def read_players(
    request: MemberRequest, club: Club, asked: Query[shapes.ListAsked]
) -> shapes.PlayerPage:
    """All players of the club, the oldest first."""
    rows = Player.objects.filter(club=club)
    found, following = part_of(rows, ("created_at", "pk"), after=asked.cursor, limit=asked.limit)
    items = [
        shapes.PlayerTold(
            id=one.id,
            name=one.name,
            short_name=one.short_name,
            archived=one.archived_at is not None,
        )
        for one in found
    ]
    return shapes.PlayerPage(items=items, next=following)


@addresses.club(
    "/seasons", name="api_seasons", get=Right.READ, answers=shapes.SeasonList, summary="Seasons"
)
def read_seasons(request: MemberRequest, club: Club) -> shapes.SeasonList:
    """All seasons, the youngest first."""
    items = [
        shapes.SeasonTold(
            id=one.id,
            name=one.name,
            starts=one.starts,
            ends=one.ends,
            closed=one.closed,
            sessions=one.sessions,
        )
        for one in season_rows(club)
    ]
    return shapes.SeasonList(items=items)


@addresses.club(
    "/sessions", name="api_sessions", get=Right.READ, answers=shapes.SessionPage, summary="Sessions"
)
def read_sessions(
    request: MemberRequest, club: Club, asked: Query[shapes.SessionsAsked]
) -> shapes.SessionPage:
    """The sessions that count, the youngest first; of a season, or between two dates."""
    rows = Session.objects.filter(club=club, binned_at=None)
    if asked.season:
        rows = rows.filter(season=asked.season)
    if asked.first:
        rows = rows.filter(date__gte=asked.first)
    if asked.last:
        rows = rows.filter(date__lte=asked.last)
    order = ("-date", "-created_at", "-pk")
    found, following = part_of(rows, order, after=asked.cursor, limit=asked.limit)
    return shapes.SessionPage(items=sessions_told(found), next=following)


@addresses.session(
    "",
    name="api_session",
    get=Right.READ,
    answers=shapes.SessionWhole,
    summary="A session as it stands",
)
def read_session(request: MemberRequest, session: Session) -> shapes.SessionWhole:
    """Who sits, who deals, the totals, the rules that it froze."""
    return session_told(sheet(session))


@addresses.session(
    "/hands",
    name="api_hands",
    get=Right.READ,
    answers=shapes.EntryPage,
    summary="The hands of a session",
)
def read_hands(
    request: MemberRequest, session: Session, asked: Query[shapes.ListAsked]
) -> shapes.EntryPage:
    """Hands and other events in order, every point explained."""
    rows = tuple(reversed(sheet(session).rows))
    shown, following = part_among(rows, [str(row.entry_id) for row in rows], asked)
    return shapes.EntryPage(items=[entry_told(row) for row in shown], next=following)


@addresses.session(
    "/hands/{uuid:entry_id}",
    name="api_hand",
    get=Right.READ,
    answers=shapes.EntryTold,
    summary="A hand",
)
def read_hand(request: MemberRequest, session: Session, entry_id: UUID) -> shapes.EntryTold:
    """A hand or another event that stands, every point explained."""
    for row in sheet(session).rows:
        if row.entry_id == entry_id:
            return entry_told(row)
    raise Http404
