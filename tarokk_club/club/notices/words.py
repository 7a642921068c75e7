"""The texts of notices in the active language.

They contain nothing confidential: no amounts, names of people or links that grant access.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from tarokk_club.accounts.language import find_user_language
from tarokk_club.club.formatting.numbers_and_dates import format_plain_date
from tarokk_club.club.models import Club, NoticeKind, User


@dataclass(frozen=True, slots=True)
class SubjectState:
    """The state of a notice's subject at the time of sending.

    path: the URL path of the page about the subject.
    confirm: whether the payment waits for the user to confirm it.
    begins: the start of the evening in the club's time zone; None for other subjects.
    """

    path: str
    kind: NoticeKind
    confirm: bool = False
    begins: datetime | None = None


def choose_notice_language(user: User, club: Club | None) -> str:
    """Return the language for a user: the user's own, the club's, or the current one."""
    spoken = club.language if club and club.language in dict(settings.LANGUAGES) else ""
    return (
        find_user_language(user) or spoken or translation.get_language() or settings.LANGUAGE_CODE
    )


def describe_subject(subject: SubjectState) -> str:
    """Return the sentence of a notice about this subject."""
    if subject.kind == NoticeKind.PAID and subject.confirm:
        return _("A payment waits for you to confirm that it has arrived.")
    if subject.kind == NoticeKind.CANCELLED:
        return _("The evening of %(day)s is cancelled.") % {"day": _format_start(subject)}
    if subject.kind == NoticeKind.EVENING:
        return _("The club plays tomorrow: %(day)s.") % {"day": _format_start(subject)}
    return str(_SENTENCES[subject.kind]())


_SENTENCES = {
    NoticeKind.PLAN: lambda: _("A new plan says what you pay or get."),
    NoticeKind.PAID: lambda: _("A payment to you was marked as paid. Has it arrived?"),
    NoticeKind.DISPUTED: lambda: _("A payment that you marked is said not to have arrived."),
    NoticeKind.OBJECTION: lambda: _("An objection to a sheet waits for an answer."),
    NoticeKind.KEY: lambda: _("A key for programs was made with your account. Was it you?"),
    NoticeKind.DEBTS: lambda: _("A planned payment of yours is still open."),
}


def _format_start(subject: SubjectState) -> str:
    """Return the date and time at which the evening begins, as text; "" for other subjects."""
    if subject.begins is None:
        return ""
    return f"{format_plain_date(subject.begins.date())}, {time_format(subject.begins)}"


def build_notice_title(club: Club | None) -> str:
    """Return the club's name on one line, or the name of the program if there is no club."""
    return " ".join(club.name.split()) if club else _("Tarokk Club")


def build_notices_path() -> str:
    """Return the path of the page to choose notices."""
    return reverse("club:notices")
