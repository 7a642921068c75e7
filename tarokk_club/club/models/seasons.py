"""The final table of a season, kept as it was when the season was closed."""

from datetime import UTC
from typing import Any, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.chain import fingerprint
from tarokk_club.club.models.people import Season, User


class FinalTable(models.Model):
    """A table as it was closed; never changed, a season closed again gets another.

    rows: best first, with player ids and no names; rules: how it was counted; seal: the hash of
    both, so that nobody rewrites the past unseen.
    """

    season = models.ForeignKey(Season, models.PROTECT, related_name="finals")
    rules = models.JSONField()
    rows = models.JSONField()
    seal = models.CharField(max_length=64)
    made_by = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="finals_made"
    )
    made_at = models.DateTimeField()

    class Meta:
        verbose_name = _("final table")
        verbose_name_plural = _("final tables")
        ordering: ClassVar = ["-made_at", "-id"]

    def __str__(self) -> str:
        return f"{self.season_id} {self.made_at}"

    def facts(self) -> dict[str, Any]:
        """What the seal is over."""
        return {
            "season": str(self.season_id),
            "rules": self.rules,
            "rows": self.rows,
            "made_at": self.made_at.astimezone(UTC).isoformat(timespec="microseconds"),
        }

    def sealed(self) -> str:
        """The hash of the facts."""
        return fingerprint(self.facts())
