"""What a notice says, in the language that is spoken at the moment.

Nothing that is not for everybody's eyes: no amount, no name of a person, no link that opens
anything. What it is about stands on the page, behind the sign-in.
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
    """What a notice is about, as it is when it goes; path: the page that shows it."""

    path: str
    kind: NoticeKind
    # Of a payment: it only waits to be told of, or for the person to confirm it.
    confirm: bool = False
    # Of an evening: when it begins, by the clock on the club's wall.
    begins: datetime | None = None


def language_for(user: User, club: Club | None) -> str:
    """The language in which the person is written to."""
    spoken = club.language if club and club.language in dict(settings.LANGUAGES) else ""
    return language_of(user) or spoken or translation.get_language() or settings.LANGUAGE_CODE


def sentence(about: About) -> str:
    """One sentence, and what can be done about it."""
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
    NoticeKind.DEBTS: lambda: _("A planned payment of yours is still open."),
}


def _day(about: About) -> str:
    """Day and hour as they stand in the club's calendar."""
    if about.begins is None:
        return ""
    return f"{date_format(about.begins)}, {time_format(about.begins)}"


def heading(club: Club | None) -> str:
    """Where it happened; a name on one line."""
    return " ".join(club.name.split()) if club else _("Tarokk Club")


def notices_path() -> str:
    """The page where notices are chosen."""
    return reverse("club:notices")
