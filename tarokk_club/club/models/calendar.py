"""The calendar of a club: evenings that are planned, who comes, and the sessions they became."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar
from zoneinfo import ZoneInfo

from django.db import models
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.members import Link
from tarokk_club.club.models.people import Club, Player, User
from tarokk_club.club.models.sessions import Session
from tarokk_club.club.values.attendance import Attendance, Rhythm

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager


class EveningSeries(models.Model):
    """Evenings that repeat; each of them is a row of its own, so that one can be moved or skipped.

    starts, until: the days between which they were planned.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="evening_series")
    rhythm = models.CharField(max_length=12, choices=Rhythm.choices)
    starts = models.DateField()
    until = models.DateField()

    class Meta:
        verbose_name = _("series of evenings")
        verbose_name_plural = _("series of evenings")

    def __str__(self) -> str:
        return f"{self.rhythm} {self.starts}"


class PlannedEvening(models.Model):
    """An evening to come, or one that has been; day and time are those on the club's wall.

    place_in_series: which one of its series it is, from 0; game: "" where everything is played;
    most: how many seats there are, None where nobody counts; seating: the tables that were drawn
    and not yet started, as KeptSeats reads them; version: counts what calendars must be told.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="planned_evenings")
    series = models.ForeignKey(
        EveningSeries, models.PROTECT, null=True, blank=True, related_name="evenings"
    )
    place_in_series = models.PositiveSmallIntegerField(default=0)
    date = models.DateField(_("date"))
    starts = models.TimeField(_("begins at"))
    place = models.CharField(_("place"), max_length=80, blank=True)
    game = models.CharField(_("game"), max_length=30, blank=True)
    note = models.CharField(_("note"), max_length=300, blank=True)
    most = models.PositiveSmallIntegerField(_("seats"), null=True, blank=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    seating = models.JSONField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    if TYPE_CHECKING:
        answers: RelatedManager[EveningAnswer]
        tables: RelatedManager[EveningTable]

    class Meta:
        verbose_name = _("planned evening")
        verbose_name_plural = _("planned evenings")
        ordering: ClassVar = ["date", "starts", "made_at", "id"]
        indexes: ClassVar = [models.Index(fields=["club", "date"], name="evening_by_date")]

    def __str__(self) -> str:
        return f"{self.date} {self.starts:%H:%M}"

    @property
    def begins(self) -> datetime:
        """The moment of the first deal, where the club plays; its club must be loaded."""
        return datetime.combine(self.date, self.starts, ZoneInfo(self.club.time_zone))


class EveningAnswer(models.Model):
    """What a player said of an evening; the seats go to those who said yes first.

    guests: how many come along; by: who said so, another one where the player has no account; at:
    when yes, no or perhaps was chosen.
    """

    evening = models.ForeignKey(PlannedEvening, models.PROTECT, related_name="answers")
    player = models.ForeignKey(Player, models.PROTECT, related_name="evening_answers")
    coming = models.CharField(max_length=10, choices=Attendance.choices)
    guests = models.PositiveSmallIntegerField(default=0)
    by = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="evening_answers"
    )
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("answer to an evening")
        verbose_name_plural = _("answers to evenings")
        ordering: ClassVar = ["at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["evening", "player"], name="answered_once")
        ]

    def __str__(self) -> str:
        return f"{self.evening_id} {self.player_id} {self.coming}"


class EveningTable(models.Model):
    """A session that was started from an evening; one in the bin does not count."""

    evening = models.ForeignKey(PlannedEvening, models.PROTECT, related_name="tables")
    session = models.OneToOneField(Session, models.PROTECT, related_name="evening_table")
    number = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("table of an evening")
        verbose_name_plural = _("tables of evenings")
        ordering: ClassVar = ["number", "id"]

    def __str__(self) -> str:
        return f"{self.evening_id} {self.number}"


class CalendarLink(Link):
    """The address by which one member's own calendar reads the evenings of a club.

    made_by: the member, whose membership it lives and dies with.
    """

    PURPOSE = "calendar"

    # It ends when it is taken back, and not by itself.
    expires_at = models.DateTimeField(null=True, blank=True)  # type: ignore[assignment]

    class Meta:
        verbose_name = _("calendar link")
        verbose_name_plural = _("calendar links")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["club", "made_by"],
                condition=models.Q(revoked_at=None),
                name="calendar_link_once",
            )
        ]
