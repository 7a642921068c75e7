"""The operator's list of all clubs, with their size, last use and owners."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Max, Q, Sum

from tarokk_club.club.models import Club, Membership, Role


@dataclass(frozen=True, slots=True)
class SiteClub:
    """A row of the operator's list of clubs.

    last_day: the date of the newest session; None without sessions.
    owners: the usernames of the owners.
    is_suspended: whether members can read but not write.
    removal_on: the day on which the club will be deleted; None if it is not to be deleted.
    most_hands: the limit on the number of hands; None for no limit.
    """

    slug: str
    name: str
    is_demo: bool
    players: int
    sessions: int
    hands: int
    last_day: date | None
    owners: tuple[str, ...]
    is_suspended: bool
    removal_on: date | None
    most_hands: int | None


def load_site_clubs() -> tuple[SiteClub, ...]:
    """Return all clubs of the site, ordered by slug."""
    not_binned = Q(sessions__binned_at=None)
    rows = Club.objects.annotate(
        count=Count("sessions", filter=not_binned),
        hands=Sum("sessions__hands_count", filter=not_binned),
        last=Max("sessions__date", filter=not_binned),
    ).order_by("slug")
    players = dict(Club.objects.values_list("pk").annotate(Count("players")))
    owners: dict[object, list[str]] = {}
    memberships = Membership.objects.order_by("user__username")
    for club, name, roles in memberships.values_list("club_id", "user__username", "roles"):
        if Role.OWNER in roles:
            owners.setdefault(club, []).append(name)
    return tuple(
        SiteClub(
            slug=club.slug,
            name=club.name,
            is_demo=club.demo,
            players=players.get(club.pk, 0),
            sessions=club.count,
            hands=club.hands or 0,
            last_day=club.last,
            owners=tuple(owners.get(club.pk, ())),
            is_suspended=club.suspended_at is not None,
            removal_on=club.removal_on,
            most_hands=club.most_hands,
        )
        for club in rows
    )
