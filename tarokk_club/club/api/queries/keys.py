"""API keys: those of a user, and the one that a request carries."""

from __future__ import annotations

from uuid import UUID

from tarokk_club.club.models import ApiKey, Club, Membership, User
from tarokk_club.club.models.keys import PREFIX, hash_api_token

# Longer than any token, so anything longer is refused without a query.
LONGEST_TOKEN = 100


def keys_of(user: User) -> tuple[ApiKey, ...]:
    """Return all keys of a user, newest first, in one query."""
    return tuple(ApiKey.objects.filter(user=user).select_related("club"))


def keys_in(club: Club, user_id: UUID) -> tuple[ApiKey, ...]:
    """Return the keys of a member for this club, in one query."""
    return tuple(ApiKey.objects.filter(user=user_id, club=club).select_related("user"))


def key_of_token(token: str) -> ApiKey | None:
    """Return the key of a token with its user and club, even if it has expired, or None."""
    if not token.startswith(PREFIX) or len(token) > LONGEST_TOKEN:
        return None
    rows = ApiKey.objects.select_related("user", "club")
    return rows.filter(token_hash=hash_api_token(token)).first()


def clubs_for_keys(user: User) -> tuple[tuple[str, str], ...]:
    """Return the clubs for which a user may create a key: id and name."""
    mine = Membership.objects.filter(user=user).order_by("club__name")
    return tuple((str(pk), name) for pk, name in mine.values_list("club_id", "club__name"))
