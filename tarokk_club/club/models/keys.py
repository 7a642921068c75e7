"""API keys, stored only as hashes."""

from __future__ import annotations

import hashlib
import secrets
import uuid
from datetime import datetime
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.people import Club, User
from tarokk_club.club.models.privacy import Revoked, note_revoked

# Lets secret scanners find a key that was published by mistake.
PREFIX = "tarokk_"


class KeyScope(models.TextChoices):
    """A scope of an API key, within the rights of its user."""

    READ = "read", _("Read")
    ENTER = "enter", _("Enter and correct")
    MONEY = "money", _("See money")


class ApiKey(models.Model):
    """An API key of one user for one club.

    second_step: whether a passkey had been presented when the key was created.
    """

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
        """Return whether the key is valid: neither expired nor of an inactive user."""
        return now < self.ends_at and self.user.is_active

    @property
    def scope_names(self) -> list[str]:
        """The labels of its scopes."""
        return [str(KeyScope(scope).label) for scope in self.scopes]


def generate_api_token() -> str:
    """Return a new token with 256 random bits."""
    return PREFIX + secrets.token_urlsafe(32)


def hash_api_token(token: str) -> str:
    """Return the hash of a token, as it is stored."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def end_keys(keys: models.QuerySet[ApiKey]) -> int:
    """Delete these keys and return how many."""
    ids = list(keys.values_list("pk", flat=True))
    note_revoked(Revoked.KEY, ids)
    return ApiKey.objects.filter(pk__in=ids).delete()[0]
