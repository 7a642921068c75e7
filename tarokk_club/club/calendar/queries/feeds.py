"""What a member's own calendar reads by its link, and which link that is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count, Exists, Max, OuterRef

from tarokk_club.club.models import CalendarLink, Club, Membership, PlannedEvening, User
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.values import link_tokens

# Calendars keep what they have read, so a feed need not tell of all that ever was.
TOLD_BACK = timedelta(days=92)


@dataclass(frozen=True, slots=True)
class FeedState:
    """By which a feed is known to be as it was: how many evenings it tells of and since when, and
    when one of them was changed last.
    """

    evenings: int
    changed: str
    since: date


def calendar_link_of(token: str) -> CalendarLink | None:
    """The link with this token while it opens something: neither taken back, nor of somebody who
    is no member any more; in one query.
    """
    member = Membership.objects.filter(club=OuterRef("club"), user=OuterRef("made_by"))
    rows = CalendarLink.objects.select_related("club", "made_by")
    return rows.filter(
        Exists(member),
        token_hash=link_tokens.hash_of(token),
        revoked_at=None,
        made_by__is_active=True,
    ).first()


def own_calendar_link(club: Club, user: User) -> CalendarLink | None:
    """The link that a member has made and not taken back."""
    return CalendarLink.objects.filter(club=club, made_by=user, revoked_at=None).first()


def feed_state(club: Club) -> FeedState:
    """In one query."""
    since = today(club) - TOLD_BACK
    rows = PlannedEvening.objects.filter(club=club, date__gte=since)
    told = rows.aggregate(evenings=Count("pk"), changed=Max("changed_at"))
    return FeedState(told["evenings"], str(told["changed"]), since)


def feed_evenings(club: Club, state: FeedState) -> list[PlannedEvening]:
    """What the feed tells of, cancelled ones too, in one query."""
    rows = PlannedEvening.objects.filter(club=club, date__gte=state.since)
    return list(rows.select_related("club"))
