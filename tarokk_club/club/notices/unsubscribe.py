"""The unsubscribe link in mails, which works without signing in."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.urls import reverse

from tarokk_club.club.models import NoticeKind, User
from tarokk_club.club.notices.defaults import find_choosable_kind
from tarokk_club.club.writing.errors import LinkGoneError

SALT = "tarokk_club.notices.stop"


@dataclass(frozen=True, slots=True)
class Unsubscription:
    """The user and the kind of mail to which an unsubscribe link belongs."""

    user: User
    kind: NoticeKind


def build_unsubscribe_url(user_id: UUID, kind: NoticeKind) -> str:
    """Return the full URL that stops this kind of mail; it never expires."""
    token = signing.dumps([str(user_id), find_choosable_kind(kind)], salt=SALT)
    return settings.SITE_ADDRESS + reverse("club:notices_stop", args=[token])


def read_unsubscribe_token(token: str) -> Unsubscription:
    """Return the user and the kind of mail in the link's token.

    Raise LinkGoneError if it is invalid or the user is no longer active.
    """
    try:
        user_id, kind = signing.loads(token, salt=SALT)
        user = User.objects.get(pk=UUID(user_id), is_active=True)
        return Unsubscription(user, NoticeKind(kind))
    except (signing.BadSignature, ValueError, TypeError, User.DoesNotExist) as error:
        raise LinkGoneError from error
