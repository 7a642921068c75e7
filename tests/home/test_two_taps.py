"""From the club's own page to every page of its menus: two taps at most."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from support.club_factories import House, a_hand, a_session, a_user, recorded
from support.club_web import ROUTES, needed
from tarokk_club.club.base.access_table import access_by_route
from tarokk_club.club.base.permissions import TABLE, Right
from tarokk_club.club.models import Role

HREF = re.compile(r'href="(/c/[^"?#]*)')
FILES = "_file"
# Stands on the first page as long as something waits there, and is no page of a menu.
WAITING = {"objections"}


def pages_of(role: Role) -> set[str]:
    """The pages about the club as a whole that this role may open; files are no pages."""
    access = access_by_route()
    return {
        name
        for name in ROUTES
        if needed(name) == {"slug"}
        and not name.endswith(FILES)
        and not name.startswith("api_")
        and isinstance(right := access[f"club:{name}"].get, Right)
        and role in TABLE[right]
    }


def reached(client: Client, start: str) -> Iterator[set[str]]:
    """What lies one tap from a page, and what lies two."""
    first = set(HREF.findall(client.get(start).content.decode()))
    yield first
    # Many lines of a list lead to pages of one kind; what leads on from there is not looked for.
    pages = sorted(path for path in first if "." not in path.rsplit("/", 1)[-1])
    yield set().union(*(HREF.findall(client.get(path).content.decode()) for path in pages))


@pytest.mark.parametrize("role", [Role.MEMBER, Role.SECRETARY, Role.TREASURER, Role.OWNER])
def test_every_page_of_the_menus_is_two_taps_from_home(
    client: Client, house: House, role: Role
) -> None:
    session = a_session(house, stake={"currency": "HUF", "per_point": "10"})
    recorded(house, session, a_hand(house))
    client.force_login(a_user("zoli", club=house.club, roles=(role,)))
    home = reverse("club:club", args=[house.club.slug])

    near, far = reached(client, home)

    wanted = {reverse(f"club:{name}", args=[house.club.slug]): name for name in pages_of(role)}
    assert len(wanted) > 5
    missing = {name for path, name in wanted.items() if path not in near | far}
    assert missing <= WAITING
