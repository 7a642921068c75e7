"""Reads about webhooks and their deliveries."""

from __future__ import annotations

from uuid import UUID

from tarokk_club.club.models import Club, Delivery, Webhook

# The lines of the log on the page of a webhook.
LISTED = 50


def webhooks_of(club: Club) -> tuple[Webhook, ...]:
    """Return the webhooks of a club, oldest first, in one query."""
    return tuple(Webhook.objects.filter(club=club))


def webhook_in(club: Club, webhook_id: UUID) -> Webhook | None:
    """Return a webhook of the club, None if it has none with that id."""
    return Webhook.objects.filter(club=club, pk=webhook_id).first()


def last_deliveries(webhook: Webhook) -> tuple[Delivery, ...]:
    """Return the latest messages to a webhook, newest first, in one query."""
    return tuple(webhook.deliveries.all()[:LISTED])
