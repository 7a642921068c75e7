"""State of the whole site that all its processes share."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class SiteNote(models.Model):
    """A short text stored under a name, with the time at which it was written."""

    FOUNDING_CODE: ClassVar = "founding code"
    DAILY: ClassVar = "daily work"
    BACKUP: ClassVar = "backup"
    AUDIT: ClassVar = "audit"

    name = models.CharField(_("name"), max_length=40, primary_key=True)
    text = models.CharField(_("text"), max_length=200, blank=True)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("site note")
        verbose_name_plural = _("site notes")

    def __str__(self) -> str:
        return self.name
