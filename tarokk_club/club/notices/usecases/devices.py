"""Use cases that save a user's choice of notices, and register or delete push devices."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from scoring.core.problem import Problem
from tarokk_club.accounts.device_sessions import compute_device_fingerprint
from tarokk_club.club.formatting.sentences import register_refusals
from tarokk_club.club.models import NoticeChannel, NoticeChoice, NoticeKind, PushDevice, User
from tarokk_club.club.notices.defaults import OFFERED
from tarokk_club.club.notices.push_keys import derive_public_key
from tarokk_club.club.notices.queries.recipients import load_notice_choices
from tarokk_club.club.notices.sending.push_message import read_browser_keys
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.database.write_lock import write_lock
from tarokk_club.http.public_post import NotPublicError, require_public_host

Choice = tuple[NoticeKind, NoticeChannel]

register_refusals(
    {
        "no_such_phone": _("This browser did not say where to send notices; try again."),
        "too_many_phones": _("You have %(most)s phones for notices; remove one of them first."),
    }
)


def save_notice_choices(
    *, user: User, wanted: Collection[Choice], channels: Collection[NoticeChannel]
) -> None:
    """Save the choices for these channels; those for other channels do not change.

    wanted: the chosen pairs of kind and channel.
    """
    with write_lock():
        before = load_notice_choices(user)
        for kind in OFFERED:
            values = {
                channel.value: (kind, channel) in wanted
                if channel in channels
                else before[kind, channel]
                for channel in NoticeChannel
            }
            NoticeChoice.objects.update_or_create(user=user, kind=kind, defaults=values)


def stop_mails(*, user: User, kind: NoticeKind | None) -> None:
    """Stop mails of this kind, or all mails if None; push notifications continue."""
    with write_lock():
        before = load_notice_choices(user)
        for stopped in OFFERED if kind is None else (kind,):
            push = before.get((stopped, NoticeChannel.PUSH), False)
            channels = {"letter": False, "push": push}
            NoticeChoice.objects.update_or_create(user=user, kind=stopped, defaults=channels)


def move_push_device(request: HttpRequest, user: User) -> None:
    """Move this browser's push device to the new session; delete it if it was another user's."""
    fingerprint = compute_device_fingerprint(request)
    if not fingerprint:
        return
    devices = PushDevice.objects.filter(mark=fingerprint)
    devices.exclude(user=user).delete()
    key = request.session.session_key or ""
    devices.filter(user=user).update(session_key=key, seen_at=timezone.now())


def delete_current_push_device(request: HttpRequest, user: User) -> None:
    """Delete this browser's push device, so that its next user sees no notices."""
    condition = Q(session_key=request.session.session_key or "-")
    if fingerprint := compute_device_fingerprint(request):
        condition |= Q(mark=fingerprint)
    PushDevice.objects.filter(condition, user=user).delete()


def delete_other_push_devices(request: HttpRequest | None, user: User) -> None:
    """Delete the user's push devices except this browser's.

    request: None to delete all devices.
    """
    fingerprint = compute_device_fingerprint(request) if request else ""
    PushDevice.objects.filter(user=user).exclude(mark=fingerprint or "-").delete()


# The maximum number of devices of a user.
MOST = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmittedDevice:
    """The data of a new push subscription.

    p256dh, auth: the keys of the browser, as base64.
    key: the site's public key that the browser used.
    fingerprint, session_key: the id of the browser and its sign-in session.
    agent: the browser's user agent.
    """

    endpoint: str
    p256dh: str
    auth: str
    key: str
    fingerprint: str
    session_key: str
    agent: str


def save_push_device(*, user: User, device: SubmittedDevice) -> PushDevice:
    """Save and return a push device, which may have been another user's before.

    Raise RefusedError if the data is invalid or the user has too many devices.
    """
    if not _is_valid_device(device):
        raise RefusedError([Problem("no_such_phone", "")])
    now = timezone.now()
    digest = hashlib.sha256(device.endpoint.encode()).hexdigest()
    with write_lock():
        # A new subscription of the same browser invalidates its old endpoint.
        PushDevice.objects.filter(mark=device.fingerprint).exclude(endpoint_hash=digest).delete()
        other_devices = PushDevice.objects.filter(user=user).exclude(endpoint_hash=digest)
        if other_devices.count() >= MOST:
            raise RefusedError([Problem("too_many_phones", "", {"most": MOST})])
        saved, _made = PushDevice.objects.update_or_create(
            endpoint_hash=digest,
            defaults={
                "user": user,
                "endpoint": device.endpoint,
                "p256dh": device.p256dh,
                "auth": device.auth,
                "key": device.key,
                "mark": device.fingerprint,
                "session_key": device.session_key,
                "agent": device.agent,
                "made_at": now,
                "seen_at": now,
            },
        )
        return saved


def delete_chosen_push_device(*, user: User, device_id: UUID) -> bool:
    """Delete a push device of the user and return whether it existed."""
    with write_lock():
        return PushDevice.objects.filter(pk=device_id, user=user).delete()[0] > 0


def _is_valid_device(device: SubmittedDevice) -> bool:
    try:
        require_public_host(device.endpoint)
        read_browser_keys(device.p256dh, device.auth)
    except (NotPublicError, ValueError):
        return False
    return device.key == derive_public_key()
