"""What most tests of the book start from."""

from collections.abc import Iterator

import pytest

from club_factories import House, a_house, a_session
from tarokk_club.club import erasure_list
from tarokk_club.club.models import Session


@pytest.fixture
def no_list() -> Iterator[None]:
    """Nobody was erased yet, and nobody will have been."""
    erasure_list.place().unlink(missing_ok=True)
    yield
    erasure_list.place().unlink(missing_ok=True)


@pytest.fixture
def house(db: None) -> House:
    """Anna's club with its players."""
    return a_house()


@pytest.fixture
def session(house: House) -> Session:
    """A session of four that Anna has started."""
    return a_session(house)
