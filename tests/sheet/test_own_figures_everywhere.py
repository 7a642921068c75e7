"""A figure of the club itself is called as its people typed it, on every page and in every file."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from support.club_factories import END, House, a_hand, a_session, recorded
from tarokk_club.club.models import Session

OWN = [
    {"key": "pheasant", "name": "Fácán & co", "silent": 10, "announced": 20},
    {"key": "hat", "name": "Kalap", "silent": 3, "announced": None},
]
NAMES = ("Fácán &amp; co", "Kalap")
OF_SESSION = (
    *("sheet", "history", "session_rules", "paper", "settings", "closing", "session_what_if"),
    *("hands_file", "ledger_file", "document_file", "hand_new"),
)


@pytest.fixture
def session(house: House) -> Session:
    """A session in which both figures happened, one announced with kontra."""
    session = a_session(house, rules={"own_figures": OWN})
    said = {"figure": "own:pheasant", "by": house.players["Béla"], "kontra": 1, "made": False}
    recorded(house, session, a_hand(house, announced=[said], own={"own:hat": "declarer"}))
    return session


def text_at(client: Client, name: str, *args: Any) -> str:
    """What a page or file says; a file may be streamed."""
    answer = client.get(reverse(f"club:{name}", args=args))
    assert answer.status_code == 200, name
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined]
    return str(body.decode("utf-8", "replace"))


@pytest.mark.parametrize("name", OF_SESSION)
def test_every_page_of_the_session_calls_it_by_its_name(
    client: Client, house: House, session: Session, name: str
) -> None:
    client.force_login(house.anna)

    text = text_at(client, name, house.club.slug, session.id)

    assert ">own:" not in text and "fig.own" not in text
    if name in ("session_rules", "ledger_file", "document_file", "hand_new"):
        assert "Fácán" in text and "Kalap" in text


def test_the_hand_is_explained_with_it(client: Client, house: House, session: Session) -> None:
    client.force_login(house.anna)
    entry = session.entries.get()

    text = text_at(client, "hand", house.club.slug, session.id, entry.id)

    assert all(name in text for name in NAMES)


@pytest.mark.parametrize("name", ["annals", "career"])
def test_statistics_call_it_by_its_name(
    client: Client, house: House, session: Session, name: str
) -> None:
    recorded(house, session, END)
    client.force_login(house.anna)
    args = [house.players["Anna"]] if name == "career" else []

    text = text_at(client, name, house.club.slug, *args)

    assert "own:" not in text and "Kalap" in text
