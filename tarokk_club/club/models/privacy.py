"""What a restored older database must not bring back: erased people and revoked access."""

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

    player, user: ids, stored even after their rows are gone.
    number: the number at the end of the pseudonym.
    parts: whether notes with a part of the name were erased too.
    swept: whether the database file has been compacted since.
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


class Revoked(models.TextChoices):
    """A kind of access that can be revoked; the names are those in the file beside the database."""

    KEY = "key", _("key for programmes")
    INVITATION = "invitation", _("invitation")
    GUEST = "guest", _("guest link")
    REGISTRATION = "registration", _("link to enter a tournament")
    ARBITER = "arbiter", _("arbiter of a tournament")
    CALENDAR = "calendar", _("calendar link")
    PASSWORD = "password", _("password link")
    PASSKEY = "passkey", _("passkey")
    MEMBERSHIP = "membership", _("membership")
    ACCOUNT = "account", _("account")
    WEBHOOK = "webhook", _("webhook")
    ONE_PERSON = "one_person", _("consent to be one person in a ranking")


class Revocation(models.Model):
    """Access that was revoked, stored even after its row is gone.

    ident: id of the key, link, arbiter, account, webhook or consent; of a passkey the SHA-256 of
        its credential; of a membership the ids of club and user, with a colon between them.
    """

    kind = models.CharField(max_length=12, choices=Revoked.choices)
    ident = models.CharField(max_length=80)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("revocation")
        verbose_name_plural = _("revocations")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["kind", "ident"],
                name="revoked_once",
                violation_error_message=_("This was taken back before."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.ident}"


def note_revoked(kind: Revoked, idents: Iterable[object]) -> None:
    """Store that these were revoked, in the database and, after the commit, in the file beside it.

    A file that cannot be written does not stop the revocation: the next start adds what it lacks.
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
    _add_to_file([(kind.value, ident, True) for ident in sorted(fresh)])


def note_returned(kind: Revoked, ident: object) -> None:
    """Delete a revocation that no longer holds: an account was opened again, a member came back."""
    if Revocation.objects.filter(kind=kind, ident=str(ident)).delete()[0]:
        _add_to_file([(kind.value, str(ident), False)])


def _add_to_file(lines: list[revocation_file.Line]) -> None:
    def add() -> None:
        revocation_file.add_lines(lines)

    transaction.on_commit(add, robust=True)


def membership_ident(club_id: object, user_id: object) -> str:
    """Return the ident of a membership in the list of revocations."""
    return f"{club_id}:{user_id}"


def passkey_ident(data: Mapping[str, Any]) -> str:
    """Return the ident of a passkey in the list of revocations.

    data: the row's data by allauth; its name may change, its credential does not.
    """
    credential = json.dumps(data.get("credential"), sort_keys=True)
    return hashlib.sha256(credential.encode()).hexdigest()
