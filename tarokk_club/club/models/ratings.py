"""What the hands of a club say about the strength of its players, kept until they change."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.people import Club


class RatingTable(models.Model):
    """The ratings of one game, worked out from all its hands outside any save.

    version: what the versions of the club's sessions of that game came to then; they only grow, so
    whatever was written since marks the table stale. hands: how many there were in all; rows: best
    first, with player ids and no names; history: by player, the day of each own evening and the
    strength after it, None where an older program worked the ratings out.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="ratings")
    game = models.CharField(max_length=30)
    version = models.PositiveBigIntegerField()
    hands = models.PositiveIntegerField()
    rows = models.JSONField()
    history = models.JSONField(null=True)
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("table of ratings")
        verbose_name_plural = _("tables of ratings")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["club", "game"],
                name="ratings_once",
                violation_error_message=_("This game of the club has its ratings already."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.version}"
