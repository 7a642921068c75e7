"""A phone with letters of twice the size: pages follow the setting, and nothing is cut off."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Page
from pytest_django.live_server_helper import LiveServer

from support.catalogue import row
from support.club_factories import House, a_hand, recorded
from support.club_web import route_url
from support.entry_phone import sign_in
from support.season_tables import an_evening
from tarokk_club.club.models import Session

pytestmark = pytest.mark.ci

# As the settings of the browser keep it: 16 is usual.
LARGE = {"webkit": {"webprefs": {"default_font_size": 32}}}
WIDTH = "document.documentElement.scrollWidth"
# Words that are wider than what holds them, where nobody can move it sideways.
CUT = """() => [...document.querySelectorAll(".chip span, .go, .btn, h1, h2")]
    .filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent.trim())"""


@pytest.fixture
def page(
    browser_context_args: dict[str, Any],
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    whole_browser: str,
    tmp_path: Path,
) -> Iterator[Page]:
    """A phone with that setting."""
    settings = tmp_path / "Default" / "Preferences"
    settings.parent.mkdir()
    settings.write_text(json.dumps(LARGE))
    context: BrowserContext = browser_type.launch_persistent_context(
        str(tmp_path),
        **(browser_type_launch_args | {"executable_path": whole_browser} | browser_context_args),
    )
    with context:
        yield context.new_page()


@row("U18")
def test_letters_of_twice_the_size_fit_a_phone(
    page: Page, live_server: LiveServer, house: House, session: Session
) -> None:
    an_evening(house, "2026-03-01", "Anna", "Csaba", stake={"currency": "HUF", "per_point": "1000"})
    recorded(house, session, a_hand(house))
    sign_in(page.context, live_server, house.anna)
    own = ("club", "session_new", "sheet", "hand_new", "season", "career", "records", "standings")
    paths = [route_url(name, session) for name in own]
    paths += [f"/calculator/?game={game}" for game in ("paskievics", "danish", "romanian")]
    for path in paths:
        page.goto(live_server.url + path)
        assert page.evaluate("getComputedStyle(document.body).fontSize") == "32px"
        assert page.evaluate(WIDTH) <= 390, path
        assert page.evaluate(CUT) == [], path
