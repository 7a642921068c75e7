"""What can be said of an evening: whether somebody comes, and how it repeats."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Attendance(TextChoices):
    """What a player answers."""

    YES = "yes", pgettext_lazy("answer", "Yes")
    PERHAPS = "perhaps", pgettext_lazy("answer", "Perhaps")
    NO = "no", pgettext_lazy("answer", "No")


class Rhythm(TextChoices):
    """How evenings repeat; a month has the same weekday of it, such as the second Friday."""

    WEEKLY = "weekly", _("Every week")
    FORTNIGHTLY = "fortnightly", _("Every two weeks")
    MONTHLY = "monthly", _("Every month, on the same weekday of it")
