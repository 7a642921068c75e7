"""A club whose members are notified, and a push service of our own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from support.notices_house import NotifiedHouse, a_notified_house, with_both_ways
from support.push_receiver import Receiver, receiving


@pytest.fixture
def notified(settings: Settings) -> NotifiedHouse:
    """A site that sends letters and pushes, and its club."""
    with_both_ways(settings)
    return a_notified_house()


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[Receiver]:
    """A push service on this machine."""
    with receiving(tmp_path) as found:
        yield found
