"""People who want to be told: Anna keeps the book, Bela and Csaba play and have addresses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core import mail
from pytest_django.fixtures import Settings

from support.club_factories import House, a_house, a_user
from support.money_tables import played, settled
from tarokk_club.club.models import (
    Membership,
    Notice,
    NoticeChoice,
    NoticeKind,
    NoticeState,
    Player,
    Role,
    Settlement,
    User,
)

SITE = "https://tarokk.example.org"


@dataclass(frozen=True, slots=True)
class Told:
    """The club with three accounts that play; each has an address for letters."""

    house: House
    anna: User
    bela: User
    csaba: User


def with_both_ways(settings: Settings) -> None:
    """A site that writes letters and is open over https."""
    settings.EMAIL_CONFIGURED = settings.HTTPS = True
    settings.SITE_ADDRESS = SITE


def a_told_house() -> Told:
    """Anna, Béla and Csaba are accounts; Dóra and Cili have none."""
    house = a_house()
    csaba = a_user("csaba", club=house.club, roles=(Role.MEMBER,))
    for user, name in ((house.anna, "Anna"), (house.bela, "Béla"), (csaba, "Csaba")):
        user.email = f"{user.username}@example.org"
        user.save()
        Player.objects.filter(pk=house.players[name]).update(user=user)
    return Told(house, house.anna, house.bela, csaba)


def a_plan(told: Told) -> Settlement:
    """Béla pays Csaba by it, Dóra pays Csaba, Anna is even."""
    played(told.house, Béla=-4, Csaba=6, Dóra=-2)
    return settled(told.house)


def chosen(user: User, kind: NoticeKind, *, letter: bool = False, push: bool = False) -> None:
    """What the person said about one kind."""
    told = {"letter": letter, "push": push}
    NoticeChoice.objects.update_or_create(user=user, kind=kind, defaults=told)


def queued(**which: Any) -> list[tuple[str, str, str]]:
    """Who is told of what and how, as it lies in the queue."""
    rows = Notice.objects.filter(**which).order_by("user__username", "kind", "way", "pk")
    return [(one.user.username, one.kind, one.way) for one in rows.select_related("user")]


def letters() -> list[tuple[str, str]]:
    """To whom, and the subject."""
    return [(one.to[0], str(one.subject)) for one in mail.outbox]


def states() -> list[str]:
    """What became of all notices."""
    return sorted(Notice.objects.values_list("state", flat=True))


def leaves(told: Told, user: User) -> None:
    """The person is no member any more."""
    Membership.objects.filter(club=told.house.club, user=user).delete()


WAITING, SENT = NoticeState.WAITING.value, NoticeState.SENT.value
