"""Signal handlers that queue notices and update push devices, in the transaction of the change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from allauth.account.signals import password_changed, password_reset
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.http import HttpRequest

from tarokk_club.club.models import (
    ApiKey,
    Attendance,
    Club,
    Confirmation,
    EveningAnswer,
    Membership,
    NoticeKind,
    Payment,
    PlannedEvening,
    Player,
    ServiceKey,
    Settlement,
    User,
)
from tarokk_club.club.notices.defaults import list_available_channels
from tarokk_club.club.notices.usecases import devices
from tarokk_club.club.notices.usecases.sending import NoticeEvent, queue_notices
from tarokk_club.club.writing import events
from tarokk_club.club.writing.permissions import Right, may


def notify_of_plan(*, settlement: Settlement, **more: Any) -> None:
    """Notify all payers and receivers of a settlement plan, except its author."""
    if not list_available_channels():
        return
    rows = settlement.transfers.values_list("payer_id", "receiver_id")
    players = {player for row in rows for player in row if player}
    people = _load_user_ids(players) - {settlement.made_by_id}
    queue_notices(NoticeEvent(NoticeKind.PLAN, settlement.club, settlement.id), people)


def notify_of_payments(*, payments: Sequence[Payment], by: User | None, **more: Any) -> None:
    """Notify each receiver once, of the first payment that somebody else marked as paid.

    Users who may settle are notified of claimed payments to the kitty.
    """
    if not list_available_channels():
        return
    first: dict[UUID, Payment] = {}
    receivers = _load_user_ids_by_player(payment.receiver_id for payment in payments)
    for payment in payments:
        if payment.receiver_id is None:
            # A payment that already counts needs no confirmation.
            people = (
                _load_user_ids_with_right(payment.club, Right.SETTLE) if payment.claimed else set()
            )
        else:
            people = receivers.get(payment.receiver_id, set())
        for user_id in people - {by.pk if by else None}:
            first.setdefault(user_id, payment)
    for user_id, payment in first.items():
        queue_notices(NoticeEvent(NoticeKind.PAID, payment.club, payment.id), [user_id])


def notify_of_denial(*, payment: Payment, by: User | None, **more: Any) -> None:
    """Notify the payer that the payment was denied, unless the payer denied it."""
    if not list_available_channels():
        return
    people = _load_user_ids([payment.payer_id]) - {by.pk if by else None}
    queue_notices(NoticeEvent(NoticeKind.DISPUTED, payment.club, payment.id), people)


def notify_of_objection(*, objection: Confirmation, by: User | None, **more: Any) -> None:
    """Notify all users who may answer the objection, except its author."""
    if not list_available_channels():
        return
    club = objection.session.club
    people = _load_user_ids_with_right(club, Right.CORRECT) - {by.pk if by else None}
    queue_notices(NoticeEvent(NoticeKind.OBJECTION, club, objection.id), people)


def notify_of_cancelled_evenings(
    *, evenings: Sequence[PlannedEvening], by: User | None, **more: Any
) -> None:
    """Notify each user once, of the first cancelled evening that the user planned to attend.

    The user who cancelled the evenings is left out.
    """
    if not list_available_channels():
        return
    accepted = EveningAnswer.objects.filter(evening__in=evenings, coming=Attendance.YES)
    accepted = accepted.exclude(player__user=None).order_by("evening__date")
    first: dict[UUID, UUID] = {}
    for user_id, evening_id in accepted.values_list("player__user", "evening"):
        first.setdefault(user_id, evening_id)
    if by:
        first.pop(by.pk, None)
    for evening in evenings:
        people = {user_id for user_id, evening_id in first.items() if evening_id == evening.pk}
        if people:
            # Notify again if an evening is restored and cancelled again.
            occasion = f"{evening.cancelled_at:%Y%m%d%H%M%S%f}"
            event = NoticeEvent(NoticeKind.CANCELLED, evening.club, evening.pk, occasion=occasion)
            queue_notices(event, people)


def notify_of_key(*, key: ApiKey, **more: Any) -> None:
    """Notify the user of a new API key, as somebody else may have created it."""
    if list_available_channels():
        queue_notices(NoticeEvent(NoticeKind.KEY, key.club, key.pk), [key.user_id])


def notify_of_service_key(*, key: ServiceKey, **more: Any) -> None:
    """Notify the creator of a new service key, as somebody else may have used the account."""
    if list_available_channels():
        queue_notices(NoticeEvent(NoticeKind.KEY, None, key.pk), [key.made_by_id])


def _load_user_ids(players: Iterable[UUID | None]) -> set[UUID]:
    users = _load_user_ids_by_player(players).values()
    return {user_id for ids in users for user_id in ids}


def _load_user_ids_by_player(players: Iterable[UUID | None]) -> dict[UUID, set[UUID]]:
    """Return the ids of the users linked to these players, by player id."""
    ids = {player for player in players if player}
    rows = Player.objects.filter(pk__in=ids).exclude(user=None).values_list("pk", "user_id")
    return {player: {user_id} for player, user_id in rows if user_id}


def _load_user_ids_with_right(club: Club, right: Right) -> set[UUID]:
    rows = Membership.objects.filter(club=club).values_list("user_id", "roles")
    return {user_id for user_id, roles in rows if may(roles, right)}


def move_device(*, request: HttpRequest | None, user: User, **more: Any) -> None:
    """Move the push device of this browser to the new sign-in session."""
    if request is not None and list_available_channels():
        devices.move_push_device(request, user)


def delete_device(*, request: HttpRequest | None, user: User | None, **more: Any) -> None:
    """Delete the push device of the browser on which a user signs out."""
    if request is not None and user is not None:
        devices.delete_current_push_device(request, user)


def delete_other_devices(*, request: HttpRequest | None, user: User, **more: Any) -> None:
    """Delete all other push devices of the user, as a password change signs them out."""
    devices.delete_other_push_devices(request, user)


def delete_all_devices(*, user: User, **more: Any) -> None:
    """Delete all push devices of the user, as a password reset signs them out."""
    devices.delete_other_push_devices(None, user)


def connect() -> None:
    """Connect the handlers to their signals."""
    pairs = (
        (events.plan_made, notify_of_plan),
        (events.payments_marked, notify_of_payments),
        (events.payment_denied, notify_of_denial),
        (events.objection_raised, notify_of_objection),
        (events.evening_cancelled, notify_of_cancelled_evenings),
        (events.key_made, notify_of_key),
        (events.service_key_made, notify_of_service_key),
        (user_logged_in, move_device),
        (user_logged_out, delete_device),
        (password_changed, delete_other_devices),
        (password_reset, delete_all_devices),
    )
    for signal, listener in pairs:
        signal.connect(listener, dispatch_uid=f"club.notices.{listener.__name__}.{id(signal)}")
