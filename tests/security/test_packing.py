"""What is packed on its way, and what that must not give away."""

import gzip
from typing import Any

import pytest
from django.conf import settings as site
from django.test import Client
from django.urls import reverse

from club_factories import a_hand, a_house, a_session, recorded

ASKED = {"accept-encoding": "gzip, br"}


@pytest.fixture
def anna(db: None) -> tuple[Client, list[str]]:
    house = a_house()
    session = a_session(house)
    recorded(house, session, a_hand(house))
    client = Client()
    client.force_login(house.anna)
    return client, [house.club.slug, str(session.id)]


def asked(client: Client, name: str, inside: list[str], **headers: str) -> Any:
    return client.get(reverse(f"club:{name}", args=inside), headers=ASKED | headers)


def test_u22_a_page_travels_packed(anna: tuple[Client, list[str]]) -> None:
    client, inside = anna
    packed = asked(client, "sheet", inside)
    plain = client.get(reverse("club:sheet", args=inside))

    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert len(packed.content) < len(plain.content) / 2
    assert b"</html>" in gzip.decompress(packed.content)
    assert "Content-Encoding" not in plain


def test_u22_a_poll_that_finds_nothing_has_no_body(anna: tuple[Client, list[str]]) -> None:
    client, inside = anna
    first = asked(client, "live", inside)
    again = asked(client, "live", inside, **{"if-none-match": first["ETag"]})

    assert first["Content-Encoding"] == "gzip"
    assert (again.status_code, again.content) == (304, b"")
    assert "Content-Encoding" not in again
    assert sum(len(name) + len(value) + 4 for name, value in again.items()) < 1000


def test_what_is_packed_already_is_left_alone(anna: tuple[Client, list[str]]) -> None:
    client, inside = anna
    book = asked(client, "settlement_book_file", inside)

    assert book.status_code == 200
    assert "Content-Encoding" not in book


def test_the_length_of_a_page_says_nothing() -> None:
    """One page is packed to many lengths, and no other site's parts bring our cookies along."""
    lengths = {len(asked(Client(), "offline", []).content) for _time in range(12)}

    assert len(lengths) > 4
    assert site.SESSION_COOKIE_SAMESITE == "Lax"
