"""Compression of responses, and what their length must not reveal."""

import gzip
from collections.abc import Callable
from typing import Any

import brotli
import pytest
from django.conf import settings as site
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from support.catalogue import row
from support.club_factories import a_hand, a_house, a_session, recorded
from tarokk_club.http.compression import CompressionMiddleware

ASKED = {"accept-encoding": "gzip, deflate, br, zstd"}
WAYS = [("gzip", "gzip", gzip.decompress), ("br", "gzip, br", brotli.decompress)]


@pytest.fixture
def anna(db: None) -> tuple[Client, list[str]]:
    house = a_house()
    session = a_session(house)
    recorded(house, session, a_hand(house))
    client = Client()
    client.force_login(house.anna)
    return client, [house.club.slug, str(session.id)]


def get_page(client: Client, name: str, inside: list[str], **headers: str) -> Any:
    return client.get(reverse(f"club:{name}", args=inside), headers=ASKED | headers)


@row("U22")
@pytest.mark.parametrize(("way", "said", "unpack"), WAYS)
def test_a_page_travels_packed(
    anna: tuple[Client, list[str]], way: str, said: str, unpack: Callable[[bytes], bytes]
) -> None:
    client, inside = anna
    packed = get_page(client, "sheet", inside, **{"accept-encoding": said})
    plain = client.get(reverse("club:sheet", args=inside))

    assert packed["Content-Encoding"] == way
    assert packed["Content-Length"] == str(len(packed.content))
    assert "Accept-Encoding" in packed["Vary"]
    assert len(packed.content) < len(plain.content) / 2
    assert b"</html>" in unpack(packed.content)
    assert "Content-Encoding" not in plain


@row("U22")
def test_a_poll_that_finds_nothing_has_no_body(anna: tuple[Client, list[str]]) -> None:
    client, inside = anna
    first = get_page(client, "live", inside)
    again = get_page(client, "live", inside, **{"if-none-match": first["ETag"]})

    assert first["Content-Encoding"] == "br"
    assert first["ETag"].startswith("W/")
    assert (again.status_code, again.content) == (304, b"")
    assert "Content-Encoding" not in again
    assert sum(len(name) + len(value) + 4 for name, value in again.items()) < 1000


def test_line_breaks_in_a_textarea_stay() -> None:
    page = "<p>\n    one\n\n  two</p><textarea>\n  a\n\n   b</textarea>\n  <p>" + "." * 400
    packed = CompressionMiddleware(lambda request: HttpResponse(page))(asking())
    assert isinstance(packed, HttpResponse)
    text = brotli.decompress(packed.content).decode()

    assert text.startswith("<p>\none\ntwo</p><textarea>\n  a\n\n   b</textarea>\n<p>...")


def asking() -> HttpRequest:
    return RequestFactory().get("/", headers=ASKED)


def test_compressed_files_are_not_compressed_again(anna: tuple[Client, list[str]]) -> None:
    client, inside = anna
    book = get_page(client, "settlement_xlsx_file", inside)

    assert book.status_code == 200
    assert "Content-Encoding" not in book


@pytest.mark.parametrize(("way", "said", "unpack"), WAYS)
def test_compressed_responses_vary_in_length(
    way: str, said: str, unpack: Callable[[bytes], bytes]
) -> None:
    """One page is packed to many lengths, and no other site's parts bring our cookies along."""
    answers = [
        get_page(Client(), "offline", [], **{"accept-encoding": said}) for _time in range(12)
    ]

    assert {one["Content-Encoding"] for one in answers} == {way}
    assert len({unpack(one.content) for one in answers}) == 1
    assert len({len(one.content) + len(one.get("X-Padding", "")) for one in answers}) > 4
    assert site.SESSION_COOKIE_SAMESITE == "Lax"


def test_head_requests_and_scripts_get_no_padding() -> None:
    head = Client().head(reverse("club:offline"), headers=ASKED)
    worker = get_page(Client(), "worker", [])

    assert (head["Content-Encoding"], worker["Content-Encoding"]) == ("br", "br")
    assert "X-Padding" not in head and "X-Padding" not in worker
