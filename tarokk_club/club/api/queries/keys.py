"""API keys and service keys: those of a user or club, and the one that a request carries."""

from __future__ import annotations

from uuid import UUID

from tarokk_club.club.models import ApiKey, Club, Membership, Role, ServiceKey, User
from tarokk_club.club.models.keys import PREFIX, SERVICE_PREFIX, hash_api_token

# Longer than any token, so anything longer is refused without a query.
LONGEST_TOKEN = 100


def keys_of(user: User) -> tuple[ApiKey, ...]:
    """Return all keys of a user, newest first, in one query."""
    return tuple(ApiKey.objects.filter(user=user).select_related("club"))


def keys_in(club: Club, user_id: UUID) -> tuple[ApiKey, ...]:
    """Return the keys of a member for this club, in one query."""
    return tuple(ApiKey.objects.filter(user=user_id, club=club).select_related("user"))


def service_keys_of(user: User) -> tuple[ServiceKey, ...]:
    """Return the service keys that a user made, newest first, in three queries."""
    rows = ServiceKey.objects.filter(made_by=user)
    return tuple(rows.prefetch_related("account__service_grants__club"))


def service_keys_in(club: Club) -> tuple[ServiceKey, ...]:
    """Return the service keys that open a club, newest first, with their makers, in one query."""
    rows = ServiceKey.objects.filter(account__service_grants__club=club)
    return tuple(rows.select_related("made_by"))


def key_of_token(token: str) -> ApiKey | ServiceKey | None:
    """Return the key of a token with its user and club, even if it has expired, or None."""
    if not token.startswith(PREFIX) or len(token) > LONGEST_TOKEN:
        return None
    if token.startswith(SERVICE_PREFIX):
        keys = ServiceKey.objects.select_related("account", "made_by")
        return keys.filter(token_hash=hash_api_token(token)).first()
    rows = ApiKey.objects.select_related("user", "club")
    return rows.filter(token_hash=hash_api_token(token)).first()


def clubs_for_keys(user: User) -> tuple[tuple[str, str], ...]:
    """Return the clubs for which a user may create a key: id and name."""
    mine = Membership.objects.filter(user=user).order_by("club__name")
    return tuple((str(pk), name) for pk, name in mine.values_list("club_id", "club__name"))


def clubs_for_service_keys(user: User) -> tuple[tuple[str, str], ...]:
    """Return the clubs for which a user may create a service key: all for the operator, else those
    that the user owns.
    """
    if user.is_superuser:
        found = Club.objects.filter(removal_on=None).order_by("name").values_list("pk", "name")
        return tuple((str(pk), name) for pk, name in found)
    mine = Membership.objects.filter(user=user).order_by("club__name")
    owned = owned_clubs(user)
    rows = mine.values_list("club_id", "club__name")
    return tuple((str(pk), name) for pk, name in rows if pk in owned)


def owned_clubs(user: User) -> set[UUID]:
    """Return the ids of the clubs that a user owns."""
    rows = Membership.objects.filter(user=user).values_list("club_id", "roles")
    return {pk for pk, roles in rows if Role.OWNER in roles}
