"""The ways in which a tournament can draw its seats."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class DrawKind(TextChoices):
    """What the seats of a round go by."""

    SCHEDULE = "schedule", _("All rounds at once")
    STANDINGS = "standings", _("By standings, round by round")
    LOT = "lot", _("By lot, round by round")
