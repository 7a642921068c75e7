"""The kinds and channels of notices that users can choose, and the defaults."""

from django.conf import settings

from tarokk_club.club.models import NoticeChannel, NoticeKind

# In the order of the page: first the notices that require an action.
OFFERED = (
    NoticeKind.PLAN,
    NoticeKind.PAID,
    NoticeKind.DISPUTED,
    NoticeKind.OBJECTION,
    NoticeKind.KEY,
    NoticeKind.EVENING,
    NoticeKind.DEBTS,
)
# The notices sent by mail unless the user chose otherwise; push notifications are opt-in.
LETTERS = frozenset(
    {
        NoticeKind.PLAN,
        NoticeKind.PAID,
        NoticeKind.DISPUTED,
        NoticeKind.OBJECTION,
        NoticeKind.KEY,
    }
)
# Kinds without a choice of their own, with the kind whose choice applies.
CHOSEN_AS = {NoticeKind.CANCELLED: NoticeKind.EVENING}


def is_default_notice(kind: NoticeKind, channel: NoticeChannel) -> bool:
    """Return whether a user who has not chosen gets this notice."""
    return channel == NoticeChannel.LETTER and kind in LETTERS


def find_choosable_kind(kind: NoticeKind) -> NoticeKind:
    """Return the kind that users choose in order to get this kind of notice."""
    return CHOSEN_AS.get(kind, kind)


def list_available_channels() -> tuple[NoticeChannel, ...]:
    """Return the configured channels: mail needs a mail server, and push needs HTTPS."""
    letters = (NoticeChannel.LETTER,) if settings.EMAIL_CONFIGURED else ()
    return (*letters, NoticeChannel.PUSH) if settings.HTTPS else letters
