"""The account of a sign-in session, read by a prepared query."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.backends import ModelBackend
from django.db.models import UUIDField

from tarokk_club.club.models import User
from tarokk_club.database.prepared import Parameter, PreparedQuery

_ACCOUNTS = PreparedQuery(lambda: User.objects.filter(pk=Parameter("user", UUIDField())))


def load_account(backend: ModelBackend, user_id: UUID) -> User | None:
    """Return the account, or None if it is missing or inactive, as the backend itself would."""
    user: User | None = _ACCOUNTS.first(user=user_id)
    return user if user and backend.user_can_authenticate(user) else None


def use_prepared_account_query() -> None:
    """Make Django's backend load accounts with the prepared query.

    A separate backend would end all existing sessions, because a session names its backend.
    """
    backend: Any = ModelBackend
    backend.get_user = load_account
