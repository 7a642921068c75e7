"""Found the first club of an empty site, and what every founding is made of."""

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from uuid import UUID
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import connection
from django.utils import timezone
from django.utils.text import slugify

from scoring.core.problem import Problem
from scoring.ledger.currency import CURRENCIES
from tarokk_club.club.models import Club, Membership, Role, Season, User, WriteKey
from tarokk_club.club.models.chain import fingerprint
from tarokk_club.club.people.queries.clubs import is_founded
from tarokk_club.club.writing.errors import AlreadyFoundedError, KeyReusedError, RefusedError
from tarokk_club.club.writing.typed_text import read_name
from tarokk_club.database.write_lock import write_lock


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
