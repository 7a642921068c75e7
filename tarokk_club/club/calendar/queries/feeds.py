"""The calendar feed of a member: its link and its evenings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count, Exists, Max, OuterRef

from tarokk_club.club.models import CalendarLink, Club, Membership, PlannedEvening, User
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.values import link_tokens

# Calendars store the events they have read, so a feed can omit older evenings.
FEED_HISTORY = timedelta(days=92)


@dataclass(frozen=True, slots=True)
class FeedState:
    """The state of a feed, to detect whether it has changed.

    evenings: number of evenings in the feed.
    changed: time of the last change of any of them.
    since: the first day of the feed.
    """

    evenings: int
    changed: str
    since: date


def calendar_link_of(token: str) -> CalendarLink | None:
    """Return the link with this token, or None, in one query.

    A revoked link, or a link whose creator is no longer a member, is not returned.
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
    """Return the member's link that is not revoked, or None."""
    return CalendarLink.objects.filter(club=club, made_by=user, revoked_at=None).first()


def feed_state(club: Club) -> FeedState:
    """Return the state of the feed, in one query."""
    since = today(club) - FEED_HISTORY
    rows = PlannedEvening.objects.filter(club=club, date__gte=since)
    told = rows.aggregate(evenings=Count("pk"), changed=Max("changed_at"))
    return FeedState(told["evenings"], str(told["changed"]), since)


def feed_evenings(club: Club, state: FeedState) -> list[PlannedEvening]:
    """Return the evenings of the feed, including cancelled ones, in one query."""
    rows = PlannedEvening.objects.filter(club=club, date__gte=state.since)
    return list(rows.select_related("club"))
