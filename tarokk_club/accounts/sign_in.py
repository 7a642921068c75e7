"""How this site uses the accounts library."""

import time
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context, ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.shortcuts import render
from django.utils import translation

from tarokk_club.accounts.allauth_internals import get_authentication_records
from tarokk_club.accounts.device_sessions import known_device
from tarokk_club.accounts.known_networks import is_home, may_try_at_home
from tarokk_club.accounts.language import language_of
from tarokk_club.accounts.second_step import must_show
from tarokk_club.club.models import User


def _too_many(request: HttpRequest) -> ImmediateHttpResponse:
    return ImmediateHttpResponse(render(request, "429.html", status=429))


class ClubAccountAdapter(DefaultAccountAdapter):
    """Accounts are made by founding a club or by invitation, never by an open form."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Nobody signs up by himself."""
        return False

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Somebody who signed in a moment ago need not prove it again."""
        request = context.request
        if must_show(request):
            return True
        records = get_authentication_records(request, request.user)
        last = max((record["at"] for record in records), default=0)
        return bool(time.time() - last >= app_settings.REAUTHENTICATION_TIMEOUT)

    def get_login_stages(self) -> list[str]:
        """A passkey is a way in of its own: somebody who has one still gets in by the password
        alone.

        The tablet of the club on plain http could not ask for a passkey.
        """
        stages: list[str] = super().get_login_stages()
        return [stage for stage in stages if not stage.startswith("allauth.mfa.")]

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write to a person in their own language, whoever's browser asked for the letter."""
        user = context.get("user")
        language = language_of(user) if isinstance(user, User) else ""
        with translation.override(language or translation.get_language()):
            super().send_mail(template_prefix, email, context)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the try before any password is hashed; too many are answered with 429.

        A device that its owner has signed in with before has a count of its own, so that nobody
        locks the secretary out by guessing elsewhere.
        """
        device = known_device(request, credentials.get("username", ""))
        if device and ratelimit.consume(request, action="known_device", key=device):
            return
        if not device and is_home(request):
            if may_try_at_home(request, credentials.get("username", "")):
                return
            raise _too_many(request)
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError as error:
            raise _too_many(request) from error

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """Find the account however its name is typed."""
        if "username" in credentials:
            credentials["username"] = User.normalize_username(credentials["username"])
        return super().authenticate(request, **credentials)
