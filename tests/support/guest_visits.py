"""What tests of guest links share: links as the secretary makes them, and what guests open."""

from typing import Any

from django.test import Client
from django.urls import reverse

from support.club_factories import SEATED, House, a_form
from support.club_web import text_of
from tarokk_club.club.guests.usecases import LinkTarget, make_guest_link, revoke_guest_link
from tarokk_club.club.models import Club, GuestLink, Season, Session, Tournament, User
from tarokk_club.club.models.guests import Lasting


def season_of(house: House) -> Season:
    """The season of Anna's club, which has no end yet."""
    return Season.objects.get(club=house.club)


def a_guest_link(
    house: House,
    shown: Session | Tournament | None = None,
    *,
    lasting: Lasting | None = None,
    language: str = "",
    by: User | None = None,
) -> GuestLink:
    """A link that Anna has made: to a session or tournament, else to the standings of the season;
    it lasts as long as it can.
    """
    cup = isinstance(shown, Tournament)
    showing = LinkTarget(
        session_id=shown.id if isinstance(shown, Session) else None,
        season_id=None if shown else season_of(house).id,
        tournament_id=shown.id if isinstance(shown, Tournament) else None,
        lasting=lasting or (Lasting.REVOKED if cup else Lasting.SEASON),
        language=language,
    )
    form = a_form(by or house.anna)
    return make_guest_link(club_id=house.club.id, form=form, target=showing)


def guest_url(link: GuestLink, name: str = "guest") -> str:
    """The address that the QR code leads to, or that a waiting phone asks."""
    assert link.token
    return reverse(f"club:{name}", args=[link.token])


def opened(link: GuestLink, name: str = "guest", **headers: str) -> Any:
    """What somebody without an account gets."""
    return Client().get(guest_url(link, name), headers=headers)


def called(club: Club, naming: str) -> None:
    """Let the club show its players so."""
    Club.objects.filter(pk=club.pk).update(guest_names=naming)


def answers(link: GuestLink, board: GuestLink) -> dict[str, Any]:
    """Everything that guests get."""
    return {
        "sheet": opened(link),
        "live": opened(link, "guest_live"),
        "standings": opened(board),
    }


def everything(link: GuestLink, board: GuestLink) -> str:
    """All words that guests get, with those for the blind and those of the tab.

    The token is left out: chance may write anything into it.
    """
    text = " ".join(text_of(one) for one in answers(link, board).values())
    return text.replace(link.token or "-", "")


def names_in(text: str) -> set[str]:
    """Which of the players stand there with their names."""
    return {name for name in (*SEATED, "Cili") if name in text}


def revoke(house: House, link: GuestLink) -> None:
    """Anna takes the link back."""
    revoke_guest_link(club_id=house.club.id, form=a_form(house.anna), link_id=link.id)
