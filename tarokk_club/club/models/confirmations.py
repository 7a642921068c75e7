"""The players' confirmations of a session, and objections with their answers."""

import uuid
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.hands import Entry
from tarokk_club.club.models.people import Player, User
from tarokk_club.club.models.sessions import Session


class ConfirmationKind(models.TextChoices):
    """The kind of a confirmation; the last two refer to an earlier confirmation or objection."""

    CONFIRMED = "seal", _("Confirmed")
    OBJECTION = "object", _("Objection")
    WITHDRAWAL = "take_back", _("Confirmation withdrawn")
    ANSWER = "answer", _("Objection answered")


class Confirmation(models.Model):
    """A confirmation of a session or hand, an objection, a withdrawal or an answer; append-only.

    entry: the hand concerned; None for the whole session.
    about: the confirmation or objection that is withdrawn, or the objection that is answered.
    version, hash: the number and the hash of the last line of the history at that time.
    player: the author's player in the session; None for an answer.

    No hash covers the note, so that it can be erased.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    session = models.ForeignKey(Session, models.PROTECT, related_name="confirmations")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=ConfirmationKind.choices)
    entry = models.ForeignKey(
        Entry, models.PROTECT, null=True, blank=True, related_name="confirmations"
    )
    about = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="followers"
    )
    version = models.PositiveIntegerField()
    hash = models.CharField(max_length=64)
    author = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="confirmations"
    )
    player = models.ForeignKey(
        Player, models.PROTECT, null=True, blank=True, related_name="confirmations"
    )
    note = models.TextField(_("note"), blank=True)
    at = models.DateTimeField()

    class Meta:
        # The table keeps the name that earlier releases use.
        db_table = "club_statement"
        verbose_name = _("confirmation")
        verbose_name_plural = _("confirmations")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["session", "seq"],
                name="statement_seq_once",
                violation_error_message=_("This confirmation exists already."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"
