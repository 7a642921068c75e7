"""Queries for guest links, their possible targets and the public parts of clubs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from tarokk_club.club.models import Club, GuestLink, Season, Session, Tournament
from tarokk_club.club.models.guests import LinkLifetime
from tarokk_club.club.models.people import PublicPart
from tarokk_club.club.models.tournaments import build_version_sum_subquery
from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.values import link_tokens
from tarokk_club.database.clock import is_ahead

# The number of sessions and of tournaments offered for a new link.
OFFERED = 20


@dataclass(frozen=True, slots=True)
class LinkTargets:
    """The possible targets of a new guest link, newest first.

    A requested session or tournament comes before the newer ones if it is not among them.
    """

    seasons: tuple[Season, ...]
    sessions: tuple[Session, ...]
    tournaments: tuple[Tournament, ...]


def find_guest_link(token: str) -> GuestLink | None:
    """Return the guest link with this token, even if it has ended, or None.

    It is annotated with `played`, which changes whenever its tournament changes.
    """
    rows = GuestLink.objects.select_related(
        "club", "season", "session__season", "session__club", "session__draft", "tournament__club"
    )
    return (
        rows.annotate(played=build_version_sum_subquery("tournament"))
        .filter(token_hash=link_tokens.hash_token(token))
        .first()
    )


def load_open_guest_links(club: Club) -> tuple[GuestLink, ...]:
    """Return the valid guest links of a club, newest first."""
    rows = GuestLink.objects.filter(club=club, revoked_at=None)
    rows = rows.select_related("club", "season", "session__season", "tournament", "made_by")
    return tuple(link for link in rows.order_by("-made_at", "-id") if is_link_open(link))


def is_link_open(link: GuestLink) -> bool:
    """Return whether the link is valid.

    It must not have ended, its session not be in the bin, and its club not be suspended.
    """
    if link.revoked_at or link.club.suspended_at or (link.session and link.session.binned_at):
        return False
    if link.lasting == LinkLifetime.SEASON:
        return is_season_unfinished(link.ending_season, link.club)
    if link.expires_at is None:
        return True
    return link.expires_at > timezone.now() and not is_ahead(link.made_at)


def is_season_unfinished(season: Season | None, club: Club) -> bool:
    """Return whether there is a season and it has not ended yet in the club's time zone."""
    return season is not None and (season.ends is None or get_today(club) <= season.ends)


def load_link_targets(club: Club, wished: UUID | None) -> LinkTargets:
    """Return the seasons, recent sessions and recent tournaments of a club.

    wished: the id of a session or tournament to include even if it is old; it then comes first.
    """
    sessions = Session.objects.filter(club=club, binned_at=None).select_related("season")
    return LinkTargets(
        tuple(Season.objects.filter(club=club)),
        _load_recent_rows(sessions.order_by("-date", "-created_at"), wished),
        _load_recent_rows(
            Tournament.objects.filter(club=club).order_by("-date", "-made_at"), wished
        ),
    )


def _load_recent_rows(rows: QuerySet[Any], wished: UUID | None) -> tuple[Any, ...]:
    recent = list(rows[:OFFERED])
    if wished and wished not in {row.id for row in recent}:
        recent = [*rows.filter(pk=wished), *recent]
    return tuple(recent)


def load_published_clubs() -> tuple[Club, ...]:
    """Return the clubs that have a public part and are not suspended, sorted by name."""
    rows = Club.objects.filter(suspended_at=None).exclude(published="")
    return tuple(sorted(rows, key=lambda club: build_sort_key(club.name)))


def find_published_club(slug: str, part: PublicPart | None = None) -> Club | None:
    """Return the club if it is not suspended and has made the part public, else None.

    part: None for any part.
    """
    rows = Club.objects.filter(slug=slug, suspended_at=None)
    club = rows.exclude(published="").first()
    return club if club and (part is None or club.has_published(part)) else None


def load_current_or_last_season(club: Club) -> Season | None:
    """Return the club's current season, else the latest past one, else None."""
    day = get_today(club)
    rows = Season.objects.filter(club=club, starts__lte=day).order_by("-starts", "-id")
    running = rows.filter(Q(ends=None) | Q(ends__gte=day)).first()
    return running or rows.first()
