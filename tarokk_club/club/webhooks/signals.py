"""Listeners that queue messages to webhooks; each runs in the transaction of the change."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from tarokk_club.club.models import Change, Season, Session, Settlement
from tarokk_club.club.models.webhooks import WebhookEvent
from tarokk_club.club.session.queries.prescribed import is_result_final
from tarokk_club.club.webhooks.usecases.webhooks import queue_deliveries
from tarokk_club.club.writing import events


def tell_of_session(*, session: Session, change: Change, closes: bool, **more: Any) -> None:
    """Queue what a change of a session means: an entry was saved, the session is closed, and with
    it the result of its tournament final.
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
        _tell_of_tournament(session)


def _tell_of_tournament(session: Session) -> None:
    table = getattr(session, "tournament_table", None)
    if table is None or WebhookEvent.RESULT not in session.club.webhook_events.split():
        return
    if is_result_final(table.tournament):
        path = reverse("club:api_tournament", args=[session.club.slug, table.tournament_id])
        about = {"tournament": str(table.tournament_id), "path": path}
        queue_deliveries(session.club, WebhookEvent.RESULT, about)


def tell_of_season(*, season: Season, **more: Any) -> None:
    """Queue that the table of a season is final."""
    path = reverse("club:api_leaderboard", args=[season.club.slug, season.pk])
    queue_deliveries(season.club, WebhookEvent.RESULT, {"season": str(season.pk), "path": path})


def tell_of_settlement(*, settlement: Settlement, **more: Any) -> None:
    """Queue that a settlement was made."""
    club = settlement.club
    path = reverse("club:api_settlement", args=[club.slug, settlement.pk])
    queue_deliveries(
        club, WebhookEvent.SETTLEMENT, {"settlement": str(settlement.pk), "path": path}
    )


def connect() -> None:
    """Connect the signals."""
    pairs = (
        (events.session_changed, tell_of_session),
        (events.season_closed, tell_of_season),
        (events.plan_made, tell_of_settlement),
    )
    for signal, listener in pairs:
        signal.connect(listener, dispatch_uid=f"club.webhooks.{listener.__name__}")
