"""Erased people, stored only as ids, so that a restored older database can erase them again."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.people import Club


class Erasure(models.Model):
    """The erasure of a person from a club, or of an account without a club (club None).

    player, user: ids, stored even after their rows are gone.
    number: the number at the end of the pseudonym.
    parts: whether notes with a part of the name were erased too.
    swept: whether the database file has been compacted since.
    """

    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="erasures")
    player = models.UUIDField(null=True, blank=True)
    user = models.UUIDField(null=True, blank=True)
    number = models.PositiveIntegerField(null=True, blank=True)
    parts = models.BooleanField(default=False)
    swept = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("erasure")
        verbose_name_plural = _("erasures")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["club", "number"],
                name="erasure_number_once",
                violation_error_message=_("Somebody who was erased has this number already."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.number}"
