"""What the attacks start from."""

import pytest
from django.core.cache import cache

from attackers import World, a_world


@pytest.fixture
def world(db: None) -> World:
    """Two clubs and everybody who may try something."""
    # What another attack guessed wrong must not throttle this one.
    cache.clear()
    return a_world()
