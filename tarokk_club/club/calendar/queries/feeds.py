"""The calendar feed of a club: private links and evenings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count, Exists, Max, OuterRef

from tarokk_club.club.models import CalendarLink, Club, Membership, PlannedEvening, User
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.values import link_tokens

# Calendar apps store the events that they have read, so a feed can omit older evenings.
FEED_HISTORY = timedelta(days=92)


@dataclass(frozen=True, slots=True)
class FeedState:
    """The values by which a change to a feed is detected.

    evenings: number of evenings in the feed.
    changed: time of the latest change to any of these evenings, as text.
    since: first day of the feed.
    """

    evenings: int
    changed: str
    since: date


def find_calendar_link(token: str) -> CalendarLink | None:
    """Return the valid link with this token, None if there is none, in one query.

    A link ends when it is revoked, or when its creator leaves the club or is deactivated.
    """
    member = Membership.objects.filter(club=OuterRef("club"), user=OuterRef("made_by"))
    rows = CalendarLink.objects.select_related("club", "made_by")
    return rows.filter(
        Exists(member),
        token_hash=link_tokens.hash_token(token),
        revoked_at=None,
        made_by__is_active=True,
    ).first()


def find_calendar_link_of_user(club: Club, user: User) -> CalendarLink | None:
    """Return the member's link that is not revoked, None if there is none."""
    return CalendarLink.objects.filter(club=club, made_by=user, revoked_at=None).first()


def load_feed_state(club: Club) -> FeedState:
    """Return the state of the feed, in one query."""
    since = get_today(club) - FEED_HISTORY
    rows = PlannedEvening.objects.filter(club=club, date__gte=since)
    state = rows.aggregate(evenings=Count("pk"), changed=Max("changed_at"))
    return FeedState(state["evenings"], str(state["changed"]), since)


def load_feed_evenings(club: Club, state: FeedState) -> list[PlannedEvening]:
    """Return the evenings of the feed, including cancelled ones, in one query."""
    rows = PlannedEvening.objects.filter(club=club, date__gte=state.since)
    return list(rows.select_related("club"))
