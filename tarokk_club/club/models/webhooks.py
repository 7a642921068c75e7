"""Webhooks: addresses of programs that are told what happened in a club, and the deliveries."""

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

# As the libraries of Standard Webhooks expect it.
SIGNING_PREFIX = "whsec_"
PURPOSE = "webhook"


class WebhookEvent(models.TextChoices):
    """What a webhook can be told; the values are those of `type` in the messages."""

    HAND = "hand.saved", _("A hand is entered, corrected, deleted or restored")
    SESSION = "session.closed", _("A session is closed")
    SETTLEMENT = "settlement.made", _("A settlement is made")
    RESULT = "result.final", _("The result of a tournament or season is final")


# Sent by the button of the page only.
TEST = "test"


class Webhook(models.Model):
    """An address that is told of some events of a club.

    events: values of WebhookEvent.
    secret_hash: of the secret, which is derived from the id with the site's key.
    failing_since: the first failure since the last success, None if the last try succeeded.
    stopped_at: when it was switched off, None if it is on.
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
        """The secret, None if the key of the site that made it is gone."""
        token = link_tokens.recover_token(PURPOSE, self.id, self.secret_hash)
        return SIGNING_PREFIX + b64encode(_bytes_of(token)).decode() if token else None

    @property
    def signing_key(self) -> bytes | None:
        """The bytes of the secret, with which messages are signed."""
        token = link_tokens.recover_token(PURPOSE, self.id, self.secret_hash)
        return _bytes_of(token) if token else None

    def make_secret(self) -> None:
        """Set the stored hash of its secret."""
        self.secret_hash = link_tokens.hash_token(link_tokens.make_token(PURPOSE, self.id))


def _bytes_of(token: str) -> bytes:
    return urlsafe_b64decode(token + "=" * (-len(token) % 4))


class Delivery(models.Model):
    """A message to a webhook; it contains ids and no names.

    event: a value of WebhookEvent, or TEST.
    status: HTTP status of the last response, None if none came.
    why: what went wrong at the last try, "" if nothing did.
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
