"""Register devices for notices, and choose which ones a person gets."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.accounts.device_sessions import device_fingerprint
from tarokk_club.club.models import NoticeChoice, NoticeKind, NoticeWay, PushDevice, User
from tarokk_club.club.notices.push_keys import public_key
from tarokk_club.club.notices.queries.wanted import choices_of
from tarokk_club.club.notices.sending.public_post import NotPublicError, host_of
from tarokk_club.club.notices.sending.push_message import reader_of
from tarokk_club.club.notices.usual import OFFERED
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.database.write_lock import write_lock

Choice = tuple[NoticeKind, NoticeWay]


def choose_notices(*, user: User, wanted: Collection[Choice], ways: Collection[NoticeWay]) -> None:
    """From now on these and no others; of ways that the page did not show, nothing changes."""
    with write_lock():
        before = choices_of(user)
        for kind in OFFERED:
            told = {
                way.value: (kind, way) in wanted if way in ways else before[kind, way]
                for way in NoticeWay
            }
            NoticeChoice.objects.update_or_create(user=user, kind=kind, defaults=told)


def stop_letters(*, user: User, kind: NoticeKind | None) -> None:
    """No more letters of this kind, or none at all; notices on phones go on."""
    with write_lock():
        before = choices_of(user)
        for one in OFFERED if kind is None else (kind,):
            push = before.get((one, NoticeWay.PUSH), False)
            told = {"letter": False, "push": push}
            NoticeChoice.objects.update_or_create(user=user, kind=one, defaults=told)


def device_signed_in(request: HttpRequest, user: User) -> None:
    """The phone belongs to the new sign-in from now on; one of somebody else's goes."""
    mark = device_fingerprint(request)
    if not mark:
        return
    here = PushDevice.objects.filter(mark=mark)
    here.exclude(user=user).delete()
    key = request.session.session_key or ""
    here.filter(user=user).update(session_key=key, seen_at=timezone.now())


def device_signed_out(request: HttpRequest, user: User) -> None:
    """The phone shows nothing to whoever holds it next."""
    here = Q(session_key=request.session.session_key or "-")
    if mark := device_fingerprint(request):
        here |= Q(mark=mark)
    PushDevice.objects.filter(here, user=user).delete()


def only_this_device(request: HttpRequest | None, user: User) -> None:
    """The other phones are signed out by a new password; this one goes on."""
    mark = device_fingerprint(request) if request else ""
    PushDevice.objects.filter(user=user).exclude(mark=mark or "-").delete()


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
