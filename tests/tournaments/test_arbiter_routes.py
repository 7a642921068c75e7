"""An arbiter of a tournament from another club tries every address of the club."""

import pytest

from support.attackers import World, a_client, a_world, routes
from support.catalogue import row
from support.tournament_tables import an_arbiter
from tarokk_club.club.models import Tournament
from tarokk_club.club.pages.access_table import collect_access_by_route
from tarokk_club.club.writing.permissions import DIRECTING

IN_CLUB = {
    name: parts
    for name, parts in routes().items()
    if name.startswith("club:") and "slug" in parts and not name.startswith("club:api_")
}


@pytest.fixture
def world(db: None) -> World:
    return a_world()


@row("S101")
@pytest.mark.sweep
def test_arbiter_of_another_club_opens_only_the_tournament(
    world: World,
) -> None:
    person = world.people["other"]
    assert person
    cup = Tournament.objects.get(pk=world.values["tournament_id"])
    an_arbiter(world.house, cup, person)
    client, faults, opened = a_client(person), [], 0
    for name, parts in IN_CLUB.items():
        access, address = collect_access_by_route()[name], world.address(name, parts)
        own = str(cup.pk) in address
        for need, ask in ((access.get, client.get), (access.post, client.post)):
            status = ask(address).status_code
            if not own or name == "club:tournament_delete":
                fine = status == 404
            elif need is None:
                fine = status == 405
            elif need in DIRECTING:
                fine, opened = status in (200, 302, 409, 422), opened + 1
            else:
                fine = status == 403
            if not fine:
                faults.append(f"{name} {need} {status}")

    assert faults == []
    assert opened > 15
