"""How this site uses the accounts library."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

from tarokk_club.club.models import User


class ClubAccountAdapter(DefaultAccountAdapter):
    """Accounts are made by founding a club or by invitation, never by an open form."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Nobody signs up by himself."""
        return False

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """Find the account however its name is typed."""
        if "username" in credentials:
            credentials["username"] = User.normalize_username(credentials["username"])
        return super().authenticate(request, **credentials)
