"""Found a demonstration club beside whatever the site holds already."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import count

from django.contrib.auth.hashers import make_password
from django.utils.translation import gettext as _

from tarokk_club.club.models import Club, Membership, Role, Season, User
from tarokk_club.club.usecases.gate import writing


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A member who can sign in; login: the user name without the club's address before it."""

    login: str
    name: str
    password: str
    roles: tuple[Role, ...]


def found_demo(
    *,
    people: Sequence[Person],
    seasons: Sequence[tuple[str, date, date | None]],
    currency: str,
    time_zone: str,
) -> Club:
    """A new club marked as a demonstration, its founder the first of `people`.

    seasons: name, first day and last day. Nothing that is there already is changed; the site's real
    club can still be founded.
    """
    # Hashing takes long on purpose; it is done before anybody has to wait for the lock.
    hashed = [make_password(person.password) for person in people]
    with writing():
        slug, number = _free_address()
        users = [
            User(
                username=User.normalize_username(f"{slug}-{person.login}"),
                name=person.name,
                password=password,
            )
            for person, password in zip(people, hashed, strict=True)
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
        Membership.objects.bulk_create(
            Membership(user=user, club=club, roles=[role.value for role in person.roles])
            for user, person in zip(users, people, strict=True)
        )
        Season.objects.bulk_create(
            Season(club=club, name=name, starts=starts, ends=ends) for name, starts, ends in seasons
        )
        return club


def _free_address() -> tuple[str, int]:
    """demo, demo-2 and so on: the first that neither a club nor a user name begins with."""
    addresses = (("demo" if number == 1 else f"demo-{number}", number) for number in count(1))
    return next(address for address in addresses if _is_free(address[0]))


def _is_free(slug: str) -> bool:
    taken = User.objects.filter(username__startswith=f"{slug}-").exists()
    return not taken and not Club.objects.filter(slug=slug).exists()
