"""API clients with a key, and the keys."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from support.club_factories import House, a_form
from tarokk_club.club.api.usecases.keys import ServiceKeyPlan, make_service_key
from tarokk_club.club.models import ApiKey, Club, KeyScope, ServiceKey, User, Webhook
from tarokk_club.club.models.keys import generate_api_token, hash_api_token

API = "/api/v1"
ALL = tuple(scope.value for scope in KeyScope)


def a_key_of(
    user: User, club: Club, *scopes: str, days: int = 30, **more: Any
) -> tuple[ApiKey, str]:
    """Create an API key, by default with all scopes; return it with its token."""
    now, token = timezone.now(), generate_api_token()
    key = ApiKey.objects.create(
        user=user,
        club=club,
        name="score sheet",
        scopes=list(scopes or ALL),
        token_hash=hash_api_token(token),
        made_at=now,
        ends_at=now + timedelta(days=days),
        **more,
    )
    return key, token


def a_service_key(maker: User, *clubs: Club, scopes: Sequence[str] = ALL) -> tuple[ServiceKey, str]:
    """Create a service key for these clubs; return it with its token."""
    plan = ServiceKeyPlan(
        name="honlap",
        clubs=[club.pk for club in clubs],
        scopes=scopes,
        until=timezone.now().date() + timedelta(days=30),
    )
    key, token = make_service_key(form=a_form(maker), maker=maker, plan=plan)
    assert token
    return key, token


def a_stopped_webhook(house: House) -> Webhook:
    """Create a webhook that is stopped."""
    now = timezone.now()
    webhook = Webhook(club=house.club, url="https://example.org/", made_at=now, stopped_at=now)
    webhook.set_secret_hash()
    webhook.save()
    return webhook


def with_token(token: str) -> Client:
    """Return a client that sends this token."""
    headers = {"Authorization": f"Bearer {token}"}
    return Client(headers=headers, raise_request_exception=False)


def a_program(user: User | None, club: Club, *scopes: str) -> Client:
    """Return a client with a key of this user, or without a key."""
    if user is None:
        return Client(raise_request_exception=False)
    return with_token(a_key_of(user, club, *scopes)[1])


def with_key_too(browser: Client, user: User, club: Club) -> None:
    """Make the browser also send an API key of the user, to which the API gives precedence."""
    _, token = a_key_of(user, club, last_used_at=timezone.now())
    browser.defaults["HTTP_AUTHORIZATION"] = f"Bearer {token}"


def is_for_programs(name: str) -> bool:
    """Return whether the route belongs to the API."""
    return name.startswith("api_")
