"""Create, use and delete API keys and service keys."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_noop as _

from scoring.core.problem import Problem
from tarokk_club.club.api.queries.keys import find_owned_club_ids, list_clubs_for_service_keys
from tarokk_club.club.formatting.sentences import register_refusals
from tarokk_club.club.models import (
    Act,
    ApiKey,
    AuditLine,
    Club,
    KeyScope,
    ServiceGrant,
    ServiceKey,
    User,
)
from tarokk_club.club.models.keys import (
    SERVICE_PREFIX,
    delete_api_keys,
    delete_service_keys,
    generate_api_token,
    hash_api_token,
)
from tarokk_club.club.writing import events
from tarokk_club.club.writing.errors import KeyReusedError, RefusedError
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import read_name
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club
from tarokk_club.database.write_lock import write_lock

# A year and the day on which the key is created.
LONGEST = timedelta(days=366)
MOST_KEYS = 20
# The interval at which the last use is stored, so that not every read causes a write.
COARSE = timedelta(hours=1)

register_refusals(
    {
        "key_ended": _("Choose a day that has not passed."),
        "key_too_long": _("A key is valid for a year at most."),
        "too_many_keys": _("You already have %(highest)s keys; revoke one first."),
        "key_for_no_club": _("Choose at least one club."),
        "key_for_foreign_club": _("A service key is for clubs that you own."),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyPlan:
    """The details of a new API key.

    scopes: the scopes in addition to reading.
    until: the last day on which it is valid.
    second_step: whether the user had confirmed the sign-in with a passkey.
    """

    name: str
    scopes: Sequence[str]
    until: date
    second_step: bool = False


def make_api_key(*, club_id: UUID, form: Submission, plan: KeyPlan) -> tuple[ApiKey, str | None]:
    """Create an API key; return it with its token, which is not stored.

    For a resubmitted form, the token is None.

    form: its key becomes the id of the API key.
    Raise RefusedError, and any error of the unit of work.
    """
    content = {"do": "make_key", "name": plan.name, "scopes": list(plan.scopes)}
    content["until"] = plan.until.isoformat()

    def create_key(write: ClubWrite) -> tuple[ApiKey, str | None]:
        now = timezone.now()
        name = _validate_plan(plan, club_id, form, now)
        token = generate_api_token()
        key = ApiKey(
            id=form.key,
            user=form.by,
            club=write.club,
            name=name,
            scopes=[row.value for row in KeyScope if row == KeyScope.READ or row in plan.scopes],
            token_hash=hash_api_token(token),
            second_step=plan.second_step,
            made_at=now,
            ends_at=datetime.combine(plan.until + timedelta(days=1), time(), UTC),
        )
        insert_with_client_id(key)
        write.log(Act.KEY_MADE, {"for": key.scopes})
        events.key_made.send(ApiKey, key=key)
        return key, token

    return write_to_club(
        club_id,
        Command(form, Right.READ, content),
        create_key,
        repeated=lambda write: (ApiKey.objects.get(pk=form.key), None),
    )


def _validate_plan(plan: KeyPlan, club_id: UUID, form: Submission, now: datetime) -> str:
    """Return the normalised name of the key; raise RefusedError if the plan is invalid."""
    problems: list[Problem] = []
    name = read_name(plan.name, problems)
    today = now.date()
    if plan.until < today:
        problems.append(Problem("key_ended", "until"))
    if plan.until > today + LONGEST:
        problems.append(Problem("key_too_long", "until"))
    if ApiKey.objects.filter(user=form.by, club=club_id).count() >= MOST_KEYS:
        problems.append(Problem("too_many_keys", "", {"highest": MOST_KEYS}))
    if problems:
        raise RefusedError(problems)
    return name


def drop_api_key(*, club_id: UUID, form: Submission, key_id: UUID, own: bool) -> bool:
    """Delete an API key and return whether it existed.

    own: whether to delete only the user's own key, which every member may do; if False, the user
        needs the right to manage members.
    Raise any error of the unit of work.
    """
    right = Right.READ if own else Right.MEMBERS
    content = {"do": "drop_key", "id": str(key_id)}

    def delete_key(write: ClubWrite) -> bool:
        rows = ApiKey.objects.filter(pk=key_id, club=club_id)
        key = (rows.filter(user=form.by) if own else rows).first()
        if key is None:
            return False
        delete_api_keys(ApiKey.objects.filter(pk=key.pk))
        write.log(Act.KEY_DROPPED, {"whom": str(key.user_id)})
        return True

    return write_to_club(
        club_id,
        Command(form, right, content),
        delete_key,
        repeated=lambda write: True,
    )


def store_key_use(*, key: ApiKey | ServiceKey, now: datetime) -> None:
    """Store the time of the key's last use, at most once an hour."""
    if key.last_used_at and now - key.last_used_at < COARSE:
        return
    with write_lock():
        type(key)._default_manager.filter(pk=key.pk).update(last_used_at=now)
    key.last_used_at = now


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceKeyPlan(KeyPlan):
    """The details of a new service key, and the clubs for which it is valid."""

    clubs: Collection[UUID]


def make_service_key(
    *, form: Submission, maker: User, plan: ServiceKeyPlan
) -> tuple[ServiceKey, str | None]:
    """Create a service key; return it with its token, which is not stored.

    For a resubmitted form, the token is None.

    form: its key becomes the id of the service key.
    Raise KeyReusedError if the form was sent before with another name, other scopes or another day,
        by another user, or for a key that was deleted since.
    Raise RefusedError.
    """
    scopes = [row.value for row in KeyScope if row == KeyScope.READ or row in plan.scopes]
    with write_lock():
        now, problems = timezone.now(), list[Problem]()
        name = read_name(plan.name, problems)
        existing = ServiceKey.objects.filter(pk=form.key, made_by=maker).first()
        if existing:
            if (existing.name, existing.scopes, existing.last_day) != (name, scopes, plan.until):
                raise KeyReusedError(None)
            return existing, None
        if problems := [*problems, *_find_service_key_problems(maker, plan, now)]:
            raise RefusedError(problems)
        account = User(username=f"service-{form.key}", name=name, is_active=False, is_service=True)
        account.set_unusable_password()
        # The account remains when its key is deleted.
        insert_with_client_id(account)
        token = generate_api_token(SERVICE_PREFIX)
        key = ServiceKey(
            id=form.key,
            account=account,
            made_by=maker,
            as_operator=bool(set(plan.clubs) - find_owned_club_ids(maker)),
            name=name,
            scopes=scopes,
            token_hash=hash_api_token(token),
            second_step=plan.second_step,
            made_at=now,
            ends_at=datetime.combine(plan.until + timedelta(days=1), time(), UTC),
        )
        insert_with_client_id(key)
        for club in Club.objects.filter(pk__in=plan.clubs).order_by("pk"):
            ServiceGrant.objects.create(user=account, club=club)
            AuditLine.write(club.pk, Act.SERVICE_KEY_MADE, by=maker, facts=_build_audit_facts(key))
        events.service_key_made.send(ServiceKey, key=key)
        return key, token


def _find_service_key_problems(maker: User, plan: ServiceKeyPlan, now: datetime) -> list[Problem]:
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
    """Delete a service key that the user created, and return whether it existed."""
    with write_lock():
        return bool(delete_service_keys(ServiceKey.objects.filter(pk=key_id, made_by=form.by)))


def end_service_key_access(*, club_id: UUID, form: Submission, key_id: UUID) -> bool:
    """End the access of a service key to a club, and return whether it had access.

    The key itself is deleted if it has no other club.
    Raise any error of the unit of work.
    """
    content = {"do": "close_to_key", "id": str(key_id)}

    def end_access(write: ClubWrite) -> bool:
        key = ServiceKey.objects.filter(pk=key_id, account__service_grants__club=club_id).first()
        if key is None:
            return False
        ServiceGrant.objects.filter(user=key.account_id, club=club_id).delete()
        delete_service_keys(ServiceKey.objects.filter(pk=key.pk, account__service_grants=None))
        write.log(Act.SERVICE_KEY_ENDED, _build_audit_facts(key))
        return True

    return write_to_club(
        club_id,
        Command(form, Right.MEMBERS, content),
        end_access,
        repeated=lambda write: True,
    )
