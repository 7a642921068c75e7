"""Make a key by which a programme asks for its person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, ApiKey, KeyScope
from tarokk_club.club.models.keys import new_token, sum_of
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import read_name
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club

# A year and the day on which it is made.
LONGEST = timedelta(days=366)
MOST_KEYS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyPlan:
    """What a key is called, what it is for beside reading, the last day on which it is good."""

    name: str
    scopes: Sequence[str]
    until: date
    second_step: bool = False


def make_key(*, club_id: UUID, form: Submission, plan: KeyPlan) -> tuple[ApiKey, str | None]:
    """The key, and what a programme sends: told this once and kept nowhere; None for a form that
    was taken in before. The form's key becomes the id.

    Raises RefusedError and what the unit of work raises.
    """
    content = {"do": "make_key", "name": plan.name, "scopes": list(plan.scopes)}
    content["until"] = plan.until.isoformat()

    def change(write: ClubWrite) -> tuple[ApiKey, str | None]:
        now = timezone.now()
        name = _checked(plan, club_id, form, now)
        token = new_token()
        key = ApiKey(
            id=form.key,
            user=form.by,
            club=write.club,
            name=name,
            scopes=[one.value for one in KeyScope if one == KeyScope.READ or one in plan.scopes],
            token_hash=sum_of(token),
            second_step=plan.second_step,
            made_at=now,
            ends_at=datetime.combine(plan.until + timedelta(days=1), time(), UTC),
        )
        add_new(key)
        write.log(Act.KEY_MADE, {"for": key.scopes})
        return key, token

    return write_to_club(
        club_id,
        Command(form, Right.READ, content),
        change,
        repeated=lambda write: (ApiKey.objects.get(pk=form.key), None),
    )


def _checked(plan: KeyPlan, club_id: UUID, form: Submission, now: datetime) -> str:
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
