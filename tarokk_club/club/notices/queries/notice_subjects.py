"""The current state of a notice's subject, loaded when the notice is sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from types import MappingProxyType

from django.urls import reverse

from tarokk_club.club.confirmations.queries.confirmations import find_open_objection_ids
from tarokk_club.club.models import (
    Attendance,
    Club,
    Confirmation,
    Membership,
    Notice,
    NoticeKind,
    Payment,
    PlannedEvening,
    Settlement,
    User,
)
from tarokk_club.club.money.queries.settlements.settlement import is_plan_over
from tarokk_club.club.money.queries.tasks.money_tasks import load_money_tasks
from tarokk_club.club.notices.words import SubjectState
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.writing.permissions import Right, may


def load_notice_subject(notice: Notice) -> SubjectState | None:
    """Return the current state of the notice's subject; None if the notice must not be sent."""
    return _LOADERS[NoticeKind(notice.kind)](notice)


def is_member(user: User, club: Club | None) -> bool:
    """Return whether the user is a member of the club; always true without a club."""
    if club is None:
        return True
    return Membership.objects.filter(user=user, club=club).exists()


def _load_settlement_plan(notice: Notice) -> SubjectState | None:
    plan = Settlement.objects.filter(pk=notice.subject, club=notice.club).first()
    if plan is None or is_plan_over(plan):
        return None
    return SubjectState(
        reverse("club:settled", args=[_get_club_slug(notice), plan.pk]), NoticeKind.PLAN
    )


def _load_marked_payment(notice: Notice) -> SubjectState | None:
    """Return the state of the payment; None if it is missing, reversed or confirmed by the user."""
    payment = _find_payment(notice)
    if payment is None or hasattr(payment, "reversed_by"):
        return None
    confirmed = getattr(payment, "confirmation", None)
    if confirmed and confirmed.made_by_id == notice.user_id:
        return None
    waits = payment.claimed and not confirmed
    return SubjectState(_build_payment_path(notice, payment), NoticeKind.PAID, confirm=waits)


def _load_disputed_payment(notice: Notice) -> SubjectState | None:
    payment = _find_payment(notice)
    if payment is None:
        return None
    return SubjectState(_build_payment_path(notice, payment), NoticeKind.DISPUTED)


def _load_objection(notice: Notice) -> SubjectState | None:
    """Return the state of the objection; None unless it is open and the user may answer it."""
    roles = Membership.objects.filter(user=notice.user_id, club=notice.club)
    if not any(may(names, Right.CORRECT) for names in roles.values_list("roles", flat=True)):
        return None
    row = Confirmation.objects.filter(pk=notice.subject, session__club=notice.club).first()
    if row is None or notice.club is None or row.pk not in find_open_objection_ids(notice.club):
        return None
    path = reverse("club:sheet", args=[_get_club_slug(notice), row.session_id])
    return SubjectState(path, NoticeKind.OBJECTION)


def _load_new_key(notice: Notice) -> SubjectState:
    """Return the state even if the key has ended, as somebody else may have created the key."""
    return SubjectState(reverse("club:keys"), NoticeKind.KEY)


def _load_debts(notice: Notice) -> SubjectState | None:
    clubs = [notice.club] if notice.club else list(Club.objects.filter(members=notice.user_id))
    if not any(load_money_tasks(club, notice.user, ()).to_pay for club in clubs):
        return None
    path = (
        reverse("club:club", args=[_get_club_slug(notice)]) if notice.club else reverse("club:home")
    )
    return SubjectState(path, NoticeKind.DEBTS)


def _load_evening(notice: Notice) -> SubjectState | None:
    """Return the state of the evening.

    Return None if it is missing, cancelled or not tomorrow, or if the user has declined.
    """
    evening = _find_evening(notice)
    if evening is None or evening.cancelled_at:
        return None
    if evening.date != get_today(evening.club) + timedelta(days=1):
        return None
    declined = evening.answers.filter(player__user=notice.user_id, coming=Attendance.NO)
    return None if declined.exists() else _build_evening_state(evening, NoticeKind.EVENING)


def _load_cancelled_evening(notice: Notice) -> SubjectState | None:
    """Return the state of the evening; None unless it is cancelled and not in the past."""
    evening = _find_evening(notice)
    if evening is None or not evening.cancelled_at or evening.date < get_today(evening.club):
        return None
    return _build_evening_state(evening, NoticeKind.CANCELLED)


def _find_evening(notice: Notice) -> PlannedEvening | None:
    rows = PlannedEvening.objects.filter(pk=notice.subject, club=notice.club)
    return rows.select_related("club").first()


def _build_evening_state(evening: PlannedEvening, kind: NoticeKind) -> SubjectState:
    path = reverse("club:evening", args=[evening.club.slug, evening.pk])
    return SubjectState(path, kind, begins=evening.begins)


def _find_payment(notice: Notice) -> Payment | None:
    rows = Payment.objects.select_related("confirmation", "reversed_by")
    return rows.filter(pk=notice.subject, club=notice.club).first()


def _build_payment_path(notice: Notice, payment: Payment) -> str:
    if payment.transfer_id:
        plan = payment.transfer.settlement_id if payment.transfer else None
        return reverse("club:settled", args=[_get_club_slug(notice), plan])
    return reverse("club:money", args=[_get_club_slug(notice)])


def _get_club_slug(notice: Notice) -> str:
    return notice.club.slug if notice.club else ""


_LOADERS: Mapping[NoticeKind, Callable[[Notice], SubjectState | None]] = MappingProxyType(
    {
        NoticeKind.PLAN: _load_settlement_plan,
        NoticeKind.PAID: _load_marked_payment,
        NoticeKind.DISPUTED: _load_disputed_payment,
        NoticeKind.OBJECTION: _load_objection,
        NoticeKind.KEY: _load_new_key,
        NoticeKind.DEBTS: _load_debts,
        NoticeKind.EVENING: _load_evening,
        NoticeKind.CANCELLED: _load_cancelled_evening,
    }
)
