"""Guest links in tests: links that Anna creates, and the pages that guests open."""

from typing import Any

from django.test import Client
from django.urls import reverse

from support.club_factories import SEATED, House, a_form
from support.club_web import text_of
from tarokk_club.club.guests.usecases import LinkTarget, create_guest_link, revoke_guest_link
from tarokk_club.club.models import Club, GuestLink, Season, Session, Tournament, User
from tarokk_club.club.models.guests import LinkLifetime


def season_of(house: House) -> Season:
    """Return the season of the club."""
    return Season.objects.get(club=house.club)


def a_guest_link(
    house: House,
    shown: Session | Tournament | None = None,
    *,
    lasting: LinkLifetime | None = None,
    language: str = "",
    by: User | None = None,
) -> GuestLink:
    """Create a link as Anna, by default to the standings of the season.

    lasting: by default as long as possible.
    """
    cup = isinstance(shown, Tournament)
    showing = LinkTarget(
        session_id=shown.id if isinstance(shown, Session) else None,
        season_id=None if shown else season_of(house).id,
        tournament_id=shown.id if isinstance(shown, Tournament) else None,
        lasting=lasting or (LinkLifetime.REVOKED if cup else LinkLifetime.SEASON),
        language=language,
    )
    form = a_form(by or house.anna)
    return create_guest_link(club_id=house.club.id, form=form, target=showing)


def guest_url(link: GuestLink, name: str = "guest") -> str:
    """Return the path of the link, or of another page of guests."""
    assert link.token
    return reverse(f"club:{name}", args=[link.token])


def open_guest_page(link: GuestLink, name: str = "guest", **headers: str) -> Any:
    """Return the response to an anonymous visitor."""
    return Client().get(guest_url(link, name), headers=headers)


def set_guest_names(club: Club, naming: str) -> None:
    """Set how the club shows its players' names to guests."""
    Club.objects.filter(pk=club.pk).update(guest_names=naming)


def load_guest_pages(link: GuestLink, board: GuestLink) -> dict[str, Any]:
    """Return the responses of all pages for guests, by name."""
    return {
        "sheet": open_guest_page(link),
        "live": open_guest_page(link, "guest_live"),
        "standings": open_guest_page(board),
    }


def read_guest_texts(link: GuestLink, board: GuestLink) -> str:
    """Return the text of all pages for guests, without the token, which is random."""
    text = " ".join(text_of(one) for one in load_guest_pages(link, board).values())
    return text.replace(link.token or "-", "")


def names_in(text: str) -> set[str]:
    """Return the players whose names are in the text."""
    return {name for name in (*SEATED, "Cili") if name in text}


def revoke(house: House, link: GuestLink) -> None:
    """Revoke the link as Anna."""
    revoke_guest_link(club_id=house.club.id, form=a_form(house.anna), link_id=link.id)
