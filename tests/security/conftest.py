"""Fixtures of the attacks."""

from collections.abc import Iterator
from copy import deepcopy
from uuid import uuid4

import pytest
from pytest_django import DjangoDbBlocker

from support.attackers import World, a_world
from support.club_factories import a_hand, recorded
from support.guest_visits import a_guest_link
from support.shared_rows import create_rows_once
from tarokk_club.club.hand.usecases import DraftSubmission, save_draft
from tarokk_club.club.models import GuestLink
from tarokk_club.club.pages import polling


@pytest.fixture(scope="module")
def _world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with create_rows_once(django_db_blocker, a_world) as world:
        yield world


@pytest.fixture
def world(_world: World, db: None) -> World:
    """Two clubs and everybody who may try something."""
    return deepcopy(_world)


@pytest.fixture
def link(world: World) -> GuestLink:
    """A link to the session, in which Anna has begun a further hand."""
    house, session = world.house, world.session
    recorded(house, session, a_hand(house, "Béla", "Dóra", note="Anna sírt"))
    sketch = DraftSubmission(key=uuid4(), revision=0, record=a_hand(house, result=None))
    save_draft(session_id=session.id, by=house.anna, submitted=sketch)
    return a_guest_link(house, session)


@pytest.fixture
def board(world: World) -> GuestLink:
    """A link to the standings of the season."""
    return a_guest_link(world.house)


@pytest.fixture
def a_second_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every poll asks the book: what is kept for a second is tried by test_polls_of_many."""
    monkeypatch.setattr(polling, "LOOKED_UP", 0)
