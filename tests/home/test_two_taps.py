"""From the club's own page to every page of its menus: two taps at most."""

import re
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

from support.club_factories import House, a_hand, a_session, a_user, recorded
from support.club_web import ROUTES, list_parts
from tarokk_club.club.models import Role
from tarokk_club.club.pages.access_table import collect_access_by_route
from tarokk_club.club.writing.permissions import TABLE, Right

FILES = "_file"
# Stands on the first page as long as something waits there, and is no page of a menu.
WAITING = {"objections"}
# What the treasurer does with the kitty stands in the menu of the kitty, and a paper with its page.
OF_THE_KITTY = {"cash_count", "kinds", "kitty_transfer_new", "book_paper"}
# A webhook is made on the page of the club's programs, once in a club's life.
OF_PROGRAMS = {"webhook_new"}
# A ranking is made on the page of the rankings, once a year.
OF_RANKINGS = {"ranking_new"}


def pages_of(role: Role) -> set[str]:
    """The pages about the club as a whole that this role may open; files are no pages."""
    access = collect_access_by_route()
    return {
        name
        for name in ROUTES
        if list_parts(name) == {"slug"}
        and not name.endswith(FILES)
        and not name.startswith("api_")
        and isinstance(right := access[f"club:{name}"].get, Right)
        and role in TABLE[right]
    }


class Links(HTMLParser):
    """The addresses on a page of a club: those in sight, and those that a tap unfolds first."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.folds: list[bool] = []
        self.seen: set[str] = set()
        self.folded: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the target of a link, and whether a fold is open."""
        told = dict(attrs)
        if tag == "details":
            self.folds.append("open" not in told)
        path = re.split("[?#]", told.get("href") or "")[0]
        if tag == "a" and path.startswith("/c/"):
            (self.folded if any(self.folds) else self.seen).add(path)

    def handle_endtag(self, tag: str) -> None:
        """Leave a fold."""
        if tag == "details":
            self.folds.pop()


def reached(client: Client, start: str) -> set[str]:
    """Return the paths within two taps of a page; unfolding counts as a tap."""
    first = links_on(client, start)
    # Many lines of a list lead to pages of one kind; what leads on from there is not looked for.
    pages = (path for path in first.seen if "." not in path.rsplit("/", 1)[-1])
    return first.seen.union(first.folded, *(links_on(client, path).seen for path in pages))


def links_on(client: Client, path: str) -> Links:
    """The links of a page, as its reader sees them."""
    return Links(client.get(path).content.decode())


@pytest.mark.parametrize("role", [Role.MEMBER, Role.SECRETARY, Role.TREASURER, Role.OWNER])
def test_every_page_of_the_menus_is_two_taps_from_home(
    client: Client, house: House, role: Role
) -> None:
    session = a_session(house, stake={"currency": "HUF", "per_point": "10"})
    recorded(house, session, a_hand(house))
    client.force_login(a_user("zoli", club=house.club, roles=(role,)))
    home = reverse("club:club", args=[house.club.slug])

    found = reached(client, home)

    wanted = {reverse(f"club:{name}", args=[house.club.slug]): name for name in pages_of(role)}
    assert len(wanted) > 5
    missing = {name for path, name in wanted.items() if path not in found}
    assert missing <= WAITING | OF_THE_KITTY | OF_PROGRAMS | OF_RANKINGS
