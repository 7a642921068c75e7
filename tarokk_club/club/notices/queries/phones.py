"""The phones on which a user gets notices."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from tarokk_club.accounts.browsers import name_browser
from tarokk_club.club.models import PushDevice, User


@dataclass(frozen=True, slots=True)
class ListedPhone:
    """A phone in the list.

    used_at: when its service last accepted a notice.
    here: whether it is the phone of this request.
    """

    pk: UUID
    words: str
    made_at: datetime
    used_at: datetime | None
    here: bool


def phones_of(user: User, *, mark: str) -> tuple[ListedPhone, ...]:
    """Return the user's phones, the one with this mark first."""
    found = [
        ListedPhone(
            one.pk,
            name_browser(one.agent),
            one.made_at,
            one.sent_at,
            bool(mark) and one.mark == mark,
        )
        for one in PushDevice.objects.filter(user=user)
    ]
    return tuple(sorted(found, key=lambda phone: not phone.here))
