"""The text of a notice, in the active language.

It contains nothing confidential: no amount, no name of a person, no link that grants access.
    Details are on the page, behind the sign-in.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _

from tarokk_club.accounts.language import language_of
from tarokk_club.club.models import Club, NoticeKind, User


@dataclass(frozen=True, slots=True)
class About:
    """The subject of a notice, in its state at the time of sending.

    path: URL path of the page that shows it.
    """

    path: str
    kind: NoticeKind
    # For a payment: whether the user must confirm it, or is only informed of it.
    confirm: bool = False
    # For an evening: when it begins, in the club's local time.
    begins: datetime | None = None


def language_for(user: User, club: Club | None) -> str:
    """Return the language in which to write to the user."""
    spoken = club.language if club and club.language in dict(settings.LANGUAGES) else ""
    return language_of(user) or spoken or translation.get_language() or settings.LANGUAGE_CODE


def sentence(about: About) -> str:
    """Return the text of the notice: what happened and what to do about it."""
    if about.kind == NoticeKind.PAID and about.confirm:
        return _("A payment waits for you to confirm that it has arrived.")
    if about.kind == NoticeKind.CANCELLED:
        return _("The evening of %(day)s is cancelled.") % {"day": _day(about)}
    if about.kind == NoticeKind.EVENING:
        return _("Tomorrow the club plays: %(day)s.") % {"day": _day(about)}
    return str(_SENTENCES[about.kind]())


_SENTENCES = {
    NoticeKind.PLAN: lambda: _("A new plan says what you pay or get."),
    NoticeKind.PAID: lambda: _("A payment to you was marked as paid. Has it arrived?"),
    NoticeKind.DISPUTED: lambda: _("A payment that you marked is said not to have arrived."),
    NoticeKind.OBJECTION: lambda: _("An objection to a sheet waits for an answer."),
    NoticeKind.KEY: lambda: _("A key for programs was made with your account. Was it you?"),
    NoticeKind.DEBTS: lambda: _("A planned payment of yours is still open."),
}


def _day(about: About) -> str:
    """Return the date and the time as in the club's calendar, or "" if there is none."""
    if about.begins is None:
        return ""
    return f"{date_format(about.begins)}, {time_format(about.begins)}"


def heading(club: Club | None) -> str:
    """Return the club's name on one line, or the name of the site without a club."""
    return " ".join(club.name.split()) if club else _("Tarokk Club")


def notices_path() -> str:
    """Return the path of the page to choose notices."""
    return reverse("club:notices")
