"""Found a demonstration club beside whatever the site holds already."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import count

from django.contrib.auth.hashers import make_password
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tarokk_club.accounts.founding_code import LETTERS
from tarokk_club.club.models import Club, Membership, Role, Season, User
from tarokk_club.database.write_lock import write_lock

# What those who can sign in do, the founder first.
ROLES = (
    (Role.OWNER, Role.SECRETARY),
    (Role.TREASURER, Role.MEMBER),
    (Role.SCORER, Role.MEMBER),
    (Role.MEMBER,),
)


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who can sign in, with the password, which is shown only now."""

    user: User
    password: str
    roles: tuple[Role, ...]


@dataclass(frozen=True, slots=True)
class Demo:
    """A demonstration club; members: the founder first."""

    club: Club
    members: tuple[Member, ...]


def found_demo(
    *,
    names: Sequence[str],
    seasons: Sequence[tuple[str, date, date | None]],
    currency: str,
    time_zone: str,
) -> Demo:
    """A new club marked as a demonstration, in which the first of `names` can sign in.

    seasons: name, first day and last day. Nothing that is there already is changed; the site's real
    club can still be founded.
    """
    passwords = [_password() for _roles in ROLES]
    # Hashing takes long on purpose; it is done before anybody has to wait for the lock.
    hashed = [make_password(password) for password in passwords]
    with write_lock():
        slug, number = _free_address()
        users = [
            User(username=f"{slug}-{slugify(name.split()[0])}", name=name, password=secret)
            for name, secret in zip(names, hashed, strict=False)
        ]
        User.objects.bulk_create(users)
        club = Club.objects.create(
            slug=slug,
            name=_("Demo") if number == 1 else _("Demo %(number)s") % {"number": number},
            time_zone=time_zone,
            currency=currency,
            founded_by=users[0],
            demo=True,
        )
        Season.objects.bulk_create(
            Season.of_one_game(club, name, starts, ends) for name, starts, ends in seasons
        )
        members = [Member(*one) for one in zip(users, passwords, ROLES, strict=False)]
        Membership.objects.bulk_create(
            Membership(user=one.user, club=club, roles=[role.value for role in one.roles])
            for one in members
        )
        return Demo(club, tuple(members))


def _password() -> str:
    parts = ["".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3)]
    return "-".join(parts).lower()


def _free_address() -> tuple[str, int]:
    """demo, demo-2 and so on: the first that neither a club nor a user name begins with."""
    addresses = (("demo" if number == 1 else f"demo-{number}", number) for number in count(1))
    return next(address for address in addresses if _is_free(address[0]))


def _is_free(slug: str) -> bool:
    taken = User.objects.filter(username__startswith=f"{slug}-").exists()
    return not taken and not Club.objects.filter(slug=slug).exists()
