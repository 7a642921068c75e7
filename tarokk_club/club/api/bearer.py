"""Authentication by API key, limited to those rights of its user that the key includes."""

from __future__ import annotations

from contextlib import suppress

from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest
from django.utils import timezone, translation
from ninja.security import HttpBearer

from tarokk_club.accounts.allauth_internals import ratelimit
from tarokk_club.club.api.queries.keys import key_of_token
from tarokk_club.club.api.usecases import note_key_use
from tarokk_club.club.models import ApiKey, KeyScope
from tarokk_club.club.writing.errors import TooManyError
from tarokk_club.club.writing.permissions import BY_SCOPE

MINUTE = 60
# High for keys, as a script may read a whole season at once; low for anonymous clients.
PACE = {"score": "60/m/ip", "unknown_key": "30/m/ip", "key": "600/m/key", "key_writes": "120/m/key"}


def count_request(request: HttpRequest, action: str, *, key: str | None = None) -> None:
    """Count one more request of this kind.

    key: what the count is for; by default the client's address.
    Raise TooManyError if it exceeds the limit.
    """
    usage = ratelimit.consume(
        request, app="tarokk_club", action=action, key=key, config=PACE, limit_get=True
    )
    if usage is None:
        raise TooManyError(MINUTE)


class Key(HttpBearer):
    """Authentication by `Authorization: Bearer …` with a user's API key."""

    def authenticate(self, request: HttpRequest, token: str) -> ApiKey | None:
        """Return the key if it is valid, after limiting the request to the scopes of the key."""
        key, now = key_of_token(token), timezone.now()
        if key is None or not key.is_good(now):
            count_request(request, "unknown_key")
            return None
        count_request(request, "key", key=str(key.pk))
        if request.method == "POST":
            count_request(request, "key_writes", key=str(key.pk))
        # If the database cannot be written at this moment, reading still works.
        with suppress(OperationalError):
            note_key_use(key=key, now=now)
        act_for_key(request, key)
        return key


def act_for_key(request: HttpRequest, key: ApiKey) -> None:
    """Give the request the key's user, club and language, with only the rights in the key's
    scopes.
    """
    scopes = [KeyScope(scope) for scope in key.scopes]
    request.user = key.user
    request.key_rights = frozenset().union(*(BY_SCOPE[scope] for scope in scopes))  # type: ignore[attr-defined]
    request.key_club = key.club_id  # type: ignore[attr-defined]
    request.key_second_step = key.second_step  # type: ignore[attr-defined]
    if key.user.language in dict(settings.LANGUAGES):
        translation.activate(key.user.language)
