"""Letters and notices: what each person wants to be told, on which phones, and what waits to go."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.people import Club, User


class NoticeKind(models.TextChoices):
    """What somebody is told about; the words are those of the page where it is chosen."""

    PLAN = "plan", _("A plan says what you pay or get")
    PAID = "paid", _("A payment to you was marked as paid")
    DISPUTED = "disputed", _("A payment you marked is said not to have arrived")
    OBJECTION = "objection", _("An objection waits for an answer")
    EVENING = "evening", _("Tomorrow the club plays, or an evening was cancelled")
    DEBTS = "debts", _("A planned payment of yours is still open (at most once a week)")
    # Nobody chooses it apart: it goes to whom the evening matters.
    CANCELLED = "cancelled", _("An evening was cancelled")


class NoticeWay(models.TextChoices):
    """How it gets there."""

    LETTER = "letter", _("By e-mail")
    PUSH = "push", _("On your phones")


class NoticeState(models.TextChoices):
    """What became of a notice; DROPPED: nobody wanted it any more, UNSURE: it may have gone."""

    WAITING = "waiting", _("waiting")
    TAKEN = "taken", _("being sent")
    SENT = "sent", _("sent")
    DROPPED = "dropped", _("dropped")
    FAILED = "failed", _("could not be sent")
    UNSURE = "unsure", _("unsure")


class NoticeChoice(models.Model):
    """What a person said about one kind; without a row the usual holds."""

    user = models.ForeignKey(User, models.CASCADE, related_name="notice_choices")
    kind = models.CharField(max_length=10, choices=NoticeKind.choices)
    letter = models.BooleanField()
    push = models.BooleanField()

    class Meta:
        verbose_name = _("choice of notices")
        verbose_name_plural = _("choices of notices")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["user", "kind"],
                name="notice_choice_once",
                violation_error_message=_("This was chosen already."),
            )
        ]

    def __str__(self) -> str:
        return self.kind


class PushDevice(models.Model):
    """A browser that shows notices: where its push service takes them, and its keys.

    endpoint_hash: what tells them apart; key: the site's public key that it was made with;
    mark, session_key: the browser and its sign-in, so that signing out there ends it; seen_at: the
    last sign-in or use; agent: what the browser calls itself; sent_at: when its service took the
    last notice.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, models.CASCADE, related_name="push_devices")
    endpoint = models.TextField()
    endpoint_hash = models.CharField(max_length=64, unique=True, editable=False)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    key = models.CharField(max_length=100)
    mark = models.CharField(max_length=32, blank=True)
    session_key = models.CharField(max_length=40, blank=True)
    agent = models.CharField(max_length=300)
    made_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("phone for notices")
        verbose_name_plural = _("phones for notices")
        ordering: ClassVar = ["-made_at"]

    def __str__(self) -> str:
        return str(self.id)


class Notice(models.Model):
    """One letter to one person, or one notice on one phone; it holds no words but ids.

    club: None where it is about several; subject: what it is about; once: what it is made for, so
    that it is made once; due_at: not before; tries: how often it failed for sure.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, models.CASCADE, related_name="notices")
    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="notices")
    kind = models.CharField(max_length=10, choices=NoticeKind.choices)
    way = models.CharField(max_length=10, choices=NoticeWay.choices)
    device = models.ForeignKey(
        PushDevice, models.CASCADE, null=True, blank=True, related_name="notices"
    )
    subject = models.UUIDField()
    once = models.CharField(max_length=200, unique=True)
    state = models.CharField(
        max_length=10, choices=NoticeState.choices, default=NoticeState.WAITING
    )
    tries = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField()
    due_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        indexes: ClassVar = [
            # What a sender asks for twice a minute.
            models.Index(fields=["due_at"], name="notice_waits", condition=Q(state="waiting")),
            models.Index(fields=["taken_at"], name="notice_taken", condition=Q(state="taken")),
        ]

    def __str__(self) -> str:
        return self.kind
