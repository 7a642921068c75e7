"""How long what is kept: one table for the command that tidies up and for the privacy page."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from types import MappingProxyType

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Kept(StrEnum):
    """What is thrown away after its time."""

    BACKUPS = "backups"
    LOG = "log"
    LINKS = "links"
    SIGN_INS = "sign_ins"
    DRAFTS = "drafts"
    KEYS = "keys"
    NOTICES = "notices"
    PHONES = "phones"
    ANSWERS = "answers"


@dataclass(frozen=True, slots=True)
class Period:
    """days: how long; what: in words, with the moment from which the days count."""

    days: int
    what: str | Promise

    @property
    def span(self) -> timedelta:
        """The same as a stretch of time."""
        return timedelta(days=self.days)


PERIODS: Mapping[Kept, Period] = MappingProxyType(
    {
        Kept.BACKUPS: Period(35, _("Backups of the book, from the day they were made")),
        Kept.LOG: Period(90, _("Lines of the club’s log, from the day they were written")),
        Kept.LINKS: Period(
            7,
            _(
                "Invitations, password and calendar links, keys for programmes, from the day they"
                " end"
            ),
        ),
        Kept.SIGN_INS: Period(
            settings.SESSION_COOKIE_AGE // 86_400,
            _("Your sign-ins and their devices, from the day you sign in, or until you sign out"),
        ),
        Kept.DRAFTS: Period(30, _("Hands that were begun and never saved, from the last tap")),
        Kept.KEYS: Period(90, _("Numbers of forms that were sent, from the day they came")),
        Kept.NOTICES: Period(30, _("Letters and notices that were sent, from the day they went")),
        Kept.PHONES: Period(
            90,
            _("Phones that show you notices, from the last sign-in there, or until you sign out"),
        ),
        Kept.ANSWERS: Period(365, _("Who said to come to an evening, from that evening on")),
    }
)
