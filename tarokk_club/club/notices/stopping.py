"""The link that stops a kind of letter without signing in."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.urls import reverse

from tarokk_club.club.models import NoticeKind, User
from tarokk_club.club.notices.usual import chosen_as
from tarokk_club.club.writing.errors import LinkGoneError

SALT = "tarokk_club.notices.stop"


@dataclass(frozen=True, slots=True)
class Stopping:
    """Whose letters to stop, and of which kind."""

    user: User
    kind: NoticeKind


def stop_link(user_id: UUID, kind: NoticeKind) -> str:
    """Return the full URL, which only stops this kind and is valid as long as the site has its
    key.
    """
    token = signing.dumps([str(user_id), chosen_as(kind)], salt=SALT)
    return settings.SITE_ADDRESS + reverse("club:notices_stop", args=[token])


def read_stop(token: str) -> Stopping:
    """Return what the link stops.

    Raise LinkGoneError if it is invalid.
    """
    try:
        user_id, kind = signing.loads(token, salt=SALT)
        user = User.objects.get(pk=UUID(user_id), is_active=True)
        return Stopping(user, NoticeKind(kind))
    except (signing.BadSignature, ValueError, TypeError, User.DoesNotExist) as error:
        raise LinkGoneError from error
