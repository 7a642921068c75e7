"""Keys for programmes: whose they are and which one a programme has sent."""

from __future__ import annotations

from uuid import UUID

from tarokk_club.club.models import ApiKey, Club, Membership, User
from tarokk_club.club.models.keys import PREFIX, sum_of

# Longer than any key is; what is longer is not even looked up.
LONGEST_TOKEN = 100


def keys_of(user: User) -> tuple[ApiKey, ...]:
    """All keys of a person, the youngest first, in one query."""
    return tuple(ApiKey.objects.filter(user=user).select_related("club"))


def keys_in(club: Club, user_id: UUID) -> tuple[ApiKey, ...]:
    """The keys of a member for this club, in one query."""
    return tuple(ApiKey.objects.filter(user=user_id, club=club).select_related("user"))


def key_of_token(token: str) -> ApiKey | None:
    """The key that a programme has sent, with its person and club, be it ended or not."""
    if not token.startswith(PREFIX) or len(token) > LONGEST_TOKEN:
        return None
    rows = ApiKey.objects.select_related("user", "club")
    return rows.filter(token_hash=sum_of(token)).first()


def clubs_for_keys(user: User) -> tuple[tuple[str, str], ...]:
    """The clubs for which a person may make a key: id and name."""
    mine = Membership.objects.filter(user=user).order_by("club__name")
    return tuple((str(pk), name) for pk, name in mine.values_list("club_id", "club__name"))
