"""Retention periods, for the clean-up command and the privacy page."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from types import MappingProxyType

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.people.usecases.clubs import REMOVAL_WAIT_DAYS


class RetainedKind(StrEnum):
    """A kind of data that is deleted after a retention period."""

    BACKUPS = "backups"
    LOG = "log"
    LINKS = "links"
    SIGN_INS = "sign_ins"
    DRAFTS = "drafts"
    KEYS = "keys"
    NOTICES = "notices"
    PHONES = "phones"
    ANSWERS = "answers"
    REGISTRATIONS = "registrations"
    CLUBS = "clubs"


@dataclass(frozen=True, slots=True)
class Period:
    """A retention period.

    days: the length in days.
    description: the data, and the day on which the period begins.
    """

    days: int
    description: str | Promise

    @property
    def span(self) -> timedelta:
        """The length as a timedelta."""
        return timedelta(days=self.days)


PERIODS: Mapping[RetainedKind, Period] = MappingProxyType(
    {
        RetainedKind.BACKUPS: Period(35, _("Backups of the book, from the day they were made")),
        RetainedKind.LOG: Period(90, _("Lines of the club’s log, from the day they were written")),
        RetainedKind.LINKS: Period(
            7,
            _(
                "Invitations, password and calendar links, and keys for programs, from the day they"
                " expire"
            ),
        ),
        RetainedKind.SIGN_INS: Period(
            settings.SESSION_COOKIE_AGE // 86_400,
            _("Your sign-ins and their devices, from the day you sign in, or until you sign out"),
        ),
        RetainedKind.DRAFTS: Period(
            30, _("Hands that were started but never saved, from the last tap")
        ),
        RetainedKind.KEYS: Period(
            90, _("Identifiers of submitted forms, from the day they arrived")
        ),
        RetainedKind.NOTICES: Period(30, _("E-mails and notices, from the day they were sent")),
        RetainedKind.PHONES: Period(
            90,
            _("Phones that show you notices, from the last sign-in there, or until you sign out"),
        ),
        RetainedKind.ANSWERS: Period(
            365, _("Who said they would come to an evening, from that evening")
        ),
        RetainedKind.REGISTRATIONS: Period(
            30,
            _(
                "What people entered to register for a tournament, from its day; and guests who"
                " never sat at a table, from the day they were added"
            ),
        ),
        RetainedKind.CLUBS: Period(
            REMOVAL_WAIT_DAYS, _("Clubs removed by the operator, from the day of that decision")
        ),
    }
)
# Data that is deleted only with its club.
NEVER_DELETED = _("The book: sessions, hands and their history, including sessions in the bin")
