"""What follows when somebody signs in, or changes how: the log of the clubs, the devices."""

from typing import Any

from allauth.mfa.signals import authenticator_added, authenticator_removed
from allauth.usersessions.models import UserSession
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest
from django.utils import timezone

from tarokk_club.club.models import Act, AuditLine, Membership, User


def note_sign_in(*, request: HttpRequest | None, user: User, **more: Any) -> None:
    """Write a line into the log of every club of the person."""
    _note(user, Act.SIGNED_IN)


def note_passkey_added(*, user: User, **more: Any) -> None:
    """Say that there is another way in."""
    _note(user, Act.PASSKEY_ADDED)


def note_passkey_removed(*, user: User, **more: Any) -> None:
    """Say that there is one way in less."""
    _note(user, Act.PASSKEY_REMOVED)


def _note(user: User, act: Act) -> None:
    now = timezone.now()
    clubs = Membership.objects.filter(user=user).values_list("club_id", flat=True)
    AuditLine.objects.bulk_create(
        AuditLine(club_id=club_id, user=user, act=act.value, at=now) for club_id in clubs
    )


def list_device(*, request: HttpRequest | None, user: User, **more: Any) -> None:
    """List the device; the accounts library itself does so for its own sign-in page only."""
    # Without an address it is no visitor but a command or a test.
    if request is not None and request.META.get("REMOTE_ADDR"):
        UserSession.objects.create_from_request(request)


def connect() -> None:
    """Listen from now on."""
    user_logged_in.connect(note_sign_in, dispatch_uid="club.note_sign_in")
    user_logged_in.connect(list_device, dispatch_uid="club.list_device")
    authenticator_added.connect(note_passkey_added, dispatch_uid="club.note_passkey_added")
    authenticator_removed.connect(note_passkey_removed, dispatch_uid="club.note_passkey_removed")
