"""API keys of people and service keys of clubs, stored only as hashes."""

from __future__ import annotations

import hashlib
import secrets
import uuid
from datetime import UTC, date, datetime, timedelta
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.members import Act, AuditLine
from tarokk_club.club.models.people import Club, Role, User
from tarokk_club.club.models.privacy import RevocationKind, store_revocations

# Lets secret scanners find a key that was published by mistake.
PREFIX = "tarokk_"
SERVICE_PREFIX = "tarokk_service_"


class KeyScope(models.TextChoices):
    """A permission of an API key, within the rights of its user."""

    READ = "read", _("Read")
    ENTER = "enter", _("Enter and correct")
    MONEY = "money", _("See money")


class ScopedKey(models.Model):
    """A secret with which a program calls the API, limited by scopes and an expiry time.

    second_step: whether the user had presented a passkey before creating the key.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=80)
    scopes = models.JSONField(default=list)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    second_step = models.BooleanField(default=False)
    made_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return str(self.id)

    @property
    def scope_names(self) -> list[str]:
        """The labels of its scopes."""
        return [str(KeyScope(scope).label) for scope in self.scopes]

    @property
    def last_day(self) -> date:
        """The last day on which it is valid, which ends in UTC."""
        return (self.ends_at - timedelta(microseconds=1)).astimezone(UTC).date()


class ApiKey(ScopedKey):
    """An API key of one user for one club."""

    user = models.ForeignKey(User, models.CASCADE, related_name="api_keys")
    club = models.ForeignKey(Club, models.CASCADE, related_name="api_keys")

    class Meta:
        verbose_name = _("key for programs")
        verbose_name_plural = _("keys for programs")
        ordering: ClassVar = ["-made_at"]

    def is_valid(self, now: datetime) -> bool:
        """Return whether the key has not expired and its user is active."""
        return now < self.ends_at and self.user.is_active


class ServiceKey(ScopedKey):
    """An API key of a program for several clubs, created by their owner or the site's operator.

    account: the author of everything the program writes; nobody can sign in to it.
    made_by: the user who created the key.
    as_operator: whether the maker created it as the operator of the site, not as an owner.
    """

    account = models.OneToOneField(User, models.CASCADE, related_name="service_key")
    made_by = models.ForeignKey(User, models.CASCADE, related_name="service_keys_made")
    as_operator = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("service key")
        verbose_name_plural = _("service keys")
        ordering: ClassVar = ["-made_at"]

    @property
    def user(self) -> User:
        """The account that is recorded as the author of the program's writes."""
        return self.account

    def is_valid(self, now: datetime) -> bool:
        """Return whether the key has not expired and its maker is active.

        The maker of an operator's key must also still be a superuser.
        """
        maker = self.made_by
        return (
            now < self.ends_at and maker.is_active and (maker.is_superuser or not self.as_operator)
        )


def service_roles() -> list[str]:
    """Return the roles of a service key in each of its clubs; its scopes limit them further."""
    return [Role.SECRETARY.value]


class ServiceGrant(models.Model):
    """The access of a service key to a club, with the same fields as a membership."""

    user = models.ForeignKey(User, models.CASCADE, related_name="service_grants")
    club = models.ForeignKey(Club, models.CASCADE, related_name="service_grants")
    roles = models.JSONField(default=service_roles)

    class Meta:
        verbose_name = _("access of a service key")
        verbose_name_plural = _("access of service keys")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user", "club"],
                name="service_grant_once",
                violation_error_message=_("The key already has access to this club."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.club_id}"


def generate_api_token(prefix: str = PREFIX) -> str:
    """Return a new token: the prefix and 256 random bits."""
    return prefix + secrets.token_urlsafe(32)


def hash_api_token(token: str) -> str:
    """Return the hash that the database stores for a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def delete_api_keys(keys: models.QuerySet[ApiKey]) -> int:
    """Delete and revoke these API keys, and return their number."""
    ids = list(keys.values_list("pk", flat=True))
    store_revocations(RevocationKind.KEY, ids)
    return ApiKey.objects.filter(pk__in=ids).delete()[0]


def delete_service_keys(keys: models.QuerySet[ServiceKey], *, by: User | None = None) -> int:
    """Delete and revoke these service keys, end their access, and return their number.

    Their accounts remain as the authors of their entries.

    by: the user for the clubs' audit logs; the maker of each key by default.
    """
    rows = list(keys.select_related("made_by"))
    grants = ServiceGrant.objects.filter(user__in=[key.account_id for key in rows])
    makers = {key.account_id: key.made_by for key in rows}
    for account_id, club_id in grants.values_list("user_id", "club_id"):
        facts = {"whom": str(account_id)}
        AuditLine.write(club_id, Act.SERVICE_KEY_ENDED, by=by or makers[account_id], facts=facts)
    store_revocations(RevocationKind.KEY, [key.pk for key in rows])
    grants.delete()
    return ServiceKey.objects.filter(pk__in=[key.pk for key in rows]).delete()[0]


def end_service_access(club_id: uuid.UUID, maker: User) -> None:
    """End the access of a former owner's service keys to the club.

    Keys that have no club left are deleted.
    """
    keys = ServiceKey.objects.filter(made_by=maker, as_operator=False)
    grants = ServiceGrant.objects.filter(club_id=club_id, user__service_key__in=keys)
    for account_id in grants.values_list("user_id", flat=True):
        facts = {"whom": str(account_id)}
        AuditLine.write(club_id, Act.SERVICE_KEY_ENDED, by=maker, facts=facts)
    grants.delete()
    delete_service_keys(keys.filter(account__service_grants=None))
