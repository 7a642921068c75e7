"""Queries for API keys and service keys."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from tarokk_club.club.models import ApiKey, Club, Membership, Role, ServiceKey, User
from tarokk_club.club.models.keys import PREFIX, SERVICE_PREFIX, hash_api_token
from tarokk_club.club.names.collation import build_sort_key

# Longer tokens are refused without a query, as no valid token is longer.
LONGEST_TOKEN = 100


def list_keys_of_user(user: User) -> tuple[ApiKey, ...]:
    """Return all API keys of a user, newest first."""
    return tuple(ApiKey.objects.filter(user=user).select_related("club"))


def list_keys_of_member(club: Club, user_id: UUID) -> tuple[ApiKey, ...]:
    """Return the API keys of a member for this club, newest first."""
    return tuple(ApiKey.objects.filter(user=user_id, club=club).select_related("user"))


def list_service_keys_of_user(user: User) -> tuple[ServiceKey, ...]:
    """Return the service keys that a user created, newest first, with their clubs loaded."""
    rows = ServiceKey.objects.filter(made_by=user)
    return tuple(rows.prefetch_related("account__service_grants__club"))


def list_service_keys_of_club(club: Club) -> tuple[ServiceKey, ...]:
    """Return the service keys with access to a club, newest first, with their creators loaded."""
    rows = ServiceKey.objects.filter(account__service_grants__club=club)
    return tuple(rows.select_related("made_by"))


def find_key_by_token(token: str) -> ApiKey | ServiceKey | None:
    """Return the key with this token, even if it has expired, or None."""
    if not token.startswith(PREFIX) or len(token) > LONGEST_TOKEN:
        return None
    if token.startswith(SERVICE_PREFIX):
        keys = ServiceKey.objects.select_related("account", "made_by")
        return keys.filter(token_hash=hash_api_token(token)).first()
    rows = ApiKey.objects.select_related("user", "club")
    return rows.filter(token_hash=hash_api_token(token)).first()


def list_clubs_for_keys(user: User) -> tuple[tuple[str, str], ...]:
    """Return the id and name of the clubs for which a user may create an API key."""
    mine = Membership.objects.filter(user=user)
    return _sort_choices(mine.values_list("club_id", "club__name"))


def list_clubs_for_service_keys(user: User) -> tuple[tuple[str, str], ...]:
    """Return the id and name of the clubs for which a user may create a service key.

    An operator may create it for all clubs that are not to be removed, other users for the clubs
    that they own.
    """
    if user.is_superuser:
        return _sort_choices(Club.objects.filter(removal_on=None).values_list("pk", "name"))
    mine = Membership.objects.filter(user=user, club__in=find_owned_club_ids(user))
    return _sort_choices(mine.values_list("club_id", "club__name"))


def _sort_choices(rows: Iterable[tuple[UUID, str]]) -> tuple[tuple[str, str], ...]:
    """Return the ids and names of clubs, sorted by name."""
    return tuple(
        (str(pk), name) for pk, name in sorted(rows, key=lambda row: build_sort_key(row[1]))
    )


def find_owned_club_ids(user: User) -> set[UUID]:
    """Return the ids of the clubs that a user owns."""
    rows = Membership.objects.filter(user=user).values_list("club_id", "roles")
    return {pk for pk, roles in rows if Role.OWNER in roles}
