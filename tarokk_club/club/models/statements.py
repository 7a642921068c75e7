"""The players' confirmations of a session, and objections with their answers."""

import uuid
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.hands import Entry
from tarokk_club.club.models.people import Player, User
from tarokk_club.club.models.sessions import Session


class StatementKind(models.TextChoices):
    """The kind of a statement; the last two refer to an earlier statement."""

    SEAL = "seal", _("Confirmed")
    OBJECT = "object", _("Objection")
    TAKE_BACK = "take_back", _("Confirmation taken back")
    ANSWER = "answer", _("Objection answered")


class Statement(models.Model):
    """A confirmation of a session or hand, an objection, a withdrawal or an answer; append-only.

    entry: the hand concerned; None for the whole session.
    about: the statement that is withdrawn, or the objection that is answered.
    version, hash: the number and the hash of the last line of the history at that time.
    player: the author's player in the session; None for an answer.

    No hash covers the note, so that it can be erased.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    session = models.ForeignKey(Session, models.PROTECT, related_name="statements")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=StatementKind.choices)
    entry = models.ForeignKey(
        Entry, models.PROTECT, null=True, blank=True, related_name="statements"
    )
    about = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="followers"
    )
    version = models.PositiveIntegerField()
    hash = models.CharField(max_length=64)
    author = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="statements"
    )
    player = models.ForeignKey(
        Player, models.PROTECT, null=True, blank=True, related_name="statements"
    )
    note = models.TextField(_("note"), blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("statement")
        verbose_name_plural = _("statements")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["session", "seq"],
                name="statement_seq_once",
                violation_error_message=_("This statement exists already."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"
