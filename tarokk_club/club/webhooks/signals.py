"""Signal handlers that queue messages to webhooks, in the transaction of the change."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from tarokk_club.club.models import Change, Season, Session, Settlement
from tarokk_club.club.models.webhooks import WebhookEvent
from tarokk_club.club.session.queries.sessions.final_results import is_result_final
from tarokk_club.club.webhooks.usecases.webhooks import queue_deliveries
from tarokk_club.club.writing import events


def queue_session_events(*, session: Session, change: Change, closes: bool, **more: Any) -> None:
    """Queue messages about a saved entry, a closed session and a final tournament result.

    closes: whether the change closes the session.
    """
    club = session.club
    path = reverse("club:api_session", args=[club.slug, session.pk])
    about = {"session": str(session.pk), "version": change.seq, "path": path}
    if change.entry_id and change.entry:
        kind = change.entry.record.get("type", "")
        details = {"entry": str(change.entry_id), "action": change.action, "kind": kind}
        queue_deliveries(club, WebhookEvent.HAND, about | details)
    if closes:
        queue_deliveries(club, WebhookEvent.SESSION, about)
        _queue_tournament_result(session)


def _queue_tournament_result(session: Session) -> None:
    table = getattr(session, "tournament_table", None)
    if table is None or WebhookEvent.RESULT not in session.club.webhook_events.split():
        return
    if is_result_final(table.tournament):
        path = reverse("club:api_tournament", args=[session.club.slug, table.tournament_id])
        about = {"tournament": str(table.tournament_id), "path": path}
        queue_deliveries(session.club, WebhookEvent.RESULT, about)


def queue_season_result(*, season: Season, **more: Any) -> None:
    """Queue the message that the table of a season is final."""
    path = reverse("club:api_leaderboard", args=[season.club.slug, season.pk])
    queue_deliveries(season.club, WebhookEvent.RESULT, {"season": str(season.pk), "path": path})


def queue_settlement_event(*, settlement: Settlement, **more: Any) -> None:
    """Queue the message that a settlement was made."""
    club = settlement.club
    path = reverse("club:api_settlement", args=[club.slug, settlement.pk])
    queue_deliveries(
        club, WebhookEvent.SETTLEMENT, {"settlement": str(settlement.pk), "path": path}
    )


def connect() -> None:
    """Connect the handlers to their signals."""
    handlers = (
        (events.session_changed, queue_session_events),
        (events.season_closed, queue_season_result),
        (events.plan_made, queue_settlement_event),
    )
    for signal, listener in handlers:
        signal.connect(listener, dispatch_uid=f"club.webhooks.{listener.__name__}")
