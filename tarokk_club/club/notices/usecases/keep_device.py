"""Let a phone show notices, or no longer."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import PushDevice, User
from tarokk_club.club.notices.push_keys import public_key
from tarokk_club.club.notices.sending.public_post import NotPublicError, host_of
from tarokk_club.club.notices.sending.push_message import reader_of
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.database.write_lock import write_lock

# More phones than one person has.
MOST = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneSaid:
    """What a browser says of itself: where its service takes notices, its keys; key: the site's
    key that it was given; mark, session_key: which browser and sign-in it is; agent: what it
    calls itself.
    """

    endpoint: str
    p256dh: str
    auth: str
    key: str
    mark: str
    session_key: str
    agent: str


def keep_device(*, user: User, phone: PhoneSaid) -> PushDevice:
    """The phone, which shows the person's notices from now on, and nobody else's.

    Raises RefusedError for what no browser says, and for more phones than a person has.
    """
    if not _is_good(phone):
        raise RefusedError([Problem("no_such_phone", "")])
    now = timezone.now()
    which = hashlib.sha256(phone.endpoint.encode()).hexdigest()
    with write_lock():
        # A browser that asks anew gets another address; the old one of it is of no use.
        PushDevice.objects.filter(mark=phone.mark).exclude(endpoint_hash=which).delete()
        mine = PushDevice.objects.filter(user=user).exclude(endpoint_hash=which)
        if mine.count() >= MOST:
            raise RefusedError([Problem("too_many_phones", "", {"most": MOST})])
        device, _made = PushDevice.objects.update_or_create(
            endpoint_hash=which,
            defaults={
                "user": user,
                "endpoint": phone.endpoint,
                "p256dh": phone.p256dh,
                "auth": phone.auth,
                "key": phone.key,
                "mark": phone.mark,
                "session_key": phone.session_key,
                "agent": phone.agent,
                "made_at": now,
                "seen_at": now,
            },
        )
        return device


def drop_device(*, user: User, device_id: UUID) -> bool:
    """Whether there was such a phone of the person; it shows no more notices."""
    with write_lock():
        return PushDevice.objects.filter(pk=device_id, user=user).delete()[0] > 0


def _is_good(phone: PhoneSaid) -> bool:
    try:
        host_of(phone.endpoint)
        reader_of(phone.p256dh, phone.auth)
    except (NotPublicError, ValueError):
        return False
    return phone.key == public_key()
