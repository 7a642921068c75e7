"""Values of evenings: the players' answers, and how evenings repeat."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Attendance(TextChoices):
    """A player's answer to an evening."""

    YES = "yes", pgettext_lazy("answer", "Yes")
    PERHAPS = "perhaps", pgettext_lazy("answer", "Perhaps")
    NO = "no", pgettext_lazy("answer", "No")


class Rhythm(TextChoices):
    """How evenings repeat; monthly is on the same weekday of the month, such as the second
    Friday.
    """

    WEEKLY = "weekly", _("Every week")
    FORTNIGHTLY = "fortnightly", _("Every two weeks")
    MONTHLY = "monthly", _("Every month, on the same weekday of it")
