"""What the attacks start from."""

import pytest

from attackers import World, a_world


@pytest.fixture
def world(db: None) -> World:
    """Two clubs and everybody who may try something."""
    return a_world()
