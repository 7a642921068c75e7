"""Choose what one is told of, and how."""

from collections.abc import Collection

from tarokk_club.club.models import NoticeChoice, NoticeKind, NoticeWay, User
from tarokk_club.club.notices.queries.wanted import choices_of
from tarokk_club.club.notices.usual import OFFERED
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
