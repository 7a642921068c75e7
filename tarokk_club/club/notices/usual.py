"""The notices that a user can choose, and the defaults for users who have chosen none."""

from django.conf import settings

from tarokk_club.club.models import NoticeKind, NoticeWay

# In the order of the page: notices that wait for the user first.
OFFERED = (
    NoticeKind.PLAN,
    NoticeKind.PAID,
    NoticeKind.DISPUTED,
    NoticeKind.OBJECTION,
    NoticeKind.KEY,
    NoticeKind.EVENING,
    NoticeKind.DEBTS,
)
# By default only requests to this user and news of new keys are sent, by letter; push is always
# opt-in.
LETTERS = frozenset(
    {
        NoticeKind.PLAN,
        NoticeKind.PAID,
        NoticeKind.DISPUTED,
        NoticeKind.OBJECTION,
        NoticeKind.KEY,
    }
)
# Kinds that are chosen together with another one.
CHOSEN_AS = {NoticeKind.CANCELLED: NoticeKind.EVENING}


def is_default_notice(kind: NoticeKind, way: NoticeWay) -> bool:
    """Return whether the notice is sent to a user who has not chosen."""
    return way == NoticeWay.LETTER and kind in LETTERS


def chosen_as(kind: NoticeKind) -> NoticeKind:
    """Return the kind under which this kind of notice is chosen on the page."""
    return CHOSEN_AS.get(kind, kind)


def available_channels() -> tuple[NoticeWay, ...]:
    """Return the channels that this site can use: letters need a mail server, push notices
    https.
    """
    letters = (NoticeWay.LETTER,) if settings.EMAIL_CONFIGURED else ()
    return (*letters, NoticeWay.PUSH) if settings.HTTPS else letters
