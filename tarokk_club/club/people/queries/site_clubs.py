"""All clubs of a site for its operator: their size, last use and owners."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Max, Q, Sum

from tarokk_club.club.models import Club, Membership, Role


@dataclass(frozen=True, slots=True)
class SiteClub:
    """A club as the operator sees it.

    last_day: of its newest session, None if it has none.
    owners: usernames.
    """

    slug: str
    name: str
    is_demo: bool
    players: int
    sessions: int
    hands: int
    last_day: date | None
    owners: tuple[str, ...]


def site_clubs() -> tuple[SiteClub, ...]:
    """Return all clubs by slug, in three queries."""
    there = Q(sessions__binned_at=None)
    rows = Club.objects.annotate(
        count=Count("sessions", filter=there),
        hands=Sum("sessions__hands_count", filter=there),
        last=Max("sessions__date", filter=there),
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
        )
        for club in rows
    )
