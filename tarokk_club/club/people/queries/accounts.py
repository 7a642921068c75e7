"""The devices, passkeys, API keys, calendar links and players of an account."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.models import Session as SignInSession
from django.utils import timezone
from django.utils.translation import gettext as _

from tarokk_club.accounts.browsers import name_browser
from tarokk_club.club.models import ApiKey, CalendarLink, Player, ServiceKey, User
from tarokk_club.club.names.collation import build_sort_key


@dataclass(frozen=True, slots=True)
class Device:
    """A browser in which a user is signed in.

    is_current: whether it is the browser of this request.
    """

    pk: int
    browser_name: str
    since: datetime
    is_current: bool


def load_devices(user: User, *, current_key: str | None) -> tuple[Device, ...]:
    """Return the browsers in which the user is signed in: the current one, then newest first.

    current_key: the session key of the current browser.
    """
    listed = list(UserSession.objects.filter(user=user).order_by("-created_at"))
    keys = [visit.session_key for visit in listed]
    cookies = SignInSession.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    # Sessions from before a password change still have a row, but are invalid.
    good = {user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()}
    alive = {row.session_key for row in cookies if row.get_decoded().get(HASH_SESSION_KEY) in good}
    devices = [
        Device(row.pk, name_browser(row.user_agent), row.created_at, row.session_key == current_key)
        for row in listed
        if row.session_key in alive
    ]
    return tuple(sorted(devices, key=lambda device: not device.is_current))


def load_players_of_user(user: User) -> tuple[Player, ...]:
    """Return the players linked to the account, with their clubs loaded."""
    players = Player.objects.filter(user=user).select_related("club")
    return tuple(sorted(players, key=lambda player: build_sort_key(player.club.name)))


def list_passkeys(user: User) -> tuple[tuple[str, str], ...]:
    """Return the id and name of each passkey, oldest first."""
    rows = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)
    return tuple((str(row.pk), str(row.wrap().name)) for row in rows.order_by("created_at"))


# The prefixes of the ids returned by `list_keys_and_links`, one for each kind of access.
KEY, SERVICE, CALENDAR = "key", "service", "calendar"


def list_keys_and_links(user: User) -> tuple[tuple[str, str], ...]:
    """Return the id and description of each valid key and calendar link of the user."""
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
