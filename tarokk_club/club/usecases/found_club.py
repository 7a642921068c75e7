"""Found the first club of an empty site."""

import unicodedata
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
from tarokk_club.club.queries.clubs import is_founded
from tarokk_club.club.usecases.errors import AlreadyFoundedError, KeyReusedError, RefusedError
from tarokk_club.club.usecases.gate import writing
from tarokk_club.club.usecases.texts import read_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Founding:
    """What the founder says: the club's name, the own, a password, how the club reckons."""

    key: UUID
    club_name: str
    founder: str
    password: str
    currency: str
    language: str
    time_zone: str = "UTC"


def found_club(*, founding: Founding) -> Club:
    """The site's first club with its founder as owner and secretary; `founded_by` can sign in.

    Raises RefusedError, AlreadyFoundedError, KeyReusedError.
    """
    club_name, founder = _read(founding)
    # Hashing takes long on purpose; it is done before anybody has to wait for the lock.
    password = make_password(founding.password)
    mark = _mark(founding, club_name, founder)
    with writing():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("LOCK TABLE club_club IN SHARE ROW EXCLUSIVE MODE")
        used = WriteKey.objects.filter(pk=founding.key).select_related("club__founded_by").first()
        if used and used.fingerprint == mark:
            return used.club
        if used:
            raise KeyReusedError(None)
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
        club = make_club(club_name, founder=user, founding=founding)
        WriteKey.objects.create(
            key=founding.key, club=club, fingerprint=mark, made_at=timezone.now()
        )
        return club


def make_club(name: str, *, founder: User, founding: Founding) -> Club:
    """A club with its owner and its first season, behind the door."""
    club = Club.objects.create(
        slug=_slug(name),
        name=name,
        time_zone=founding.time_zone,
        language=founding.language,
        currency=founding.currency,
        founded_by=founder,
    )
    roles = [Role.OWNER.value, Role.SECRETARY.value]
    Membership.objects.create(user=founder, club=club, roles=roles)
    year = timezone.now().astimezone(ZoneInfo(founding.time_zone)).year
    Season.objects.create(club=club, name=str(year), starts=date(year, 1, 1))
    return club


def _read(founding: Founding) -> tuple[str, str]:
    problems: list[Problem] = []
    club_name = read_name(founding.club_name, problems, field="club_name")
    founder = read_name(founding.founder, problems, field="founder")
    if founding.currency not in CURRENCIES:
        problems.append(Problem("currency_unknown", "currency"))
    if founding.language not in dict(settings.LANGUAGES):
        problems.append(Problem("language_unknown", "language"))
    if founding.time_zone not in available_timezones():
        problems.append(Problem("time_zone_unknown", "time_zone"))
    if not founding.password:
        problems.append(Problem("missing", "password"))
    if problems:
        raise RefusedError(problems)
    return club_name, founder


def _mark(founding: Founding, club_name: str, founder: str) -> str:
    # Without the password: its quick hash would be worth stealing.
    return fingerprint(
        {
            "do": "found",
            "club": club_name,
            "founder": founder,
            "currency": founding.currency,
            "language": founding.language,
            "time_zone": founding.time_zone,
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


# Letters that do not come apart into a plain one and an accent.
_LETTERS = str.maketrans({"æ": "ae", "Æ": "Ae", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "ß": "ss"})
