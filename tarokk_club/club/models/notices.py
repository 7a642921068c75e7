"""Mails and push notifications: the choices and devices of users, and the queue."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.people import Club, User


class NoticeKind(models.TextChoices):
    """The subject of a notice, with the label on the page where users choose."""

    PLAN = "plan", _("A plan says what you pay or get")
    PAID = "paid", _("A payment to you was marked as paid")
    DISPUTED = "disputed", _("A payment you marked as paid is reported missing")
    OBJECTION = "objection", _("An objection is waiting for an answer")
    EVENING = "evening", _("The club plays tomorrow, or an evening was cancelled")
    DEBTS = "debts", _("A planned payment of yours is still open (at most once a week)")
    KEY = "key", _("A key for programs was made with your account")
    # Not offered as a choice of its own: the choice for EVENING applies.
    CANCELLED = "cancelled", _("An evening was cancelled")


class NoticeChannel(models.TextChoices):
    """The channel of a notice."""

    LETTER = "letter", _("By e-mail")
    PUSH = "push", _("On your phones")


class NoticeState(models.TextChoices):
    """The state of a notice.

    DROPPED: not sent, as it was no longer wanted.
    UNSURE: it was interrupted while it was sent, so it may have arrived.
    """

    WAITING = "waiting", _("waiting")
    TAKEN = "taken", _("being sent")
    SENT = "sent", _("sent")
    DROPPED = "dropped", _("dropped")
    FAILED = "failed", _("could not be sent")
    UNSURE = "unsure", _("unsure")


class NoticeChoice(models.Model):
    """The channels that a user chose for one kind of notice; the defaults apply without a row."""

    user = models.ForeignKey(User, models.CASCADE, related_name="notice_choices")
    kind = models.CharField(max_length=10, choices=NoticeKind.choices)
    letter = models.BooleanField()
    push = models.BooleanField()

    class Meta:
        verbose_name = _("notice choice")
        verbose_name_plural = _("notice choices")
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
    """A browser that receives push notifications, with its push endpoint and keys.

    endpoint_hash: the unique hash of the endpoint.
    key: the site's public key at the time of the subscription.
    mark: the id of the browser.
    session_key: the session whose sign-out ends the subscription.
    seen_at: when the user last subscribed or signed in with the browser.
    agent: the browser's user agent.
    sent_at: when the push service accepted the last notification.
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
        verbose_name = _("phone with notices")
        verbose_name_plural = _("phones with notices")
        ordering: ClassVar = ["-made_at"]

    def __str__(self) -> str:
        return str(self.id)


class Notice(models.Model):
    """A queued mail to a user or push notification to a device; its text is generated on sending.

    club: None if it is about several clubs.
    subject: the id of the object that it is about; of the user for a reminder of debts.
    once: the unique key of its occasion, so that it is created only once.
    due_at: the earliest time at which it may be sent.
    tries: the number of attempts that definitely failed.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, models.CASCADE, related_name="notices")
    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="notices")
    kind = models.CharField(max_length=10, choices=NoticeKind.choices)
    way = models.CharField(max_length=10, choices=NoticeChannel.choices)
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
            # Indexes for the queries that each sender runs twice a minute.
            models.Index(fields=["due_at"], name="notice_waits", condition=Q(state="waiting")),
            models.Index(fields=["taken_at"], name="notice_taken", condition=Q(state="taken")),
        ]

    def __str__(self) -> str:
        return self.kind
