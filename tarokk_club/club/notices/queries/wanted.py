"""Who is notified about what, and how."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from tarokk_club.club.models import (
    Club,
    Membership,
    NoticeChoice,
    NoticeKind,
    NoticeWay,
    PushDevice,
    User,
)
from tarokk_club.club.notices.usual import OFFERED, available_channels, chosen_as, is_default_notice


@dataclass(frozen=True, slots=True)
class Recipient:
    """The recipient of a letter, or of a notice on one phone.

    device: None for a letter.
    """

    user_id: UUID
    device_id: UUID | None = None

    @property
    def way(self) -> NoticeWay:
        """Return the way of sending."""
        return NoticeWay.PUSH if self.device_id else NoticeWay.LETTER


def choices_of(user: User) -> Mapping[tuple[NoticeKind, NoticeWay], bool]:
    """Return every kind and way of the page, with whether the user wants it."""
    said = {row.kind: row for row in NoticeChoice.objects.filter(user=user)}
    return {
        (kind, way): getattr(said[kind], way) if kind in said else is_default_notice(kind, way)
        for kind in OFFERED
        for way in NoticeWay
    }


def wants(user_id: UUID, kind: NoticeKind, way: NoticeWay) -> bool:
    """Return whether the user now wants this kind of notice in this way."""
    said = NoticeChoice.objects.filter(user=user_id, kind=chosen_as(kind)).first()
    return bool(getattr(said, way)) if said else is_default_notice(chosen_as(kind), way)


def choose_recipients(
    kind: NoticeKind, users: Iterable[UUID], club: Club | None
) -> list[Recipient]:
    """Return which of these users are notified, and how, in three queries.

    Only members of the club are included, if there is one. Letters go to users with an address,
    notices to every phone.
    """
    ways, ids = available_channels(), set(users)
    if not ways or not ids:
        return []
    people = _people(ids, club)
    chosen = chosen_as(kind)
    said = {row.user_id: row for row in NoticeChoice.objects.filter(user__in=people, kind=chosen)}

    def wanted(user_id: UUID, way: NoticeWay) -> bool:
        row = said.get(user_id)
        return getattr(row, way) if row else is_default_notice(chosen, way)

    letters = [
        Recipient(user_id)
        for user_id, address in people.items()
        if NoticeWay.LETTER in ways and address and wanted(user_id, NoticeWay.LETTER)
    ]
    on_phones = [one for one in people if NoticeWay.PUSH in ways and wanted(one, NoticeWay.PUSH)]
    if not on_phones:
        return letters
    devices = PushDevice.objects.filter(user__in=on_phones).values_list("user_id", "id")
    return letters + [Recipient(user_id, device_id) for user_id, device_id in devices]


def _people(ids: Collection[UUID], club: Club | None) -> dict[UUID, str]:
    """Return the users who can be notified, with their addresses for letters."""
    if club is None:
        return dict(User.objects.filter(pk__in=ids, is_active=True).values_list("pk", "email"))
    rows = Membership.objects.filter(user__in=ids, club=club, user__is_active=True)
    return dict(rows.values_list("user_id", "user__email"))
