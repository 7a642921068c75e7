"""Player ratings computed from the hands of a club, stored until the hands change."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.people import Club


class RatingTable(models.Model):
    """The player ratings of a club for one game, computed from all its hands.

    version: the sum of the versions of the game's sessions; the table is stale once the sum
        has grown.
    hands: the total number of hands.
    rows: the ratings, best first, with player ids and no names.
    history: by player, the rating after each of their evenings; None in tables of an older
        version of the program.
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
                violation_error_message=_("The club already has ratings for this game."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.version}"
