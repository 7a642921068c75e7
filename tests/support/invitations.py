"""Invitations in tests, and requests by many people at once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar
from uuid import UUID, uuid4

from django.db import connection
from django.urls import reverse

from support.club_factories import House, a_form
from tarokk_club.club.models import Invitation, PasswordLink, Role, User
from tarokk_club.club.people.usecases.invitations import Newcomer, Offer, make_invitation

T = TypeVar("T")
PASSWORD = "kalandos pagat"
TRIES = 20


def an_invitation(
    house: House,
    *roles: Role,
    evening: bool = False,
    player: str | None = None,
    by: User | None = None,
) -> Invitation:
    """Create an invitation as Anna, by default for a member."""
    offer = Offer(
        roles=tuple(role.value for role in roles) or ("member",),
        evening=evening,
        player_id=UUID(house.players[player]) if player else None,
    )
    form = a_form(by or house.anna)
    return make_invitation(club_id=house.club.id, form=form, offer=offer)


def token_of(link: Invitation | PasswordLink) -> str:
    """Return the token of a link."""
    token = link.token
    assert token
    return token


def link_to(invitation: Invitation) -> str:
    """Return the path in the QR code of an invitation."""
    return reverse("club:invited", args=[token_of(invitation)])


def a_newcomer(name: str = "Cili", **changes: object) -> Newcomer:
    """Return the submitted data of an invited person.

    changes: fields to replace.
    """
    said = {"key": uuid4(), "name": name, "password": PASSWORD}
    return Newcomer(**(said | changes))  # type: ignore[arg-type]


def at_once(work: Callable[[int], T]) -> list[T]:
    """Call the function in twenty threads at once and return the results."""

    def one(number: int) -> T:
        try:
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(TRIES) as pool:
        return list(pool.map(one, range(TRIES)))
