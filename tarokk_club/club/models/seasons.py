"""The final table of a season, stored when the season is closed."""

from collections.abc import Iterable, Mapping
from datetime import UTC
from typing import TYPE_CHECKING, Any, ClassVar
from uuid import UUID

from django.db import models
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.chain import compute_fingerprint
from tarokk_club.club.models.people import Player, Season, User

if TYPE_CHECKING:
    from django.db.models.fields.related_descriptors import RelatedManager

# The fields of a row that have the same name in `FinalRow.serialize`.
_PLAIN = (
    *("place", "moved", "evenings", "hands", "points", "average", "counted", "minor", "hat_days"),
)


class FinalTable(models.Model):
    """The table of a closed season; closing the season again creates another table.

    rules: the counting rules.
    schema: the version of the format of its rows.
    seal: the hash of season, rules, rows and time, by which the audit detects later changes.
    """

    season = models.ForeignKey(Season, models.PROTECT, related_name="finals")
    rules = models.JSONField()
    schema = models.PositiveSmallIntegerField(default=1)
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

    if TYPE_CHECKING:
        final_rows: "RelatedManager[FinalRow]"

    def build_sealed_content(self, rows: "Iterable[FinalRow]") -> dict[str, Any]:
        """Return the content covered by the seal.

        rows: all rows of the table, best first.
        """
        return {
            "season": str(self.season_id),
            "rules": self.rules,
            "rows": [row.serialize() for row in rows],
            "made_at": self.made_at.astimezone(UTC).isoformat(timespec="microseconds"),
        }

    def compute_seal(self, rows: "Iterable[FinalRow]") -> str:
        """Return the hash of the table's content, to be stored in `seal`."""
        return compute_fingerprint(self.build_sealed_content(rows))


class FinalRow(models.Model):
    """One player of a final table, with the player's id and no name.

    position: from 1, in the order of the table.
    place: None if the player had not played enough; then missing_hands and missing_evenings
        are set.
    moved: the number of places gained in the last evening.
    average: in hundredths of a point, like `counted` if averages are counted.
    minor: the money in minor units by currency, positive if won.
    """

    table = models.ForeignKey(FinalTable, models.CASCADE, related_name="final_rows")
    position = models.PositiveIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="final_rows")
    place = models.PositiveIntegerField(null=True, blank=True)
    moved = models.IntegerField(null=True, blank=True)
    missing_hands = models.PositiveIntegerField(null=True, blank=True)
    missing_evenings = models.PositiveIntegerField(null=True, blank=True)
    evenings = models.PositiveIntegerField()
    hands = models.PositiveIntegerField()
    points = models.BigIntegerField()
    average = models.BigIntegerField()
    counted = models.BigIntegerField()
    minor = models.JSONField(default=dict)
    hat_days = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("row of a final table")
        verbose_name_plural = _("rows of final tables")
        ordering: ClassVar = ["table", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table", "player"],
                name="final_row_once",
                violation_error_message=_("This player is already in the table."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.position} {self.player_id}"

    @property
    def missing(self) -> tuple[int, int] | None:
        """The missing hands and evenings; None if the player had played enough."""
        if self.missing_hands is None or self.missing_evenings is None:
            return None
        return self.missing_hands, self.missing_evenings

    def serialize(self) -> dict[str, Any]:
        """Return the row in the format of the seal and of a club's archive."""
        return {
            "player_id": str(self.player_id),
            "place": self.place,
            "moved": self.moved,
            "missing": list(self.missing) if self.missing else None,
            "evenings": self.evenings,
            "hands": self.hands,
            "points": self.points,
            "average": self.average,
            "counted": self.counted,
            "minor": self.minor,
            "hat_days": self.hat_days,
        }


def build_final_row(table: FinalTable, position: int, facts: Mapping[str, Any]) -> FinalRow:
    """Return an unsaved row from the format of `FinalRow.serialize`.

    Raise KeyError, TypeError or ValueError if the facts are malformed.
    """
    hands, evenings = facts["missing"] or (None, None)
    plain = {name: facts[name] for name in _PLAIN}
    return FinalRow(
        table=table,
        position=position,
        player_id=UUID(facts["player_id"]),
        missing_hands=hands,
        missing_evenings=evenings,
        **plain,
    )
