"""What may be chosen here, and what holds for whoever has chosen nothing."""

from django.conf import settings

from tarokk_club.club.models import NoticeKind, NoticeWay

# In the order of the page: what waits for the person first.
OFFERED = (
    NoticeKind.PLAN,
    NoticeKind.PAID,
    NoticeKind.DISPUTED,
    NoticeKind.OBJECTION,
    NoticeKind.EVENING,
    NoticeKind.DEBTS,
)
# What asks for something from this person alone comes by letter; nothing comes to a phone unasked.
LETTERS = frozenset({NoticeKind.PLAN, NoticeKind.PAID, NoticeKind.DISPUTED, NoticeKind.OBJECTION})
# Kinds that are chosen together with another one.
CHOSEN_AS = {NoticeKind.CANCELLED: NoticeKind.EVENING}


def usually(kind: NoticeKind, way: NoticeWay) -> bool:
    """Whether the notice is sent to somebody who said nothing about it."""
    return way == NoticeWay.LETTER and kind in LETTERS


def chosen_as(kind: NoticeKind) -> NoticeKind:
    """The kind of the page that it belongs to."""
    return CHOSEN_AS.get(kind, kind)


def ways_here() -> tuple[NoticeWay, ...]:
    """The ways that this site has: letters need a mail server, browsers take notices over https."""
    letters = (NoticeWay.LETTER,) if settings.EMAIL_CONFIGURED else ()
    return (*letters, NoticeWay.PUSH) if settings.HTTPS else letters
