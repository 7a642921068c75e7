"""A club whose members receive notices: Anna is the secretary, Bela and Csaba play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core import mail
from pytest_django.fixtures import Settings

from support.club_factories import House, a_house, a_user
from support.money_tables import played, settle_club
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
class NotifiedHouse:
    """The club with three accounts of players, each with an email address."""

    house: House
    anna: User
    bela: User
    csaba: User


def with_both_ways(settings: Settings) -> None:
    """Configure the site to send email and push messages."""
    settings.EMAIL_CONFIGURED = settings.HTTPS = True
    settings.SITE_ADDRESS = SITE


def a_notified_house() -> NotifiedHouse:
    """Create the club; Anna, Béla and Csaba have accounts, Dóra and Cili have none."""
    house = a_house()
    csaba = a_user("csaba", club=house.club, roles=(Role.MEMBER,))
    for user, name in ((house.anna, "Anna"), (house.bela, "Béla"), (csaba, "Csaba")):
        user.email = f"{user.username}@example.org"
        user.save()
        Player.objects.filter(pk=house.players[name]).update(user=user)
    return NotifiedHouse(house, house.anna, house.bela, csaba)


def a_plan(told: NotifiedHouse) -> Settlement:
    """Create a settlement in which Béla and Dóra pay Csaba."""
    played(told.house, Béla=-4, Csaba=6, Dóra=-2)
    return settle_club(told.house)


def save_notice_choices(
    user: User, kind: NoticeKind, *, letter: bool = False, push: bool = False
) -> None:
    """Set the user's choice for a kind of notice."""
    told = {"letter": letter, "push": push}
    NoticeChoice.objects.update_or_create(user=user, kind=kind, defaults=told)


def list_queued(**which: Any) -> list[tuple[str, str, str]]:
    """Return user, kind and channel of the queued notices.

    which: filters.
    """
    rows = Notice.objects.filter(**which).order_by("user__username", "kind", "way", "pk")
    return [(one.user.username, one.kind, one.way) for one in rows.select_related("user")]


def list_letters() -> list[tuple[str, str]]:
    """Return the recipient and the subject of each email."""
    return [(one.to[0], str(one.subject)) for one in mail.outbox]


def list_states() -> list[str]:
    """Return the states of all notices."""
    return sorted(Notice.objects.values_list("state", flat=True))


def end_membership(told: NotifiedHouse, user: User) -> None:
    """End the user's membership."""
    Membership.objects.filter(club=told.house.club, user=user).delete()


WAITING, SENT = NoticeState.WAITING.value, NoticeState.SENT.value
