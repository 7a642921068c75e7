"""Where an account is signed in, its passkeys, and the players it plays as."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.models import Session as Cookie
from django.utils import timezone

from tarokk_club.accounts.browsers import device_words
from tarokk_club.club.models import Player, User


@dataclass(frozen=True, slots=True)
class Device:
    """One browser in which a person is signed in; here: the one that asks."""

    pk: int
    words: str
    since: datetime
    here: bool


def devices_of(user: User, *, here: str | None) -> tuple[Device, ...]:
    """The browsers in which the person still is signed in, this one first, in two queries.

    here: the session key of this one.
    """
    listed = list(UserSession.objects.filter(user=user).order_by("-created_at"))
    keys = [one.session_key for one in listed]
    cookies = Cookie.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    # A session from before a change of password still lies there, but opens nothing.
    good = {user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()}
    alive = {one.session_key for one in cookies if one.get_decoded().get(HASH_SESSION_KEY) in good}
    found = [
        Device(one.pk, device_words(one.user_agent), one.created_at, one.session_key == here)
        for one in listed
        if one.session_key in alive
    ]
    return tuple(sorted(found, key=lambda device: not device.here))


def players_of(user: User) -> tuple[Player, ...]:
    """Whom the person plays as, with the club of each."""
    return tuple(Player.objects.filter(user=user).select_related("club").order_by("club__name"))


def passkeys_of(user: User) -> tuple[tuple[str, str], ...]:
    """Id and name of each, oldest first."""
    rows = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)
    return tuple((str(one.pk), str(one.wrap().name)) for one in rows.order_by("created_at"))
