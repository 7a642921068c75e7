"""Fixtures for tests of the API."""

from collections.abc import Iterator
from copy import deepcopy

import pytest
from pytest_django import DjangoDbBlocker

from support.attackers import World, a_world
from support.shared_rows import create_rows_once


@pytest.fixture(scope="module")
def _world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with create_rows_once(django_db_blocker, a_world) as world:
        yield world


@pytest.fixture
def world(_world: World, db: None) -> World:
    """Two clubs."""
    return deepcopy(_world)
