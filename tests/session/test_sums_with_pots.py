"""Sums on the pages while a pot is full: row U14, added up from the visible figures."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django.asserts import assertContains

from support.attackers import a_danish_session
from support.catalogue import row
from support.club_factories import House, recorded
from support.club_web import route_url, session_url, text_of
from support.page_reader import tree_of
from tarokk_club.club.models import Session

NUMBER = re.compile(r"[−+]?\d+")


@pytest.fixture
def potted(house: House) -> Session:
    """A table whose pots are full, because somebody was fined."""
    session = a_danish_session(house)
    recorded(house, session, {"type": "fine", "player": house.players["Béla"], "severity": "major"})
    session.refresh_from_db()
    return session


def in_pots(session: Session) -> int:
    return -sum(session.balances.values_list("points", flat=True))


def figures(answer: Any, path: str) -> list[int]:
    """The numbers of these elements, a true minus read as one."""
    elements = tree_of(answer.content.decode()).xpath(path)
    texts = ("".join(one.itertext()) for one in elements)
    return [int(NUMBER.findall(text)[0].replace("−", "-")) for text in texts]


@row("U14")
def test_sheet_adds_up_with_the_pots(anna: Client, potted: Session) -> None:
    page = anna.get(session_url(potted, "sheet"))

    seats = figures(page, "//*[contains(@class, 'seat')]/b")
    pots = figures(page, "//*[@class='strip']/b")
    assert in_pots(potted) > 0
    assert len(seats) == 3 and sum(seats) == -in_pots(potted)
    assert sum(pots) == in_pots(potted)
    assertContains(page, "Sum of all accounts: 0")


@row("U14")
def test_the_settlement_of_a_session_adds_up_with_its_pots(anna: Client, potted: Session) -> None:
    page = anna.get(session_url(potted, "settlement"))

    points = figures(page, "//tbody/tr/td[2]/b")
    assert "In the pots" in text_of(page)
    assert in_pots(potted) in points
    assert sum(points) == 0
    assert figures(page, "(//tfoot//td)[2]") == [0]


@row("U14")
def test_a_season_adds_up_with_the_pots_of_its_tables(anna: Client, potted: Session) -> None:
    page = anna.get(route_url("season", potted))

    much = in_pots(potted)
    assertContains(page, f"All players together −{much}, in the pots +{much}: the sum is 0.")
