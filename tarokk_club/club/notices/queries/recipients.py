"""The notices that users have chosen, and the recipients of a notice."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from tarokk_club.club.models import (
    Club,
    Membership,
    NoticeChannel,
    NoticeChoice,
    NoticeKind,
    PushDevice,
    User,
)
from tarokk_club.club.notices.defaults import (
    OFFERED,
    find_choosable_kind,
    is_default_notice,
    list_available_channels,
)


@dataclass(frozen=True, slots=True)
class Recipient:
    """The recipient of a mail, or of a push notification on one device.

    device_id: None for a mail.
    """

    user_id: UUID
    device_id: UUID | None = None

    @property
    def channel(self) -> NoticeChannel:
        """The channel: push for a device, else mail."""
        return NoticeChannel.PUSH if self.device_id else NoticeChannel.LETTER


def load_notice_choices(user: User) -> Mapping[tuple[NoticeKind, NoticeChannel], bool]:
    """Return whether the user wants each kind of notice, by kind and channel."""
    rows = {row.kind: row for row in NoticeChoice.objects.filter(user=user)}
    return {
        (kind, channel): getattr(rows[kind], channel)
        if kind in rows
        else is_default_notice(kind, channel)
        for kind in OFFERED
        for channel in NoticeChannel
    }


def wants_notice(user_id: UUID, kind: NoticeKind, channel: NoticeChannel) -> bool:
    """Return whether the user currently wants this kind of notice by this channel."""
    row = NoticeChoice.objects.filter(user=user_id, kind=find_choosable_kind(kind)).first()
    return (
        bool(getattr(row, channel))
        if row
        else is_default_notice(find_choosable_kind(kind), channel)
    )


def choose_recipients(
    kind: NoticeKind, users: Iterable[UUID], club: Club | None
) -> list[Recipient]:
    """Return the recipients of a notice of this kind among these users.

    The choices of each active user decide whether they get a mail, push notifications on all
    their devices, both or neither. Only users with an address get mails.

    club: include only its members; None to include all users.
    """
    channels, ids = list_available_channels(), set(users)
    if not channels or not ids:
        return []
    people = _load_addresses(ids, club)
    chosen = find_choosable_kind(kind)
    rows = {row.user_id: row for row in NoticeChoice.objects.filter(user__in=people, kind=chosen)}

    def is_wanted(user_id: UUID, channel: NoticeChannel) -> bool:
        row = rows.get(user_id)
        return getattr(row, channel) if row else is_default_notice(chosen, channel)

    letters = [
        Recipient(user_id)
        for user_id, address in people.items()
        if NoticeChannel.LETTER in channels and address and is_wanted(user_id, NoticeChannel.LETTER)
    ]
    ids_for_push = [
        pk for pk in people if NoticeChannel.PUSH in channels and is_wanted(pk, NoticeChannel.PUSH)
    ]
    if not ids_for_push:
        return letters
    devices = PushDevice.objects.filter(user__in=ids_for_push).values_list("user_id", "id")
    return letters + [Recipient(user_id, device_id) for user_id, device_id in devices]


def _load_addresses(ids: Collection[UUID], club: Club | None) -> dict[UUID, str]:
    """Return the email addresses of those users who are active, by user id.

    club: include only its members; None to include all users.
    """
    if club is None:
        return dict(User.objects.filter(pk__in=ids, is_active=True).values_list("pk", "email"))
    rows = Membership.objects.filter(user__in=ids, club=club, user__is_active=True)
    return dict(rows.values_list("user_id", "user__email"))
