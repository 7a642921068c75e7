"""Pages compressed with a dictionary that the browser has stored."""

import base64
import hashlib
import sys
from typing import Any

import brotli
import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from support.catalogue import row
from support.club_factories import House, a_hand, recorded
from support.club_web import session_url
from support.entry_phone import table_of
from support.page_reader import tree_of
from tarokk_club.club.hand.forms import ENTRY_GAMES
from tarokk_club.club.models import Session
from tarokk_club.http.dictionaries import MAGIC

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

BROTLI = {"accept-encoding": "gzip, deflate, br, zstd"}


def offer(content: bytes, dictionary_id: str) -> dict[str, str]:
    """The headers of a browser that has this dictionary."""
    digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
    return {
        "accept-encoding": "gzip, deflate, br, zstd, dcb, dcz",
        "available-dictionary": f":{digest}:",
        "dictionary-id": f'"{dictionary_id}"',
    }


def dictionary_of(client: Client, session: Session) -> Any:
    """The response with the dictionary that a sheet links to."""
    sheet = tree_of(client.get(session_url(session, "sheet")).content.decode())
    (address,) = sheet.xpath("//link[@rel='compression-dictionary']/@href")
    return client.get(address)


def unpack(content: bytes, dictionary: bytes) -> str:
    head = MAGIC + hashlib.sha256(dictionary).digest()
    assert content.startswith(head)
    read = zstd.ZstdDict(dictionary, is_raw=True)
    return zstd.decompress(content[len(head) :], zstd_dict=read).decode()


@row("U22")
@pytest.mark.parametrize("game", sorted(ENTRY_GAMES))
def test_a_page_is_packed_against_the_dictionary_of_its_game(
    anna: Client, house: House, game: str
) -> None:
    session = table_of(house, game)
    dictionary = dictionary_of(anna, session)
    headers = offer(dictionary.content, f"en/{game}")

    assert dictionary["Use-As-Dictionary"] == f'match="/c/*", id="en/{game}"'
    assert "immutable" in dictionary["Cache-Control"]
    for page, share in (("hand_new", 0.8), ("sheet", 0.7)):
        usual = anna.get(session_url(session, page), headers=BROTLI)
        packed = anna.get(session_url(session, page), headers=headers)
        assert packed["Content-Encoding"] == "dcz"
        assert "Available-Dictionary" in packed["Vary"]
        assert packed["Content-Length"] == str(len(packed.content))
        assert unpack(packed.content, dictionary.content).endswith("</html>\n")
        assert len(packed.content) < share * len(usual.content)
        assert usual["Content-Encoding"] == "br"
        assert b"</html>" in brotli.decompress(usual.content)


def test_a_dictionary_contains_nothing_of_a_club(anna: Client, house: House) -> None:
    session = table_of(house, "magas")
    recorded(house, session, a_hand(house))
    text = dictionary_of(anna, session).content.decode()

    for word in (house.club.name, house.club.slug, "Anna", "Csaba", str(session.id), "csrf"):
        assert word not in text


@pytest.mark.parametrize(
    "changed",
    [
        {"dictionary-id": '"en/danish"'},
        {"dictionary-id": '"en/whist"'},
        {"dictionary-id": '"xx/magas"'},
        {"dictionary-id": ""},
        {"available-dictionary": ":" + base64.b64encode(b"1" * 32).decode() + ":"},
        {"available-dictionary": "no base64 at all"},
        {"available-dictionary": "ő"},
        {"accept-encoding": "gzip, br"},
    ],
)
def test_a_page_is_packed_as_usual_without_the_right_dictionary(
    anna: Client, house: House, changed: dict[str, str]
) -> None:
    session = table_of(house, "magas")
    headers = offer(dictionary_of(anna, session).content, "en/magas") | changed

    answer = anna.get(session_url(session, "hand_new"), headers=headers)

    assert answer["Content-Encoding"] == "br"
    assert b"</html>" in brotli.decompress(answer.content)


def test_only_pages_are_packed_against_a_dictionary(anna: Client, house: House) -> None:
    session = table_of(house, "magas")
    headers = offer(dictionary_of(anna, session).content, "en/magas")

    document = anna.get(session_url(session, "document_file"), headers=headers)
    assert document.headers.get("Content-Encoding") != "dcz"


@pytest.mark.parametrize("parts", [("0", "en", "magas"), ("", "en", "whist"), ("", "xx", "magas")])
def test_there_is_no_dictionary_of_another_build_language_or_game(
    client: Client, db: None, parts: tuple[str, str, str]
) -> None:
    build, language, game = parts
    args = [build or settings.BUILD, language, game]
    assert client.get(reverse("club:dictionary", args=args)).status_code == 404


def test_a_reader_without_the_right_to_enter_fetches_no_dictionary(
    client: Client, house: House
) -> None:
    session = table_of(house, "magas")
    client.force_login(house.bela)
    assert (
        "compression-dictionary" not in client.get(session_url(session, "sheet")).content.decode()
    )
