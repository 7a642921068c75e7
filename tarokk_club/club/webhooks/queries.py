"""Queries for webhooks and their deliveries."""

from __future__ import annotations

from uuid import UUID

from tarokk_club.club.models import Club, Delivery, Webhook

# The number of deliveries listed on the page of a webhook.
LISTED = 50


def list_webhooks(club: Club) -> tuple[Webhook, ...]:
    """Return the webhooks of a club, oldest first."""
    return tuple(Webhook.objects.filter(club=club))


def find_webhook(club: Club, webhook_id: UUID) -> Webhook | None:
    """Return the club's webhook with this id, or None."""
    return Webhook.objects.filter(club=club, pk=webhook_id).first()


def list_recent_deliveries(webhook: Webhook) -> tuple[Delivery, ...]:
    """Return the latest deliveries to a webhook, newest first."""
    return tuple(webhook.deliveries.all()[:LISTED])
