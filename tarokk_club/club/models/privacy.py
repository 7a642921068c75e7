"""Who was erased: by ids alone, so that a book from before can be rid of the same people again."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.people import Club


class Erasure(models.Model):
    """One person who was taken out of a club, or an account that belonged to none (club None).

    player, user: ids, kept even where their rows are gone; number: what the pseudonym ends in;
    parts: notes with a part of the name went too; swept: the file was packed since.
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
