"""The cost of the ten pages that are opened most, at the first request and at later ones.

It is counted in queries and template nodes, which do not depend on a busy machine.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection
from django.template.base import Node, TextNode
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from support.club_factories import House, a_hand, recorded
from support.season_tables import the_season
from tarokk_club.club.models import Session
from tarokk_club.http.folded_templates import QuickNodeList

# Page -> the most queries and nodes of the first request, then of the second one.
MOST = {
    "club": ((12, 215), (11, 135)),
    "session_list": ((11, 310), (11, 280)),
    "sheet": ((8, 330), (7, 105)),
    "hand_new": ((6, 890), (5, 165)),
    "season": ((8, 420), (7, 75)),
    "career": ((15, 285), (12, 90)),
    "money": ((12, 165), (12, 135)),
    "players": ((5, 155), (5, 125)),
    "club_settings": ((5, 205), (5, 105)),
    "calculator": ((3, 1575), (3, 180)),
}


@contextmanager
def counted_nodes() -> Iterator[Counter[str]]:
    """Count every node of a template that is rendered in the block."""
    counted: Counter[str] = Counter()
    render, render_list = Node.render_annotated, QuickNodeList.render

    def count(self: Node, context: Any) -> Any:
        counted["nodes"] += 1
        return render(self, context)

    def count_list(self: QuickNodeList, context: Any) -> Any:
        counted["nodes"] += sum(type(node) is not TextNode for node in self)
        return render_list(self, context)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Node, "render_annotated", count)
        patch.setattr(QuickNodeList, "render", count_list)
        yield counted


def cost(client: Client, address: str) -> tuple[int, int]:
    """The queries and the rendered nodes of one request."""
    with CaptureQueriesContext(connection) as queries, counted_nodes() as counted:
        answer = client.get(address)
        assert answer.status_code == 200, address
    return len(queries), counted["nodes"]


@pytest.mark.parametrize("page", MOST)
def test_a_page_stays_within_its_recorded_cost(house: House, session: Session, page: str) -> None:
    recorded(house, session, a_hand(house))
    client = Client()
    client.force_login(house.anna)
    slug = house.club.slug
    places: dict[str, list[object]] = {
        "sheet": [slug, session.id],
        "hand_new": [slug, session.id],
        "season": [slug, the_season(house).id],
        "career": [slug, house.players["Béla"]],
        "calculator": [],
    }
    address = reverse(f"club:{page}", args=places.get(page, [slug]))
    for cache in caches.all():
        cache.clear()

    for most_queries, most_nodes in MOST[page]:
        queries, nodes = cost(client, address)
        assert queries <= most_queries
        assert nodes <= most_nodes


def test_the_poll_of_a_page_that_did_not_change_draws_nothing(
    house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    client = Client()
    client.force_login(house.anna)
    address = reverse("club:live", args=[house.club.slug, session.id])
    known = {"If-None-Match": client.get(address).headers["ETag"]}

    with CaptureQueriesContext(connection) as queries, counted_nodes() as counted:
        answer = client.get(address, headers=known)

    assert answer.status_code == 304
    assert len(queries) == 3, "the sign-in, the account, and the session with its rights"
    assert not counted
