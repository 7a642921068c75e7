"""The calendar of a club: evenings and their series, answers, started tables, calendar links."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar
from zoneinfo import ZoneInfo

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tarokk_club.club.models.members import Link
from tarokk_club.club.models.people import Club, Player, User
from tarokk_club.club.models.sessions import Session

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager


class Attendance(models.TextChoices):
    """A player's answer to the question whether they will attend an evening."""

    YES = "yes", pgettext_lazy("answer", "Yes")
    PERHAPS = "perhaps", pgettext_lazy("answer", "Perhaps")
    NO = "no", pgettext_lazy("answer", "No")


class Rhythm(models.TextChoices):
    """The rhythm in which evenings repeat."""

    WEEKLY = "weekly", _("Every week")
    FORTNIGHTLY = "fortnightly", _("Every two weeks")
    MONTHLY = "monthly", _("Every month, on the same weekday")


class EveningSeries(models.Model):
    """A series of repeating evenings.

    Each evening has its own row, so that it can be moved or skipped.

    starts, until: the first and last day of the planned range.
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
    """A planned or past evening; date and time are local to the club.

    place_in_series: its index in the series, from 0.
    game: "" if any game is played.
    most: the number of seats; None for no limit.
    seating: the drawn tables whose sessions have not started, in the format of `EveningDraw`.
    version: increases with every change that calendars must receive.
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
        """The date and time at which the evening begins, in the club's time zone.

        The evening's club must be loaded.
        """
        return datetime.combine(self.date, self.starts, ZoneInfo(self.club.time_zone))


class EveningAnswer(models.Model):
    """A player's answer to an evening; seats go to the players who accepted first.

    guests: the number of guests that the player brings.
    by: the user who answered for the player; it may be the player.
    at: when the answer was last changed to yes, no or perhaps.
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
    """A session started from an evening; a session in the bin does not count."""

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
    """The link by which a member's calendar program reads the evenings of a club.

    made_by: the member; the link ends with the membership.
    """

    PURPOSE = "calendar"

    # The link never expires; it ends only when it is revoked.
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
