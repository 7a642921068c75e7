"""Fixtures of the browser tests."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from support.club_factories import House, a_house, a_session
from support.entry_phone import Phone, sign_in
from support.offline_phone import CellarPhone
from tarokk_club.club.models import Session

# A refused form and a lost network each leave a line that nobody can prevent.
ALLOWED = re.compile(r"status of (409|422)|ERR_INTERNET_DISCONNECTED")


@pytest.fixture
def house(live_server: LiveServer) -> House:
    """Anna's club with its players."""
    return a_house()


@pytest.fixture
def session(house: House) -> Session:
    """A session of four that Anna has started."""
    return a_session(house)


@pytest.fixture
def plain_phone(
    browser: Browser, live_server: LiveServer, house: House, session: Session
) -> Iterator[Phone]:
    """Anna's phone with its script switched off."""
    with browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, java_script_enabled=False
    ) as context:
        sign_in(context, live_server, house.anna)
        yield Phone(context.new_page(), live_server, house, session)


@pytest.fixture
def phone(page: Page, live_server: LiveServer, house: House, session: Session) -> Iterator[Phone]:
    """Anna's phone; whatever its browser complains about fails the test."""
    sign_in(page.context, live_server, house.anna)
    complaints: list[str] = []
    page.on("console", lambda one: complaints.append(one.text) if one.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield Phone(page, live_server, house, session)
    assert [line for line in complaints if not ALLOWED.search(line)] == []


@pytest.fixture
def cellar(page: Page, live_server: LiveServer, house: House, session: Session) -> CellarPhone:
    """Anna's phone, whose network comes and goes."""
    sign_in(page.context, live_server, house.anna)
    return CellarPhone(page, live_server, house, session)
