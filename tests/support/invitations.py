"""What tests of invitations share: invitations as people make them, and many trying at once."""

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
    """An invitation that Anna has made: for one member, or as told."""
    offer = Offer(
        roles=tuple(role.value for role in roles) or ("member",),
        evening=evening,
        player_id=UUID(house.players[player]) if player else None,
    )
    form = a_form(by or house.anna)
    return make_invitation(club_id=house.club.id, form=form, offer=offer)


def token_of(link: Invitation | PasswordLink) -> str:
    """What stands in the link."""
    token = link.token
    assert token
    return token


def link_to(invitation: Invitation) -> str:
    """The address that the QR code leads to."""
    return reverse("club:invited", args=[token_of(invitation)])


def a_newcomer(name: str = "Cili", **changes: object) -> Newcomer:
    """What an invited person says."""
    said = {"key": uuid4(), "name": name, "password": PASSWORD}
    return Newcomer(**(said | changes))  # type: ignore[arg-type]


def at_once(work: Callable[[int], T]) -> list[T]:
    """What twenty people get who do it at the same moment."""

    def one(number: int) -> T:
        try:
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(TRIES) as pool:
        return list(pool.map(one, range(TRIES)))
