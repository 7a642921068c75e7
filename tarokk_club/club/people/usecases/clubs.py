"""Found clubs, change them, and hand over the operator's room."""

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import date, timedelta
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
from tarokk_club.club.models import Act, Club, Membership, MoneyRules, Role, Season, User, WriteKey
from tarokk_club.club.models.chain import fingerprint
from tarokk_club.club.people.queries.clubs import is_founded, is_money_booked
from tarokk_club.club.writing.errors import (
    AlreadyFoundedError,
    KeyReusedError,
    RefusedError,
    TooManyError,
)
from tarokk_club.club.writing.permissions import Right, may_found
from tarokk_club.club.writing.typed_text import read_name
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club
from tarokk_club.database.clock import within
from tarokk_club.database.write_lock import write_lock
from tarokk_club.http.logs import note_security


@dataclass(frozen=True, slots=True, kw_only=True)
class NewClub:
    """The details of a club that is founded: its name, currency, time zone."""

    key: UUID
    club_name: str
    currency: str
    language: str
    time_zone: str = "UTC"


@dataclass(frozen=True, slots=True, kw_only=True)
class Founding(NewClub):
    """What else the founder of an empty site says: a name and a password."""

    founder: str
    password: str


def found_club(*, founding: Founding) -> Club:
    """The site's first club with its founder as owner and secretary; `founded_by` can sign in.

    Raises RefusedError, AlreadyFoundedError, KeyReusedError.
    """
    problems: list[Problem] = []
    club_name = read_club(founding, problems)
    founder = read_name(founding.founder, problems, field="founder")
    if not founding.password:
        problems.append(Problem("missing", "password"))
    if problems:
        raise RefusedError(problems)
    # Hashing takes long on purpose; it is done before anybody has to wait for the lock.
    password = make_password(founding.password)
    # Without the password: its quick hash would be worth stealing.
    mark = mark_of(founding, club_name, do="found", founder=founder)
    with founding_door(founding.key, mark) as done:
        if done:
            return done
        if is_founded():
            raise AlreadyFoundedError
        username = User.normalize_username(founder)
        if User.objects.filter(username=username).exists():
            raise RefusedError([Problem("user_name_taken", "founder")])
        user = User.objects.create(
            username=username,
            name=founder,
            password=password,
            language=founding.language,
        )
        return make_club(founding, club_name, founder=user, mark=mark)


@contextmanager
def founding_door(key: UUID, mark: str) -> Iterator[Club | None]:
    """One founding at a time; the club that this very form has founded already, if it has.

    Raises KeyReusedError.
    """
    with write_lock():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("LOCK TABLE club_club IN SHARE ROW EXCLUSIVE MODE")
        used = WriteKey.objects.filter(pk=key).select_related("club__founded_by").first()
        if used and used.fingerprint != mark:
            raise KeyReusedError(None)
        yield used.club if used else None


def make_club(new: NewClub, name: str, *, founder: User, mark: str) -> Club:
    """A club with its owner, its first season and the key of its form, in a unit of work."""
    club = Club.objects.create(
        slug=_slug(name),
        name=name,
        time_zone=new.time_zone,
        language=new.language,
        currency=new.currency,
        founded_by=founder,
    )
    roles = [Role.OWNER.value, Role.SECRETARY.value]
    Membership.objects.create(user=founder, club=club, roles=roles)
    year = timezone.now().astimezone(ZoneInfo(new.time_zone)).year
    Season.of_one_game(club, str(year), date(year, 1, 1)).save()
    WriteKey.objects.create(key=new.key, club=club, fingerprint=mark, made_at=timezone.now())
    return club


def read_club(new: NewClub, problems: list[Problem]) -> str:
    """The tidy name of the club; what is wrong with it and the rest is added to the problems."""
    club_name = read_name(new.club_name, problems, field="club_name")
    if new.currency not in CURRENCIES:
        problems.append(Problem("currency_unknown", "currency"))
    if new.language not in dict(settings.LANGUAGES):
        problems.append(Problem("language_unknown", "language"))
    if new.time_zone not in available_timezones():
        problems.append(Problem("time_zone_unknown", "time_zone"))
    return club_name


def mark_of(new: NewClub, club_name: str, **more: str) -> str:
    """What the form says, to tell a second submission from another form."""
    return fingerprint(
        {
            "club": club_name,
            "currency": new.currency,
            "language": new.language,
            "time_zone": new.time_zone,
            **more,
        }
    )


def _slug(name: str) -> str:
    """An address of plain letters made from the name, not yet taken."""
    plain = unicodedata.normalize("NFKD", name.translate(_LETTERS))
    base = slugify(plain)[:50].strip("-") or "club"
    taken = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    if base not in taken:
        return base
    return next(slug for n in range(2, len(taken) + 3) if (slug := f"{base}-{n}") not in taken)


# Letters that do not decompose into a plain one and an accent.
_LETTERS = str.maketrans({"æ": "ae", "Æ": "Ae", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "ß": "ss"})


DAY, MOST_A_DAY = timedelta(days=1), 5


def found_further_club(*, new: NewClub, by: User) -> Club:
    """A further club, whose owner and secretary is the person who founds it.

    Raises RefusedError, PermissionDenied, TooManyError, KeyReusedError.
    """
    problems: list[Problem] = []
    club_name = read_club(new, problems)
    if problems:
        raise RefusedError(problems)
    mark = mark_of(new, club_name, do="found_further", by=str(by.pk))
    with founding_door(new.key, mark) as done:
        if done:
            return done
        # As it stands now: the right may have gone since the page was asked for.
        if not may_found(User.objects.get(pk=by.pk)):
            raise PermissionDenied(_("Further clubs are founded by the operator of the site."))
        if Club.objects.filter(within("founded_at", DAY), founded_by=by).count() >= MOST_A_DAY:
            raise TooManyError(int(DAY.total_seconds()))
        return make_club(new, club_name, founder=by, mark=mark)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubFacts:
    """How a club is from now on; its address stays."""

    name: str
    language: str
    time_zone: str
    currency: str


def change_club(*, club_id: UUID, form: Submission, facts: ClubFacts) -> Club:
    """The club as it is then; the log tells what was changed, not into what.

    Raises RefusedError and what the unit of work raises.
    """
    content = {"do": "change_club", **asdict(facts)}

    def change(write: ClubWrite) -> Club:
        club = write.club
        problems: list[Problem] = []
        told = {**asdict(facts), "name": read_name(facts.name, problems)}
        problems += _problems(club, facts)
        if problems:
            raise RefusedError(problems)
        changed = [name for name, value in told.items() if getattr(club, name) != value]
        for name in changed:
            setattr(club, name, told[name])
        club.save(update_fields=changed)
        if "currency" in changed:
            # The smallest payment was told in coins that the club no longer has.
            MoneyRules.objects.filter(club=club).update(cash_step=None)
        if changed:
            write.log(Act.CLUB_CHANGED, {"what": changed})
        return club

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, content),
        change,
        repeated=lambda write: write.club,
    )


def _problems(club: Club, facts: ClubFacts) -> list[Problem]:
    found = []
    if facts.language not in dict(settings.LANGUAGES):
        found.append(Problem("language_unknown", "language"))
    if facts.time_zone not in available_timezones():
        found.append(Problem("time_zone_unknown", "time_zone"))
    if facts.currency not in CURRENCIES:
        found.append(Problem("currency_unknown", "currency"))
    elif facts.currency != club.currency and is_money_booked(club):
        found.append(Problem("currency_booked", "currency"))
    return found


def change_operator(*, username: str, operator: bool) -> bool:
    """Whether there is such an account; the mark gives no right in any club."""
    with write_lock():
        rows = User.objects.filter(username=User.normalize_username(username))
        found = rows.values_list("pk", flat=True).first()
        if found is not None:
            note_security("operator" if operator else "no_operator", user=found)
        return bool(rows.update(is_staff=operator, is_superuser=operator))


def operators() -> list[str]:
    """The user names of the operators."""
    return list(
        User.objects.filter(is_superuser=True)
        .order_by("username")
        .values_list("username", flat=True)
    )
