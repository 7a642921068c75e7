"""Listeners that queue notices; each runs in the transaction of the change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from allauth.account.signals import password_changed, password_reset
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.http import HttpRequest

from tarokk_club.club.models import (
    ApiKey,
    Club,
    EveningAnswer,
    Membership,
    NoticeKind,
    Payment,
    PlannedEvening,
    Player,
    ServiceKey,
    Settlement,
    Statement,
    User,
)
from tarokk_club.club.notices.usecases import devices
from tarokk_club.club.notices.usecases.sending import News, queue_notices
from tarokk_club.club.notices.usual import available_channels
from tarokk_club.club.values.attendance import Attendance
from tarokk_club.club.writing import events
from tarokk_club.club.writing.permissions import Right, may


def tell_of_plan(*, settlement: Settlement, **more: Any) -> None:
    """Notify everybody who pays or receives by the plan, except its author."""
    if not available_channels():
        return
    rows = settlement.transfers.values_list("payer_id", "receiver_id")
    players = {player for row in rows for player in row if player}
    people = _people(players) - {settlement.made_by_id}
    queue_notices(News(NoticeKind.PLAN, settlement.club, settlement.id), people)


def tell_of_payments(*, payments: Sequence[Payment], by: User | None, **more: Any) -> None:
    """Notify each receiver once of what somebody else marked as paid; for the kitty, the
    treasurers.
    """
    if not available_channels():
        return
    first: dict[UUID, Payment] = {}
    receivers = _people_by_player(one.receiver_id for one in payments)
    for one in payments:
        if one.receiver_id is None:
            # A payment that counts already needs no treasurer.
            people = _who_may(one.club, Right.SETTLE) if one.claimed else set()
        else:
            people = receivers.get(one.receiver_id, set())
        for user_id in people - {by.pk if by else None}:
            first.setdefault(user_id, one)
    for user_id, payment in first.items():
        queue_notices(News(NoticeKind.PAID, payment.club, payment.id), [user_id])


def tell_of_denial(*, payment: Payment, by: User | None, **more: Any) -> None:
    """Notify the payer that the payment has not arrived."""
    if not available_channels():
        return
    people = _people([payment.payer_id]) - {by.pk if by else None}
    queue_notices(News(NoticeKind.DISPUTED, payment.club, payment.id), people)


def tell_of_objection(*, statement: Statement, by: User | None, **more: Any) -> None:
    """Notify everybody who may answer the objection."""
    if not available_channels():
        return
    club = statement.session.club
    people = _who_may(club, Right.CORRECT) - {by.pk if by else None}
    queue_notices(News(NoticeKind.OBJECTION, club, statement.id), people)


def tell_of_cancelling(*, evenings: Sequence[PlannedEvening], by: User | None, **more: Any) -> None:
    """Notify everybody who accepted, once where several evenings were cancelled together."""
    if not available_channels():
        return
    said = EveningAnswer.objects.filter(evening__in=evenings, coming=Attendance.YES)
    said = said.exclude(player__user=None).order_by("evening__date")
    first: dict[UUID, UUID] = {}
    for user_id, evening_id in said.values_list("player__user", "evening"):
        first.setdefault(user_id, evening_id)
    if by:
        first.pop(by.pk, None)
    for evening in evenings:
        people = {user_id for user_id, evening_id in first.items() if evening_id == evening.pk}
        if people:
            # An evening that is restored and cancelled again is news again.
            occasion = f"{evening.cancelled_at:%Y%m%d%H%M%S%f}"
            news = News(NoticeKind.CANCELLED, evening.club, evening.pk, occasion=occasion)
            queue_notices(news, people)


def tell_of_key(*, key: ApiKey, **more: Any) -> None:
    """Notify the user in whose name a key was made, since somebody else may sit at their phone."""
    if available_channels():
        queue_notices(News(NoticeKind.KEY, key.club, key.pk), [key.user_id])


def tell_of_service_key(*, key: ServiceKey, **more: Any) -> None:
    """Notify its maker, since somebody else may sit at their phone."""
    if available_channels():
        queue_notices(News(NoticeKind.KEY, None, key.pk), [key.made_by_id])


def _people(players: Iterable[UUID | None]) -> set[UUID]:
    found = _people_by_player(players).values()
    return {user_id for each in found for user_id in each}


def _people_by_player(players: Iterable[UUID | None]) -> dict[UUID, set[UUID]]:
    """Return the accounts that play as these players, in one query."""
    ids = {one for one in players if one}
    rows = Player.objects.filter(pk__in=ids).exclude(user=None).values_list("pk", "user_id")
    return {player: {user_id} for player, user_id in rows if user_id}


def _who_may(club: Club, right: Right) -> set[UUID]:
    rows = Membership.objects.filter(club=club).values_list("user_id", "roles")
    return {user_id for user_id, roles in rows if may(roles, right)}


def move_device(*, request: HttpRequest | None, user: User, **more: Any) -> None:
    """Move a phone to the sign-in that was just made on it."""
    if request is not None and available_channels():
        devices.device_signed_in(request, user)


def forget_device(*, request: HttpRequest | None, user: User | None, **more: Any) -> None:
    """Delete the phone on which a user signs out."""
    if request is not None and user is not None:
        devices.device_signed_out(request, user)


def drop_others(*, request: HttpRequest | None, user: User, **more: Any) -> None:
    """Delete the other phones, because a new password signs them out."""
    devices.remove_other_phones(request, user)


def drop_all(*, user: User, **more: Any) -> None:
    """Delete all phones, because a reset password signs them out."""
    devices.remove_other_phones(None, user)


def connect() -> None:
    """Connect the signals."""
    pairs = (
        (events.plan_made, tell_of_plan),
        (events.payments_marked, tell_of_payments),
        (events.payment_denied, tell_of_denial),
        (events.objection_raised, tell_of_objection),
        (events.evening_cancelled, tell_of_cancelling),
        (events.key_made, tell_of_key),
        (events.service_key_made, tell_of_service_key),
        (user_logged_in, move_device),
        (user_logged_out, forget_device),
        (password_changed, drop_others),
        (password_reset, drop_all),
    )
    for signal, listener in pairs:
        signal.connect(listener, dispatch_uid=f"club.notices.{listener.__name__}.{id(signal)}")
