"""Who asks by a key, and what of that person's rights the key is for."""

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
# A key may be used by a script that reads a whole season at once; strangers share what is left.
PACE = {"score": "60/m/ip", "unknown_key": "30/m/ip", "key": "600/m/key", "key_writes": "120/m/key"}


def count(request: HttpRequest, action: str, *, key: str | None = None) -> None:
    """Count one more. Raises TooManyError where it was one too many."""
    usage = ratelimit.consume(
        request, app="tarokk_club", action=action, key=key, config=PACE, limit_get=True
    )
    if usage is None:
        raise TooManyError(MINUTE)


class Key(HttpBearer):
    """`Authorization: Bearer …` with a key of one's own."""

    def authenticate(self, request: HttpRequest, token: str) -> ApiKey | None:
        """The key, if it is good; the loaders then look at nothing but what it is for."""
        key, now = key_of_token(token), timezone.now()
        if key is None or not key.is_good(now):
            count(request, "unknown_key")
            return None
        count(request, "key", key=str(key.pk))
        if request.method == "POST":
            count(request, "key_writes", key=str(key.pk))
        # Where the book cannot be written at this moment, it can be read all the same.
        with suppress(OperationalError):
            note_key_use(key=key, now=now)
        lend(request, key)
        return key


def lend(request: HttpRequest, key: ApiKey) -> None:
    """Let the request be the person's, within what the key is for."""
    scopes = [KeyScope(scope) for scope in key.scopes]
    request.user = key.user
    request.key_rights = frozenset().union(*(BY_SCOPE[scope] for scope in scopes))  # type: ignore[attr-defined]
    request.key_club = key.club_id  # type: ignore[attr-defined]
    request.key_second_step = key.second_step  # type: ignore[attr-defined]
    if key.user.language in dict(settings.LANGUAGES):
        translation.activate(key.user.language)
