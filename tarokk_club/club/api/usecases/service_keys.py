"""Use cases that create and end service keys."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_noop as _

from scoring.core.problem import Problem
from tarokk_club.club.api.queries.keys import find_owned_club_ids, list_clubs_for_service_keys
from tarokk_club.club.api.usecases.keys import LONGEST, MOST_KEYS
from tarokk_club.club.formatting.sentences import register_refusals
from tarokk_club.club.models import (
    Act,
    AuditLine,
    Club,
    KeyScope,
    ServiceGrant,
    ServiceKey,
    User,
)
from tarokk_club.club.models.keys import (
    SERVICE_PREFIX,
    end_service_keys,
    generate_api_token,
    hash_api_token,
)
from tarokk_club.club.writing import events
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import read_name
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club
from tarokk_club.database.write_lock import write_lock

register_refusals(
    {
        "key_for_no_club": _("Choose at least one club."),
        "key_for_foreign_club": _("A service key is for clubs that you own."),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceKeyPlan:
    """The details of a new service key.

    scopes: the scopes in addition to reading.
    until: the last day on which it is valid.
    second_step: whether the user had presented a passkey before creating it.
    """

    name: str
    clubs: Collection[UUID]
    scopes: Sequence[str]
    until: date
    second_step: bool = False


def make_service_key(
    *, form: Submission, maker: User, plan: ServiceKeyPlan
) -> tuple[ServiceKey, str | None]:
    """Create a service key; return it with its token, which is not stored.

    For a resubmitted form, the token is None.

    form: its key becomes the id of the service key.
    Raise RefusedError.
    """
    with write_lock():
        existing = ServiceKey.objects.filter(pk=form.key, made_by=maker).first()
        if existing:
            return existing, None
        now, problems = timezone.now(), list[Problem]()
        name = read_name(plan.name, problems)
        if problems := [*problems, *_find_problems(maker, plan, now)]:
            raise RefusedError(problems)
        account = User(username=f"service-{form.key}", name=name, is_active=False, is_service=True)
        account.set_unusable_password()
        account.save(force_insert=True)
        token = generate_api_token(SERVICE_PREFIX)
        key = ServiceKey(
            id=form.key,
            account=account,
            made_by=maker,
            as_operator=bool(set(plan.clubs) - find_owned_club_ids(maker)),
            name=name,
            scopes=[row.value for row in KeyScope if row == KeyScope.READ or row in plan.scopes],
            token_hash=hash_api_token(token),
            second_step=plan.second_step,
            made_at=now,
            ends_at=datetime.combine(plan.until + timedelta(days=1), time(), UTC),
        )
        add_new(key)
        for club in Club.objects.filter(pk__in=plan.clubs).order_by("pk"):
            ServiceGrant.objects.create(user=account, club=club)
            AuditLine.write(club.pk, Act.SERVICE_KEY_MADE, by=maker, facts=_build_audit_facts(key))
        events.service_key_made.send(ServiceKey, key=key)
        return key, token


def _find_problems(maker: User, plan: ServiceKeyPlan, now: datetime) -> list[Problem]:
    problems = []
    today = now.date()
    offered = {UUID(pk) for pk, _name in list_clubs_for_service_keys(maker)}
    if not plan.clubs:
        problems.append(Problem("key_for_no_club", "clubs"))
    if not set(plan.clubs) <= offered:
        problems.append(Problem("key_for_foreign_club", "clubs"))
    if plan.until < today:
        problems.append(Problem("key_ended", "until"))
    if plan.until > today + LONGEST:
        problems.append(Problem("key_too_long", "until"))
    if ServiceKey.objects.filter(made_by=maker).count() >= MOST_KEYS:
        problems.append(Problem("too_many_keys", "", {"highest": MOST_KEYS}))
    return problems


def _build_audit_facts(key: ServiceKey) -> dict[str, str]:
    return {"whom": str(key.account_id)}


def drop_own_service_key(*, form: Submission, key_id: UUID) -> bool:
    """End a service key that the user created, and return whether it existed."""
    with write_lock():
        return bool(end_service_keys(ServiceKey.objects.filter(pk=key_id, made_by=form.by)))


def end_service_key_access(*, club_id: UUID, form: Submission, key_id: UUID) -> bool:
    """End the access of a service key to a club, and return whether it had access.

    The key itself ends if it has no other club.
    Raise any error of the unit of work.
    """
    content = {"do": "close_to_key", "id": str(key_id)}

    def change(write: ClubWrite) -> bool:
        key = ServiceKey.objects.filter(pk=key_id, account__service_grants__club=club_id).first()
        if key is None:
            return False
        ServiceGrant.objects.filter(user=key.account_id, club=club_id).delete()
        end_service_keys(ServiceKey.objects.filter(pk=key.pk, account__service_grants=None))
        write.log(Act.SERVICE_KEY_ENDED, _build_audit_facts(key))
        return True

    return write_to_club(
        club_id,
        Command(form, Right.MEMBERS, content),
        change,
        repeated=lambda write: True,
    )
