"""Player ratings computed from the hands of a club, stored until the hands change."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.people import Club


class RatingTable(models.Model):
    """The ratings of one game, computed from all its hands outside any write.

    version: the sum of the versions of the club's sessions of that game at that time; versions
        only grow, so any later write marks the table as stale.
    hands: the number of hands in all.
    rows: best first, with player ids and no names.
    history: by player, the day of each of their evenings and the rating after it; None if an
        older version of the program computed the table.
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
