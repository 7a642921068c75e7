"""The devices of an account, its passkeys, keys, calendar links and players."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.models import Session as Cookie
from django.utils import timezone
from django.utils.translation import gettext as _

from tarokk_club.accounts.browsers import name_browser
from tarokk_club.club.models import ApiKey, CalendarLink, Player, ServiceKey, User


@dataclass(frozen=True, slots=True)
class Device:
    """A browser in which a user is signed in.

    here: whether it is the browser of this request.
    """

    pk: int
    words: str
    since: datetime
    here: bool


def devices_of(user: User, *, here: str | None) -> tuple[Device, ...]:
    """Return the browsers in which the user is still signed in, the present one first, in two
    queries.

    here: session key of the present browser.
    """
    listed = list(UserSession.objects.filter(user=user).order_by("-created_at"))
    keys = [one.session_key for one in listed]
    cookies = Cookie.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    # A sign-in session from before a password change still has a row, but is invalid.
    good = {user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()}
    alive = {one.session_key for one in cookies if one.get_decoded().get(HASH_SESSION_KEY) in good}
    found = [
        Device(one.pk, name_browser(one.user_agent), one.created_at, one.session_key == here)
        for one in listed
        if one.session_key in alive
    ]
    return tuple(sorted(found, key=lambda device: not device.here))


def players_of(user: User) -> tuple[Player, ...]:
    """Return the players that belong to the account, each with its club."""
    return tuple(Player.objects.filter(user=user).select_related("club").order_by("club__name"))


def passkeys_of(user: User) -> tuple[tuple[str, str], ...]:
    """Return the id and name of each passkey, oldest first."""
    rows = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)
    return tuple((str(one.pk), str(one.wrap().name)) for one in rows.order_by("created_at"))


# The kinds of access without a sign-in, as they begin an id of `access_of`.
KEY, SERVICE, CALENDAR = "key", "service", "calendar"


def access_of(user: User) -> tuple[tuple[str, str], ...]:
    """Return the id and description of each API key, service key and calendar link that is valid
    for the user, in three queries.
    """
    keys = ApiKey.objects.filter(user=user, ends_at__gt=timezone.now()).select_related("club")
    services = ServiceKey.objects.filter(made_by=user, ends_at__gt=timezone.now())
    service_words = _("Service key “%(name)s”")
    links = CalendarLink.objects.filter(made_by=user, revoked_at=None).select_related("club")
    key_words, link_words = _("Key “%(name)s”, %(club)s"), _("Calendar link, %(club)s")
    return (
        *((f"{KEY}:{key.pk}", key_words % {"name": key.name, "club": key.club}) for key in keys),
        *((f"{SERVICE}:{key.pk}", service_words % {"name": key.name}) for key in services),
        *((f"{CALENDAR}:{link.pk}", link_words % {"club": link.club}) for link in links),
    )
