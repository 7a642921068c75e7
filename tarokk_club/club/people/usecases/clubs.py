"""Use cases that found, change and restrict clubs, and grant or revoke operator rights."""

import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from scoring.core.problem import Problem
from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.models import (
    Act,
    AuditLine,
    Club,
    Membership,
    MoneyRules,
    Role,
    Season,
    User,
    WriteKey,
)
from tarokk_club.club.models.chain import compute_fingerprint
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.people.queries.clubs import has_money_records, is_site_founded
from tarokk_club.club.writing.errors import (
    AlreadyFoundedError,
    KeyReusedError,
    RefusedError,
    TooManyError,
)
from tarokk_club.club.writing.permissions import Right, can_found_club
from tarokk_club.club.writing.typed_text import read_name, read_username
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club
from tarokk_club.database.clock import build_recent_condition
from tarokk_club.database.write_lock import write_lock
from tarokk_club.http.logs import log_security_event


@dataclass(frozen=True, slots=True, kw_only=True)
class NewClub:
    """The details of a new club."""

    key: UUID
    club_name: str
    currency: str
    language: str
    time_zone: str = "UTC"


@dataclass(frozen=True, slots=True, kw_only=True)
class Founding(NewClub):
    """The details of the first club of a site, with the founder's name and password."""

    founder: str
    password: str


def found_club(*, founding: Founding) -> Club:
    """Found the site's first club, with its founder as owner and secretary, and return it.

    The founder's new account is the club's `founded_by`.

    Raise RefusedError if a value is not valid or the user name is taken.
    Raise AlreadyFoundedError if the site has a club, other than a demonstration club.
    Raise KeyReusedError if the key was used for other content.
    """
    problems: list[Problem] = []
    club_name = validate_new_club(founding, problems)
    founder = read_name(founding.founder, problems, field="founder")
    username = read_username(founder, problems, field="founder")
    if not founding.password:
        problems.append(Problem("missing", "password"))
    if problems:
        raise RefusedError(problems)
    # Hashing is slow on purpose, so do it before taking the lock.
    password = make_password(founding.password)
    # Leave out the password, as this fast hash could be cracked.
    digest = compute_founding_fingerprint(founding, club_name, do="found", founder=founder)
    with lock_founding(founding.key, digest) as founded:
        if founded:
            return founded
        if is_site_founded():
            raise AlreadyFoundedError
        if User.objects.filter(username=username).exists():
            raise RefusedError([Problem("user_name_taken", "founder")])
        user = User.objects.create(
            username=username,
            name=founder,
            password=password,
            language=founding.language,
        )
        return create_club(founding, club_name, founder=user, digest=digest)


@contextmanager
def lock_founding(key: UUID, digest: str) -> Iterator[Club | None]:
    """Lock the founding of clubs, and yield the club already founded with this form, or None.

    Raise KeyReusedError if the key was used for other content.
    """
    with write_lock():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("LOCK TABLE club_club IN SHARE ROW EXCLUSIVE MODE")
        used = WriteKey.objects.filter(pk=key).select_related("club__founded_by").first()
        if used and used.fingerprint != digest:
            raise KeyReusedError(None)
        yield used.club if used else None


def create_club(new: NewClub, name: str, *, founder: User, digest: str) -> Club:
    """Create and return a club with its owner, its first season and the key of the submission.

    digest: fingerprint of the submitted values, stored with the key.
    """
    club = Club.objects.create(
        slug=_find_free_slug(name),
        name=name,
        time_zone=new.time_zone,
        language=new.language,
        currency=new.currency,
        founded_by=founder,
    )
    roles = [Role.OWNER.value, Role.SECRETARY.value]
    Membership.objects.create(user=founder, club=club, roles=roles)
    year = timezone.now().astimezone(ZoneInfo(new.time_zone)).year
    Season.build_for_main_game(club, str(year), date(year, 1, 1)).save()
    WriteKey.objects.create(key=new.key, club=club, fingerprint=digest, made_at=timezone.now())
    return club


def validate_new_club(new: NewClub, problems: list[Problem]) -> str:
    """Append the problems in the details of a new club, and return its normalised name."""
    club_name = read_name(new.club_name, problems, field="club_name")
    if new.currency not in CURRENCIES:
        problems.append(Problem("currency_unknown", "currency"))
    if new.language not in dict(settings.LANGUAGES):
        problems.append(Problem("language_unknown", "language"))
    if new.time_zone not in available_timezones():
        problems.append(Problem("time_zone_unknown", "time_zone"))
    return club_name


def compute_founding_fingerprint(new: NewClub, club_name: str, **more: str) -> str:
    """Return the fingerprint of a founding form's content, to detect resubmissions."""
    return compute_fingerprint(
        {
            "club": club_name,
            "currency": new.currency,
            "language": new.language,
            "time_zone": new.time_zone,
            **more,
        }
    )


def _find_free_slug(name: str) -> str:
    """Return an unused slug of plain letters derived from the name."""
    plain = unicodedata.normalize("NFKD", name.translate(_LETTERS))
    base = slugify(plain)[:50].strip("-") or "club"
    used = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    if base not in used:
        return base
    return next(slug for n in range(2, len(used) + 3) if (slug := f"{base}-{n}") not in used)


# Letters that do not decompose into a plain letter and an accent.
_LETTERS = str.maketrans({"æ": "ae", "Æ": "Ae", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "ß": "ss"})


DAY, MOST_A_DAY = timedelta(days=1), 5


def found_further_club(*, new: NewClub, by: User, owner: str = "") -> Club:
    """Create another club, whose owner is also its secretary, and return it.

    owner: the username of the owner; "" for the founder. Only operators may name somebody else.

    Raise RefusedError if a value is not valid, the owner has no active account, or `by` may not
        name an owner.
    Raise PermissionDenied if `by` may not found clubs, TooManyError after too many in a day.
    Raise KeyReusedError if the key was used for other content.
    """
    problems: list[Problem] = []
    club_name = validate_new_club(new, problems)
    holder = _find_owner(by, owner, problems)
    if problems:
        raise RefusedError(problems)
    more = {"owner": owner} if owner else {}
    digest = compute_founding_fingerprint(new, club_name, do="found_further", by=str(by.pk), **more)
    with lock_founding(new.key, digest) as founded:
        if founded:
            return founded
        # Read again: the right may have been revoked since the page was loaded.
        if not can_found_club(User.objects.get(pk=by.pk)):
            raise PermissionDenied(_("Further clubs are founded by the operator of the site."))
        if (
            Club.objects.filter(build_recent_condition("founded_at", DAY), founded_by=by).count()
            >= MOST_A_DAY
        ):
            raise TooManyError(int(DAY.total_seconds()))
        return create_club(new, club_name, founder=holder, digest=digest)


def _find_owner(by: User, owner: str, problems: list[Problem]) -> User:
    """Return the future owner of the club.

    Append a problem if the owner has no active account, or if `by` may not name an owner.

    owner: the username; "" for `by`.
    """
    if not owner:
        return by
    name = User.normalize_username(owner)
    user = User.objects.filter(username=name, is_active=True).first()
    if user is None or not by.is_superuser:
        problems.append(Problem("no_such_account", "owner"))
    return user or by


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubSettings:
    """The new settings of a club; its slug never changes."""

    name: str
    language: str
    time_zone: str
    currency: str


def change_club(*, club_id: UUID, form: Submission, new_settings: ClubSettings) -> Club:
    """Change the settings of a club and return it; log only the names of the changed fields.

    A new currency resets the smallest payment to its default.

    Raise RefusedError if a value is not valid, or the currency changes after money was recorded.
    Raise the errors of the unit of work.
    """
    content = {"do": "change_club", **asdict(new_settings)}

    def save_settings(write: ClubWrite) -> Club:
        club = write.club
        problems: list[Problem] = []
        values = {**asdict(new_settings), "name": read_name(new_settings.name, problems)}
        problems += _find_settings_problems(club, new_settings)
        if problems:
            raise RefusedError(problems)
        changed = [name for name, value in values.items() if getattr(club, name) != value]
        for name in changed:
            setattr(club, name, values[name])
        club.save(update_fields=changed)
        if "currency" in changed:
            # The smallest payment refers to the previous currency.
            MoneyRules.objects.filter(club=club).update(cash_step=None)
        if changed:
            write.log(Act.CLUB_CHANGED, {"what": changed})
        return club

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, content),
        save_settings,
        repeated=lambda write: write.club,
    )


def _find_settings_problems(club: Club, new_settings: ClubSettings) -> list[Problem]:
    problems = []
    if new_settings.language not in dict(settings.LANGUAGES):
        problems.append(Problem("language_unknown", "language"))
    if new_settings.time_zone not in available_timezones():
        problems.append(Problem("time_zone_unknown", "time_zone"))
    if new_settings.currency not in CURRENCIES:
        problems.append(Problem("currency_unknown", "currency"))
    elif new_settings.currency != club.currency and has_money_records(club):
        problems.append(Problem("currency_booked", "currency"))
    return problems


def set_operator_rights(*, username: str, operator: bool) -> bool:
    """Grant or revoke operator rights, and return whether the account exists.

    Operator rights give no right in any club.
    """
    with write_lock():
        rows = User.objects.filter(username=User.normalize_username(username))
        user_id = rows.values_list("pk", flat=True).first()
        if user_id is not None:
            log_security_event("operator" if operator else "no_operator", user=user_id)
        return bool(rows.update(is_staff=operator, is_superuser=operator))


def list_operator_usernames() -> list[str]:
    """Return the usernames of the site's operators."""
    return list(
        User.objects.filter(is_superuser=True)
        .order_by("username")
        .values_list("username", flat=True)
    )


# The number of days for which a removed club can still be restored.
REMOVAL_WAIT_DAYS = 30


@dataclass(frozen=True, slots=True)
class Decision:
    """The club about which an operator decides, and the operator.

    slug: the slug of the club.
    by: the operator; None for the command line.
    """

    slug: str
    by: User | None = None


def suspend_club(decision: Decision) -> Club:
    """Make the club read-only for its members, and return it.

    Raise Club.DoesNotExist.
    """
    return _save_decision(decision, Act.CLUB_SUSPENDED, {"suspended_at": timezone.now()})


def resume_club(decision: Decision) -> Club:
    """Let members write again, cancel a scheduled removal, and return the club.

    Raise Club.DoesNotExist.
    """
    return _save_decision(decision, Act.CLUB_RESUMED, {"suspended_at": None, "removal_on": None})


def schedule_club_removal(decision: Decision) -> Club:
    """Suspend the club, schedule its removal after the waiting period, and return it.

    If a removal is already scheduled, its day does not change.

    Raise Club.DoesNotExist.
    """
    club = Club.objects.get(slug=decision.slug)
    day = club.removal_on or get_today(club) + timedelta(days=REMOVAL_WAIT_DAYS)
    values = {"suspended_at": club.suspended_at or timezone.now(), "removal_on": day}
    return _save_decision(decision, Act.CLUB_TO_GO, values, {"on": day.isoformat()})


def limit_club_hands(decision: Decision, most_hands: int | None) -> Club:
    """Set the limit on the club's number of hands (None for no limit), and return the club.

    Raise Club.DoesNotExist.
    """
    return _save_decision(decision, Act.CLUB_LIMITED, {"most_hands": most_hands})


def _save_decision(
    decision: Decision, act: Act, values: Mapping[str, Any], facts: Mapping[str, Any] | None = None
) -> Club:
    """Save the values, log the decision, and return the club.

    values: the new values, by field of the club.
    facts: the details for the club's log.
    """
    with write_lock():
        club = Club.objects.select_for_update(no_key=True).get(slug=decision.slug)
        for name, value in values.items():
            setattr(club, name, value)
        club.save(update_fields=list(values))
        AuditLine.write(club.id, act, by=decision.by, facts=facts)
        log_security_event(act.value, club=club.id)
    return club


def find_clubs_to_remove(day: date) -> list[Club]:
    """Return the clubs whose removal is due on this day or earlier."""
    return list(Club.objects.filter(removal_on__lte=day))
