"""The answers of players to an evening, and the rhythms in which evenings repeat."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Attendance(TextChoices):
    """The answer of a player to an evening."""

    YES = "yes", pgettext_lazy("answer", "Yes")
    PERHAPS = "perhaps", pgettext_lazy("answer", "Perhaps")
    NO = "no", pgettext_lazy("answer", "No")


class Rhythm(TextChoices):
    """The rhythm in which evenings repeat."""

    WEEKLY = "weekly", _("Every week")
    FORTNIGHTLY = "fortnightly", _("Every two weeks")
    MONTHLY = "monthly", _("Every month, on the same weekday of it")
