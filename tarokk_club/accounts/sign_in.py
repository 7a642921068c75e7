"""The account adapter of allauth: how this site signs users in."""

import time
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context, ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import translation

from tarokk_club.accounts.allauth_internals import get_authentication_records
from tarokk_club.accounts.device_sessions import find_known_device_id
from tarokk_club.accounts.known_networks import count_known_network_attempt, is_known_network
from tarokk_club.accounts.language import find_account_language, find_user_language
from tarokk_club.accounts.second_step import needs_passkey
from tarokk_club.club.models import User
from tarokk_club.http.error_pages import render_error


def _build_rate_limit_error(request: HttpRequest) -> ImmediateHttpResponse:
    return ImmediateHttpResponse(render_error(request, 429))


def get_display_name(user: User) -> str:
    """Return the name as the person writes it: the user name is stored in lower case."""
    return user.name or user.username


def _find_next_language(request: HttpRequest, message_template: str | None) -> str | None:
    """Return the language of the page that follows, which signing in or out changes."""
    match message_template:
        case "account/messages/logged_in.txt":
            return find_account_language(request) or translation.get_language()
        case "account/messages/logged_out.txt":
            return translation.get_language_from_request(request)
    return translation.get_language()


class ClubAccountAdapter(DefaultAccountAdapter):
    """The account adapter of a site where only founders and invited people have accounts."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return False: nobody can sign up without an invitation."""
        return False

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Return whether the user must sign in again: after some time, or to present a passkey."""
        request = context.request
        if needs_passkey(request):
            return True
        records = get_authentication_records(request, request.user)
        last = max((record["at"] for record in records), default=0)
        return bool(time.time() - last >= app_settings.REAUTHENTICATION_TIMEOUT)

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Return the methods to sign in again, without the password if a passkey is required."""
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        if needs_passkey(context.request):
            return [method for method in methods if method["id"] != "reauthenticate"]
        return methods

    def get_login_stages(self) -> list[str]:
        """Return the stages of a sign-in, without those of allauth.mfa.

        A passkey replaces the password here, and a tablet on plain http cannot use a passkey as a
        second stage.
        """
        stages: list[str] = super().get_login_stages()
        return [stage for stage in stages if not stage.startswith("allauth.mfa.")]

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail in its recipient's language if that is known, else in the active language."""
        user = context.get("user")
        language = find_user_language(user) if isinstance(user, User) else ""
        with translation.override(language or translation.get_language()):
            super().send_mail(template_prefix, email, context)

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        *arguments: Any,
        **options: Any,
    ) -> None:
        """Add a message in the language of the page that shows it."""
        with translation.override(_find_next_language(request, message_template)):
            super().add_message(request, level, message_template, *arguments, **options)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the attempt before a password is hashed.

        Above the limit, raise ImmediateHttpResponse with a 429.

        A device on which the account has signed in before has a count of its own, and so has a
        known network, so that guesses elsewhere do not lock its users out.
        """
        device = find_known_device_id(request, credentials.get("username", ""))
        if device and ratelimit.consume(request, action="known_device", key=device):
            return
        if not device and is_known_network(request):
            if count_known_network_attempt(request, credentials.get("username", "")):
                return
            raise _build_rate_limit_error(request)
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError as error:
            raise _build_rate_limit_error(request) from error

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """Authenticate with a normalised username, so that its spelling does not matter."""
        if "username" in credentials:
            credentials["username"] = User.normalize_username(credentials["username"])
        return super().authenticate(request, **credentials)
