"""Register devices for notices, and choose which notices a user gets."""

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
from tarokk_club.club.notices.sending.push_message import reader_of
from tarokk_club.club.notices.usual import OFFERED
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.database.write_lock import write_lock
from tarokk_club.http.public_post import NotPublicError, require_public_host

Choice = tuple[NoticeKind, NoticeWay]


def choose_notices(*, user: User, wanted: Collection[Choice], ways: Collection[NoticeWay]) -> None:
    """Save these choices and no others; ways that the page did not show do not change."""
    with write_lock():
        before = choices_of(user)
        for kind in OFFERED:
            told = {
                way.value: (kind, way) in wanted if way in ways else before[kind, way]
                for way in NoticeWay
            }
            NoticeChoice.objects.update_or_create(user=user, kind=kind, defaults=told)


def stop_letters(*, user: User, kind: NoticeKind | None) -> None:
    """Stop letters of this kind, or of every kind; notices on phones continue."""
    with write_lock():
        before = choices_of(user)
        for one in OFFERED if kind is None else (kind,):
            push = before.get((one, NoticeWay.PUSH), False)
            told = {"letter": False, "push": push}
            NoticeChoice.objects.update_or_create(user=user, kind=one, defaults=told)


def device_signed_in(request: HttpRequest, user: User) -> None:
    """Move the phone to the new sign-in; delete it if it was another user's."""
    mark = device_fingerprint(request)
    if not mark:
        return
    here = PushDevice.objects.filter(mark=mark)
    here.exclude(user=user).delete()
    key = request.session.session_key or ""
    here.filter(user=user).update(session_key=key, seen_at=timezone.now())


def device_signed_out(request: HttpRequest, user: User) -> None:
    """Delete the phone, so that it shows nothing to whoever holds it next."""
    here = Q(session_key=request.session.session_key or "-")
    if mark := device_fingerprint(request):
        here |= Q(mark=mark)
    PushDevice.objects.filter(here, user=user).delete()


def remove_other_phones(request: HttpRequest | None, user: User) -> None:
    """Delete the other phones after a change of password; this one stays."""
    mark = device_fingerprint(request) if request else ""
    PushDevice.objects.filter(user=user).exclude(mark=mark or "-").delete()


# More phones than one person has.
MOST = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmittedDevice:
    """What a browser submits about itself.

    key: the site's key that it was given.
    mark, session_key: identify the browser and its sign-in.
    agent: its user agent.
    """

    endpoint: str
    p256dh: str
    auth: str
    key: str
    mark: str
    session_key: str
    agent: str


def save_device(*, user: User, phone: SubmittedDevice) -> PushDevice:
    """Save the phone, which from now on shows this user's notices only.

    Raise RefusedError if the data is invalid, or if the user has too many phones.
    """
    if not _is_good(phone):
        raise RefusedError([Problem("no_such_phone", "")])
    now = timezone.now()
    which = hashlib.sha256(phone.endpoint.encode()).hexdigest()
    with write_lock():
        # A browser that subscribes again gets another address, and the old one is useless.
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
    """Delete a phone of the user and return whether it existed."""
    with write_lock():
        return PushDevice.objects.filter(pk=device_id, user=user).delete()[0] > 0


def _is_good(phone: SubmittedDevice) -> bool:
    try:
        require_public_host(phone.endpoint)
        reader_of(phone.p256dh, phone.auth)
    except (NotPublicError, ValueError):
        return False
    return phone.key == public_key()
