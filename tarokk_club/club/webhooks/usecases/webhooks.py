"""Use cases that create, test, switch on and remove webhooks, and queue messages."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_noop as _

from scoring.core.problem import Problem
from tarokk_club.club.formatting.sentences import register_refusals
from tarokk_club.club.models import Act, Club, Delivery, NoticeState, Webhook
from tarokk_club.club.models.privacy import RevocationKind, store_revocations
from tarokk_club.club.models.webhooks import TEST, WebhookEvent
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club
from tarokk_club.http.public_post import NotPublicError, require_public_host

MOST_WEBHOOKS = 10

register_refusals(
    {
        "webhook_not_public": _("This must be an https address that everybody can reach."),
        "webhook_for_nothing": _("Choose at least one event."),
        "too_many_webhooks": _("The club has %(highest)s webhooks already; remove one first."),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookPlan:
    """The URL of a new webhook and the events that it receives."""

    url: str
    events: Collection[str]


def make_webhook(*, club_id: UUID, form: Submission, plan: WebhookPlan) -> tuple[Webhook, bool]:
    """Create a webhook; return it, and whether it is new, so that its secret must be displayed.

    form: its key becomes the id of the webhook.
    Raise RefusedError, and any error of the unit of work.
    """
    content = {"do": "make_webhook", "url": plan.url, "events": sorted(plan.events)}

    def create_webhook(write: ClubWrite) -> tuple[Webhook, bool]:
        _require_valid_plan(plan, club_id)
        webhook = Webhook(
            id=form.key,
            club=write.club,
            url=plan.url,
            events=[event.value for event in WebhookEvent if event in plan.events],
            made_by=form.by,
            made_at=write.at,
        )
        webhook.set_secret_hash()
        insert_with_client_id(webhook)
        store_wanted_events(write.club)
        write.log(Act.WEBHOOK_MADE)
        return webhook, True

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, content),
        create_webhook,
        repeated=lambda write: (Webhook.objects.get(pk=form.key), False),
    )


def _require_valid_plan(plan: WebhookPlan, club_id: UUID) -> None:
    problems = []
    try:
        require_public_host(plan.url)
    except NotPublicError:
        problems.append(Problem("webhook_not_public", "url"))
    if not set(WebhookEvent.values).intersection(plan.events):
        problems.append(Problem("webhook_for_nothing", "events"))
    if Webhook.objects.filter(club=club_id).count() >= MOST_WEBHOOKS:
        problems.append(Problem("too_many_webhooks", "", {"highest": MOST_WEBHOOKS}))
    if problems:
        raise RefusedError(problems)


def remove_webhook(*, club_id: UUID, form: Submission, webhook_id: UUID) -> bool:
    """Delete a webhook with its messages, and return whether it existed.

    Raise any error of the unit of work.
    """

    def delete_webhook(write: ClubWrite) -> bool:
        if not Webhook.objects.filter(pk=webhook_id, club=club_id).delete()[0]:
            return False
        store_revocations(RevocationKind.WEBHOOK, [webhook_id])
        store_wanted_events(write.club)
        write.log(Act.WEBHOOK_GONE)
        return True

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, {"do": "remove_webhook", "id": str(webhook_id)}),
        delete_webhook,
        repeated=lambda write: True,
    )


def switch_on_webhook(*, club_id: UUID, form: Submission, webhook_id: UUID) -> bool:
    """Switch on a webhook for future events, and return whether it exists.

    Raise any error of the unit of work.
    """

    def clear_failures(write: ClubWrite) -> bool:
        rows = Webhook.objects.filter(pk=webhook_id, club=club_id)
        count = rows.update(stopped_at=None, failing_since=None)
        store_wanted_events(write.club)
        return bool(count)

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, {"do": "switch_on_webhook", "id": str(webhook_id)}),
        clear_failures,
        repeated=lambda write: True,
    )


def queue_test_message(*, club_id: UUID, form: Submission, webhook_id: UUID) -> bool:
    """Queue a test message, and return whether the webhook exists and is on.

    Raise any error of the unit of work.
    """

    def queue_message(write: ClubWrite) -> bool:
        webhook = Webhook.objects.filter(pk=webhook_id, club=club_id, stopped_at=None).first()
        if webhook is None:
            return False
        _queue_messages([webhook], TEST, {"club": write.club.slug})
        return True

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, {"do": "queue_test_message", "id": str(webhook_id)}),
        queue_message,
        repeated=lambda write: True,
    )


def store_wanted_events(club: Club) -> None:
    """Store on the club the events that at least one of its webhooks receives.

    Thanks to this, most writes need no query for webhooks.
    """
    rows = Webhook.objects.filter(club=club, stopped_at=None).values_list("events", flat=True)
    wanted = {event for events in rows for event in events}
    club.webhook_events = " ".join(sorted(wanted))
    club.save(update_fields=["webhook_events"])


def queue_deliveries(club: Club, event: WebhookEvent, data: Mapping[str, object]) -> None:
    """Queue a message to each webhook of the club that receives this event.

    data: ids, and API paths from which receivers can load the details.
    """
    if event not in club.webhook_events.split():
        return
    rows = Webhook.objects.filter(club=club, stopped_at=None)
    receivers = [webhook for webhook in rows if event in webhook.events]
    _queue_messages(receivers, event.value, {"club": club.slug, **data})


def _queue_messages(webhooks: Collection[Webhook], event: str, data: Mapping[str, object]) -> None:
    now = timezone.now()
    Delivery.objects.bulk_create(
        Delivery(
            webhook=webhook,
            event=event,
            data=dict(data),
            state=NoticeState.WAITING,
            made_at=now,
            due_at=now,
        )
        for webhook in webhooks
    )
