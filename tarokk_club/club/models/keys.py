"""Keys by which programmes ask for somebody: the book keeps only their sums."""

from __future__ import annotations

import hashlib
import secrets
import uuid
from datetime import datetime
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.people import Club, User

# So that a key that was published by mistake is found by whoever looks for such.
PREFIX = "tarokk_"


class KeyScope(models.TextChoices):
    """What a key is for, within what its person may do."""

    READ = "read", _("Read")
    ENTER = "enter", _("Enter and correct")
    MONEY = "money", _("See money")


class ApiKey(models.Model):
    """A key of one person for one club; second_step: a passkey had been shown when it was made."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, models.CASCADE, related_name="api_keys")
    club = models.ForeignKey(Club, models.CASCADE, related_name="api_keys")
    name = models.CharField(_("name"), max_length=80)
    scopes = models.JSONField(default=list)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    second_step = models.BooleanField(default=False)
    made_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("key for programmes")
        verbose_name_plural = _("keys for programmes")
        ordering: ClassVar = ["-made_at"]

    def __str__(self) -> str:
        return str(self.id)

    def is_good(self, now: datetime) -> bool:
        """Whether it opens anything."""
        return now < self.ends_at and self.user.is_active

    @property
    def scope_names(self) -> list[str]:
        """What it is for, in words."""
        return [str(KeyScope(scope).label) for scope in self.scopes]


def new_token() -> str:
    """256 bits that nobody can guess."""
    return PREFIX + secrets.token_urlsafe(32)


def sum_of(token: str) -> str:
    """What is stored of a key."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
