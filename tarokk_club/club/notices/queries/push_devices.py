"""The devices on which a user gets push notifications."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from tarokk_club.accounts.browsers import name_browser
from tarokk_club.club.models import PushDevice, User


@dataclass(frozen=True, slots=True)
class ListedDevice:
    """A row of the list of devices.

    words: the name of the browser.
    used_at: the time at which its push service last accepted a notification; None if never.
    is_current: whether it is the browser of this request.
    """

    pk: UUID
    words: str
    made_at: datetime
    used_at: datetime | None
    is_current: bool


def list_push_devices(user: User, *, fingerprint: str) -> tuple[ListedDevice, ...]:
    """Return the user's devices, the current browser first.

    fingerprint: the id of the current browser; "" if unknown.
    """
    devices = [
        ListedDevice(
            row.pk,
            name_browser(row.agent),
            row.made_at,
            row.sent_at,
            bool(fingerprint) and row.mark == fingerprint,
        )
        for row in PushDevice.objects.filter(user=user)
    ]
    return tuple(sorted(devices, key=lambda device: not device.is_current))
