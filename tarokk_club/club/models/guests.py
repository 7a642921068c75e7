"""Links by which people without an account read one page of a club."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.members import Link
from tarokk_club.club.models.people import Season
from tarokk_club.club.models.sessions import Session


class Lasting(models.TextChoices):
    """How long a guest link is good."""

    SEASON = "season", _("Until the season ends")
    WEEK = "week", _("One week")
    REVOKED = "revoked", _("Until it is taken back")


class GuestLink(Link):
    """A link to the sheet of one session, or to the standings of one season; read only.

    expires_at: where a span of days was chosen; the end of a season is looked up, as it may not be
    known yet. language: of the page, "" for that of the club.
    """

    PURPOSE = "guest"

    session = models.ForeignKey(
        Session, models.CASCADE, null=True, blank=True, related_name="guest_links"
    )
    season = models.ForeignKey(
        Season, models.CASCADE, null=True, blank=True, related_name="guest_links"
    )
    lasting = models.CharField(max_length=10, choices=Lasting.choices, default=Lasting.SEASON)
    # Only some of these links have a moment that is known from the start.
    expires_at = models.DateTimeField(null=True, blank=True)  # type: ignore[assignment]
    language = models.CharField(max_length=10, blank=True)

    class Meta:
        verbose_name = _("guest link")
        verbose_name_plural = _("guest links")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(session=None) ^ models.Q(season=None),
                name="guest_link_one_page",
                violation_error_message=_("A guest link shows one page."),
            )
        ]

    @property
    def until(self) -> Season | None:
        """The season with which the link ends, where it was made so."""
        if self.lasting != Lasting.SEASON:
            return None
        return self.session.season if self.session else self.season
