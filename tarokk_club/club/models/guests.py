"""Guest links: read access without an account to one page of a club."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.members import Link
from tarokk_club.club.models.people import Season
from tarokk_club.club.models.sessions import Session
from tarokk_club.club.models.tournaments import Tournament


class LinkLifetime(models.TextChoices):
    """The lifetime of a guest link."""

    SEASON = "season", _("Until the season ends")
    WEEK = "week", _("One week")
    REVOKED = "revoked", _("Until it is revoked")


# The possible targets of a link, one field each.
TARGETS = ("session", "season", "tournament")


def _build_exactly_one_condition(*fields: str) -> models.Q:
    """Return a condition that exactly one of the fields is not null."""
    condition = models.Q()
    for filled in fields:
        condition |= models.Q(**{f"{field}__isnull": field != filled for field in fields})
    return condition


class GuestLink(Link):
    """A read-only link to the page of a session, a season or a tournament.

    expires_at: set only for links that last a number of days; None for all others.
    language: the language of the page; "" for the club's language.
    """

    PURPOSE = "guest"

    session = models.ForeignKey(
        Session, models.CASCADE, null=True, blank=True, related_name="guest_links"
    )
    season = models.ForeignKey(
        Season, models.CASCADE, null=True, blank=True, related_name="guest_links"
    )
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, null=True, blank=True, related_name="guest_links"
    )
    lasting = models.CharField(
        max_length=10, choices=LinkLifetime.choices, default=LinkLifetime.SEASON
    )
    # Only links for a number of days have an expiry when they are created.
    expires_at = models.DateTimeField(null=True, blank=True)  # type: ignore[assignment]
    language = models.CharField(max_length=10, blank=True)

    class Meta:
        verbose_name = _("guest link")
        verbose_name_plural = _("guest links")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=_build_exactly_one_condition(*TARGETS),
                name="guest_link_one_page",
                violation_error_message=_("A guest link shows one page."),
            )
        ]

    @property
    def ending_season(self) -> Season | None:
        """The season with which the link expires; None if it does not expire with a season."""
        if self.lasting != LinkLifetime.SEASON:
            return None
        return self.session.season if self.session else self.season
