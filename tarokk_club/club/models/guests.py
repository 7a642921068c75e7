"""Links by which people without an account read one page of a club."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.members import Link
from tarokk_club.club.models.people import Season
from tarokk_club.club.models.sessions import Session
from tarokk_club.club.models.tournaments import Tournament


class Lasting(models.TextChoices):
    """How long a guest link is good."""

    SEASON = "season", _("Until the season ends")
    WEEK = "week", _("One week")
    REVOKED = "revoked", _("Until it is taken back")


# What a link shows, each in a field of its own.
SHOWN = ("session", "season", "tournament")


def _one_of(*fields: str) -> models.Q:
    """Exactly one of the fields is filled."""
    found = models.Q()
    for one in fields:
        found |= models.Q(**{f"{other}__isnull": other != one for other in fields})
    return found


class GuestLink(Link):
    """A link to the sheet of one session, the standings of one season or the projector's page of
    one tournament; read only.

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
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, null=True, blank=True, related_name="guest_links"
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
                condition=_one_of(*SHOWN),
                name="guest_link_one_page",
                violation_error_message=_("A guest link shows one page."),
            )
        ]

    @property
    def until(self) -> Season | None:
        """The season with which the link ends, where it was made so; a tournament has none."""
        if self.lasting != Lasting.SEASON:
            return None
        return self.session.season if self.session else self.season
