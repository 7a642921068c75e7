"""Webhooks of a club, and the queue of messages to them."""

from __future__ import annotations

import uuid
from base64 import b64encode, urlsafe_b64decode
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tarokk_club.club.models.notices import NoticeState
from tarokk_club.club.models.people import Club, User
from tarokk_club.club.values import link_tokens

# The prefix of secrets in the specification Standard Webhooks.
SIGNING_PREFIX = "whsec_"
PURPOSE = "webhook"


class WebhookEvent(models.TextChoices):
    """An event that a webhook can subscribe to; the values appear as `type` in messages."""

    HAND = "hand.saved", _("A hand is entered, corrected, deleted or restored")
    SESSION = "session.closed", _("A session is closed")
    SETTLEMENT = "settlement.made", _("A settlement is made")
    RESULT = "result.final", _("The result of a tournament or season is final")


# The event of the message that the "test" button sends.
TEST = "test"


class Webhook(models.Model):
    """A URL to which the chosen events of a club are posted.

    events: values of WebhookEvent.
    secret_hash: the hash of the secret, which is derived from the id with the site's key.
    failing_since: the first failure after the last success; None if the last attempt succeeded.
    stopped_at: when it was switched off; None if it is on.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="webhooks")
    url = models.CharField(_("address"), max_length=500)
    events = models.JSONField(default=list)
    secret_hash = models.CharField(max_length=64, editable=False)
    made_by = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="webhooks_made"
    )
    made_at = models.DateTimeField()
    failing_since = models.DateTimeField(null=True, blank=True)
    stopped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering: ClassVar = ["made_at"]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def event_names(self) -> list[str]:
        """The labels of its events."""
        return [str(WebhookEvent(event).label) for event in self.events]

    @property
    def secret(self) -> str | None:
        """The secret for the receiver; None if the site's key that generated it is gone."""
        key = self.signing_key
        return SIGNING_PREFIX + b64encode(key).decode() if key else None

    @property
    def signing_key(self) -> bytes | None:
        """The bytes of the secret, used to sign messages; None if `secret` is None."""
        token = link_tokens.recover_token(PURPOSE, self.id, self.secret_hash)
        return urlsafe_b64decode(token + "=" * (-len(token) % 4)) if token else None

    def set_secret_hash(self) -> None:
        """Set the hash of the secret, which is derived from the id and the site's key."""
        self.secret_hash = link_tokens.hash_token(link_tokens.derive_token(PURPOSE, self.id))


class Delivery(models.Model):
    """A message to a webhook; it contains ids and no names.

    event: a value of WebhookEvent, or TEST.
    status: the HTTP status of the last response; None if there was no response.
    why: the error of the last attempt; "" if it succeeded.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=20)
    data = models.JSONField(default=dict)
    state = models.CharField(
        max_length=10, choices=NoticeState.choices, default=NoticeState.WAITING
    )
    tries = models.PositiveSmallIntegerField(default=0)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    why = models.CharField(max_length=40, blank=True)
    made_at = models.DateTimeField()
    due_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("message to a webhook")
        verbose_name_plural = _("messages to webhooks")
        ordering: ClassVar = ["-made_at"]
        indexes: ClassVar = [
            # For the queries that each sender runs twice a minute.
            models.Index(fields=["due_at"], name="delivery_waits", condition=Q(state="waiting")),
            models.Index(fields=["taken_at"], name="delivery_taken", condition=Q(state="taken")),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.id}"
