"""The phones of all three engines: each test of this folder runs once in each."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from support.club_factories import House, a_house, a_session
from support.engine_phone import EnginePhone
from support.engines import ENGINES, open_browser
from support.relay import Relay
from support.webdriver import Line
from tarokk_club.club.models import Session


@pytest.fixture(params=ENGINES)
def line(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Line]:
    """A browser that was never used."""
    with open_browser(request.param, tmp_path / request.param) as one:
        yield one


@pytest.fixture
def house(live_server: LiveServer) -> House:
    """Anna's club with its players."""
    return a_house()


@pytest.fixture
def session(house: House) -> Session:
    """A session of four that Anna has started."""
    return a_session(house)


@pytest.fixture
def relay(live_server: LiveServer) -> Iterator[Relay]:
    """The network between the phone and the site."""
    one = Relay(live_server.thread.port)
    yield one
    one.cut()


@pytest.fixture
def phone(line: Line, relay: Relay, house: House, session: Session) -> EnginePhone:
    """Anna's phone."""
    one = EnginePhone(line, f"http://localhost:{relay.port}", house, session)
    one.sign_in(house.anna)
    return one
