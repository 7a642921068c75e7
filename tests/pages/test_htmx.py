"""One URL returns a page or the fragment that htmx requests, depending on a header only."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from support.club_factories import House, a_hand, a_house, a_session, recorded
from support.club_web import session_url
from tarokk_club.club.models import Season, Session

ASKED = {"HX-Request": "true"}
BACK = {**ASKED, "HX-History-Restore-Request": "true"}


@pytest.fixture
def house(db: None) -> House:
    return a_house()


@pytest.fixture
def session(house: House) -> Session:
    session = a_session(house)
    recorded(house, session, a_hand(house))
    return session


def addresses(house: House, session: Session) -> list[str]:
    """Return the pages with a fragment that changes by a choice on it."""
    slug, season = house.club.slug, Season.objects.get(club=house.club)
    return [
        reverse("club:season", args=[slug, season.id]),
        reverse("club:records", args=[slug]),
        reverse("club:career", args=[slug, house.players["Anna"]]),
    ]


def bare(html: str) -> str:
    return re.sub(r"\s+", " ", html).strip()


def test_htmx_gets_the_fragment_of_the_same_page(
    anna: Client, house: House, session: Session
) -> None:
    for address in addresses(house, session):
        whole = anna.get(address)
        part = anna.get(address, headers=ASKED)

        text = bare(part.content.decode())
        assert text.startswith('<div id="shown">') and "<html" not in text, address
        # The page includes the very same part.
        assert text in bare(whole.content.decode()), address
        for answer in (whole, part):
            assert "HX-Request" in answer["Vary"], address


def test_going_back_in_the_history_gets_the_whole_page(
    anna: Client, house: House, session: Session
) -> None:
    for address in addresses(house, session):
        assert b"<html" in anna.get(address, headers=BACK).content


def test_choice_that_changes_a_form_redraws_only_the_form(anna: Client, house: House) -> None:
    for name, root in (("session_new", "head"), ("tournament_new", "setup")):
        address = reverse(f"club:{name}", args=[house.club.slug])
        told = {"do": "game", "game": "danish"}
        part = bare(anna.post(address, told, headers=ASKED).content.decode())
        whole = bare(anna.post(address, told).content.decode())

        assert re.match(
            rf'<form method="post" (autocomplete="off" )?(action="{address}" )?id="{root}"', part
        )
        assert 'value="danish" ' in part and "<html" not in part
        assert part.count("<form") == 1
        assert f'id="{root}"' in whole and "<html" in whole


def test_a_signed_out_fragment_request_redirects_the_whole_page(
    client: Client, house: House, session: Session
) -> None:
    address = session_url(session, "live")
    plain = client.get(address)
    asked = client.get(address, headers=ASKED)

    assert plain.status_code == 302
    assert (asked.status_code, asked["HX-Refresh"], asked.content) == (200, "true", b"")
    assert "Location" not in asked


def test_fragment_has_the_etag_that_its_poll_sends(anna: Client, session: Session) -> None:
    address = session_url(session, "live")
    answer = anna.get(address, headers=ASKED)
    tag = re.search(r'data-tag="&quot;(\w+)&quot;"', answer.content.decode())
    assert tag

    again = anna.get(address, headers={**ASKED, "If-None-Match": f'"{tag[1]}"'})
    assert (again.status_code, again.content) == (304, b"")
    assert f'hx-get="{address}"' in answer.content.decode()


def test_the_address_follows_the_hand_of_the_calculator(client: Client) -> None:
    hand = '{"declarer":"A","bid":"three","partner":"C","result":"won"}'
    address = reverse("club:calculation")
    answer = client.get(address, {"game": "paskievics", "hand": hand}, headers=ASKED)

    assert answer["HX-Replace-Url"].startswith(reverse("club:calculator") + "?")
    assert 'id="preview"' in answer.content.decode()
    assert "HX-Replace-Url" not in client.get(address, {"game": "paskievics"})
