"""Whether the content of a notice is still true when it is sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from types import MappingProxyType

from django.urls import reverse

from tarokk_club.club.confirmations.queries.confirmations import find_open_objection_ids
from tarokk_club.club.models import (
    Club,
    Membership,
    Notice,
    NoticeKind,
    Payment,
    PlannedEvening,
    Settlement,
    Statement,
    User,
)
from tarokk_club.club.money.queries.settlement import is_plan_over
from tarokk_club.club.money.queries.waiting_for import load_money_waiting
from tarokk_club.club.notices.words import About
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.values.attendance import Attendance
from tarokk_club.club.writing.permissions import Right, may


def still(notice: Notice) -> About | None:
    """Return what the notice is about now, None if it should not be sent."""
    return _ASK[NoticeKind(notice.kind)](notice)


def is_member(user: User, club: Club | None) -> bool:
    """Return whether the user may be notified about the club."""
    if club is None:
        return True
    return Membership.objects.filter(user=user, club=club).exists()


def _plan(notice: Notice) -> About | None:
    plan = Settlement.objects.filter(pk=notice.subject, club=notice.club).first()
    if plan is None or is_plan_over(plan):
        return None
    return About(reverse("club:settled", args=[_slug(notice), plan.pk]), NoticeKind.PLAN)


def _paid(notice: Notice) -> About | None:
    """Return a payment unless the user has confirmed it or it was undone."""
    payment = _payment(notice)
    if payment is None or hasattr(payment, "reversed_by"):
        return None
    confirmed = getattr(payment, "confirmation", None)
    if confirmed and confirmed.made_by_id == notice.user_id:
        return None
    waits = payment.claimed and not confirmed
    return About(_about_payment(notice, payment), NoticeKind.PAID, confirm=waits)


def _disputed(notice: Notice) -> About | None:
    payment = _payment(notice)
    if payment is None:
        return None
    return About(_about_payment(notice, payment), NoticeKind.DISPUTED)


def _objection(notice: Notice) -> About | None:
    """Return an objection if the user may still answer it."""
    roles = Membership.objects.filter(user=notice.user_id, club=notice.club)
    if not any(may(one, Right.CORRECT) for one in roles.values_list("roles", flat=True)):
        return None
    row = Statement.objects.filter(pk=notice.subject, session__club=notice.club).first()
    if row is None or notice.club is None or row.pk not in find_open_objection_ids(notice.club):
        return None
    path = reverse("club:sheet", args=[_slug(notice), row.session_id])
    return About(path, NoticeKind.OBJECTION)


def _key(notice: Notice) -> About:
    """Return a new key even if it has ended since: the user should know that it was made."""
    return About(reverse("club:keys"), NoticeKind.KEY)


def _debts(notice: Notice) -> About | None:
    clubs = [notice.club] if notice.club else list(Club.objects.filter(members=notice.user_id))
    if not any(load_money_waiting(one, notice.user, ()).to_pay for one in clubs):
        return None
    path = reverse("club:club", args=[_slug(notice)]) if notice.club else reverse("club:home")
    return About(path, NoticeKind.DEBTS)


def _evening(notice: Notice) -> About | None:
    """Return an evening unless the user has declined or it is on another day now."""
    evening = _planned(notice)
    if evening is None or evening.cancelled_at:
        return None
    if evening.date != today(evening.club) + timedelta(days=1):
        return None
    said = evening.answers.filter(player__user=notice.user_id, coming=Attendance.NO)
    return None if said.exists() else _about_evening(evening, NoticeKind.EVENING)


def _cancelled(notice: Notice) -> About | None:
    """Return a cancelled evening unless it takes place after all or would be over."""
    evening = _planned(notice)
    if evening is None or not evening.cancelled_at or evening.date < today(evening.club):
        return None
    return _about_evening(evening, NoticeKind.CANCELLED)


def _planned(notice: Notice) -> PlannedEvening | None:
    rows = PlannedEvening.objects.filter(pk=notice.subject, club=notice.club)
    return rows.select_related("club").first()


def _about_evening(evening: PlannedEvening, kind: NoticeKind) -> About:
    path = reverse("club:evening", args=[evening.club.slug, evening.pk])
    return About(path, kind, begins=evening.begins)


def _payment(notice: Notice) -> Payment | None:
    rows = Payment.objects.select_related("confirmation", "reversed_by")
    return rows.filter(pk=notice.subject, club=notice.club).first()


def _about_payment(notice: Notice, payment: Payment) -> str:
    if payment.transfer_id:
        plan = payment.transfer.settlement_id if payment.transfer else None
        return reverse("club:settled", args=[_slug(notice), plan])
    return reverse("club:money", args=[_slug(notice)])


def _slug(notice: Notice) -> str:
    return notice.club.slug if notice.club else ""


_ASK: Mapping[NoticeKind, Callable[[Notice], About | None]] = MappingProxyType(
    {
        NoticeKind.PLAN: _plan,
        NoticeKind.PAID: _paid,
        NoticeKind.DISPUTED: _disputed,
        NoticeKind.OBJECTION: _objection,
        NoticeKind.KEY: _key,
        NoticeKind.DEBTS: _debts,
        NoticeKind.EVENING: _evening,
        NoticeKind.CANCELLED: _cancelled,
    }
)
