"""Authentication by API key or service key, limited to the scopes of the key."""

from __future__ import annotations

from contextlib import suppress

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from ninja.security import HttpBearer

from tarokk_club.club.api.queries.keys import find_key_by_token
from tarokk_club.club.api.rate_limits import count_request
from tarokk_club.club.api.usecases.keys import store_key_use
from tarokk_club.club.models import ApiKey, KeyScope, ServiceKey
from tarokk_club.club.writing.permissions import BY_SCOPE
from tarokk_club.http.metrics import READING


class Key(HttpBearer):
    """Authentication by `Authorization: Bearer …` with an API key or a service key."""

    def authenticate(self, request: HttpRequest, token: str) -> ApiKey | ServiceKey | None:
        """Count the request, and return the key with this token; None if it is invalid.

        A valid key is applied to the request, and the time of its use is stored.
        Raise TooManyError if a rate limit is exceeded.
        """
        key, now = find_key_by_token(token), timezone.now()
        if key is None or not key.is_valid(now):
            count_request(request, "unknown_key")
            return None
        count_request(request, "key", key=str(key.pk))
        if request.method not in READING:
            count_request(request, "key_writes", key=str(key.pk))
        # Reading must work even while the database cannot be written.
        with suppress(OperationalError):
            store_key_use(key=key, now=now)
        apply_key_to_request(request, key)
        return key


def has_money_scope(request: HttpRequest) -> bool:
    """Return whether the request's key has the scope for money."""
    key: ApiKey | ServiceKey = request.auth  # type: ignore[attr-defined]  # put there by the key
    return KeyScope.MONEY in key.scopes


def require_money_scope(request: HttpRequest) -> None:
    """Raise PermissionDenied unless the request's key has the scope for money."""
    if not has_money_scope(request):
        raise PermissionDenied(_("This key does not allow that; make another one."))


def apply_key_to_request(request: HttpRequest, key: ApiKey | ServiceKey) -> None:
    """Set the key's user, rights and language on the request.

    An API key is also limited to its club; a service key to the clubs of its account.
    """
    scopes = [KeyScope(scope) for scope in key.scopes]
    request.user = key.user
    request.key_rights = frozenset().union(*(BY_SCOPE[scope] for scope in scopes))  # type: ignore[attr-defined]
    if isinstance(key, ApiKey):
        request.key_club = key.club_id  # type: ignore[attr-defined]
    request.key_second_step = key.second_step  # type: ignore[attr-defined]
    if key.user.language in dict(settings.LANGUAGES):
        translation.activate(key.user.language)
