"""Erasures and revocations, to be applied again after an older backup is restored."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.people import Club
from tarokk_club.database import revocation_file


class Erasure(models.Model):
    """The erasure of a person from a club, or of an account without a club (club None).

    player, user: the ids, which stay when the rows are deleted.
    number: the number at the end of the pseudonym.
    parts: whether notes that contain only a part of the name were erased too.
    swept: whether the database file has been compacted after the erasure.
    """

    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="erasures")
    player = models.UUIDField(null=True, blank=True)
    user = models.UUIDField(null=True, blank=True)
    number = models.PositiveIntegerField(null=True, blank=True)
    parts = models.BooleanField(default=False)
    swept = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("erasure")
        verbose_name_plural = _("erasures")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["club", "number"],
                name="erasure_number_once",
                violation_error_message=_("Somebody who was erased has this number already."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.number}"


class RevocationKind(models.TextChoices):
    """A kind of access that can be revoked; the revocation file contains the values."""

    KEY = "key", _("key for programs")
    INVITATION = "invitation", _("invitation")
    GUEST = "guest", _("guest link")
    REGISTRATION = "registration", _("registration link")
    ARBITER = "arbiter", _("arbiter of a tournament")
    CALENDAR = "calendar", _("calendar link")
    PASSWORD = "password", _("password link")
    PASSKEY = "passkey", _("passkey")
    MEMBERSHIP = "membership", _("membership")
    ACCOUNT = "account", _("account")
    WEBHOOK = "webhook", _("webhook")
    ONE_PERSON = "one_person", _("consent to be one person in a ranking")


class Revocation(models.Model):
    """A revoked access; the row remains after the key, link or account itself is deleted.

    ident: the id of the key, link, arbiter, account, webhook or consent; for passkeys and
        memberships, see `build_passkey_ident` and `build_membership_ident`.
    """

    kind = models.CharField(max_length=12, choices=RevocationKind.choices)
    ident = models.CharField(max_length=80)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("revocation")
        verbose_name_plural = _("revocations")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["kind", "ident"],
                name="revoked_once",
                violation_error_message=_("This is already revoked."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.ident}"


def store_revocations(kind: RevocationKind, idents: Iterable[object]) -> None:
    """Store revocations in the database and, after the commit, in the revocation file.

    If the file cannot be written, the revocations are still valid; the next start adds their lines.
    """
    wanted = {str(ident) for ident in idents}
    rows = Revocation.objects.filter(kind=kind, ident__in=wanted) if wanted else ()
    fresh = wanted - {row.ident for row in rows}
    if not fresh:
        return
    now = timezone.now()
    Revocation.objects.bulk_create(
        (Revocation(kind=kind, ident=ident, at=now) for ident in sorted(fresh)),
        ignore_conflicts=True,
    )
    _append_to_revocation_file([(kind.value, ident, True) for ident in sorted(fresh)])


def delete_revocation(kind: RevocationKind, ident: object) -> None:
    """Delete a revocation, and add that to the revocation file after the commit.

    Called for reopened accounts and returning members.
    """
    if Revocation.objects.filter(kind=kind, ident=str(ident)).delete()[0]:
        _append_to_revocation_file([(kind.value, str(ident), False)])


def _append_to_revocation_file(lines: list[revocation_file.Line]) -> None:
    def append_lines() -> None:
        revocation_file.append_revocations(lines)

    transaction.on_commit(append_lines, robust=True)


def build_membership_ident(club_id: object, user_id: object) -> str:
    """Return the ident of a membership in the list of revocations: "club id:user id"."""
    return f"{club_id}:{user_id}"


def build_passkey_ident(data: Mapping[str, Any]) -> str:
    """Return the ident of a passkey in the list of revocations: the SHA-256 of its credential.

    data: the `data` of allauth's row, whose credential never changes.
    """
    credential = json.dumps(data.get("credential"), sort_keys=True)
    return hashlib.sha256(credential.encode()).hexdigest()
