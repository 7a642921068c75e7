"""Ids of one club at the address of another, sent by an owner of both: only the filter by the club
that the address names can refuse them.
"""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from support.attackers import World, a_client, a_danish_session, a_world, hash_database, routes
from support.catalogue import row
from support.club_factories import END, PASSED_OUT, House, a_hand, a_session, recorded
from support.money_tables import settle_club
from support.page_reader import forms_of
from support.programs import is_for_programs, with_key_too
from support.shared_rows import create_rows_once
from tarokk_club.club.models import Club, Membership, Player, Role, User
from tarokk_club.club.models.members import PasswordLink

ROUTES = sorted(
    (name, parts)
    for name, parts in routes().items()
    # A day or a year is nobody's: each club has its own evening on it, its own report of it.
    if name.startswith("club:") and "slug" in parts and set(parts) - {"slug", "day", "year"}
)
# What a club has of its own, so that of two ids in an address one can be right.
OWNED = ("session_id", "settlement_id")
# No id of a row: which payments were marked together.
NO_ROW = "act"
Laid = tuple[World, User, dict[str, Any]]


def _an_owner(world: World) -> User:
    """An owner of both clubs, with every right in each."""
    user = world.people["other"]
    assert user
    everything = [role.value for role in Role]
    Membership.objects.create(user=user, club=world.house.club, roles=everything)
    Membership.objects.filter(user=user, club=world.other).update(roles=everything)
    # Who plays in both may speak in both, and a link is shown to whoever made it.
    Player.objects.filter(pk=world.house.players["Anna"]).update(user=user)
    PasswordLink.objects.update(made_by=user)
    danish = {"session_id": a_danish_session(world.house).pk}
    world.more.update({"club:fine": danish, "club:pot": danish})
    return user


def _of_its_own(world: World, owner: User) -> dict[str, Any]:
    """A session and a settlement of the club in the address."""
    names = ("Anna", "Béla", "Csaba", "Dóra")
    players = {name: str(Player.objects.create(club=world.other, name=name).pk) for name in names}
    house = House(world.other, owner, owner, players)
    Player.objects.filter(pk=players["Anna"]).update(user=owner)
    session = a_session(house)
    recorded(house, session, a_hand(house), END)
    values = {"session_id": session.id, "settlement_id": settle_club(house).pk}
    assert set(values) == set(OWNED)
    return values


def _laid() -> Laid:
    world = a_world()
    owner = _an_owner(world)
    return world, owner, _of_its_own(world, owner)


@pytest.fixture(scope="module")
def _both(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Laid]:
    with create_rows_once(django_db_blocker, _laid) as laid:
        yield laid


@pytest.fixture
def both(_both: Laid, db: None) -> Laid:
    """Both clubs, the owner of both, and what the second club has of its own."""
    return deepcopy(_both)


def addresses(
    world: World, own: dict[str, Any], club: Club, name: str, parts: tuple[str, ...]
) -> list[str]:
    """The page of a route with another club's ids: all of them, and the last one alone."""
    foreign = world.values | world.more.get(name, {}) | {"slug": club.slug}
    ids = {part: foreign[part] for part in parts}
    found = [reverse(name, kwargs=ids)]
    if len(parts) > 2 and NO_ROW not in parts:
        nested = {part: own[part] for part in parts if part in own}
        found.append(reverse(name, kwargs=ids | nested))
    return found


def typed(client: Client, world: World, name: str, parts: tuple[str, ...]) -> dict[str, Any]:
    """What the page would send at its right address, where it shows its form itself."""
    address = world.address(name, parts)
    answer = client.get(address)
    if not answer.get("Content-Type", "").startswith("text/html"):
        return {}
    forms = forms_of(answer.content.decode())
    return next((one.sent for one in forms if urlsplit(one.action).path == address), {})


def posted(client: Client, name: str, url: str, sent: dict[str, Any]) -> Any:
    """The answer to what a page would send, or a program, to which no fault could be told."""
    if not is_for_programs(name.rpartition(":")[2]):
        return client.post(url, sent)
    told = {"Idempotency-Key": str(uuid4()), "If-Match": "*"}
    return client.post(url, json.dumps(PASSED_OUT), "application/json", headers=told)


@row("S01")
@pytest.mark.sweep
@pytest.mark.parametrize(("name", "parts"), ROUTES, ids=[name for name, _parts in ROUTES])
def test_ids_of_another_club_return_404_under_the_own_club(
    both: Laid, name: str, parts: tuple[str, ...]
) -> None:
    world, owner, own = both
    client = a_client(owner)
    with_key_too(client, owner, world.house.club)
    sent = typed(client, world, name, parts)
    # A page that is there for its own club, so that a refusal below is about the ids.
    assert client.get(world.address(name, parts)).status_code in (200, 302, 304, 405, 409)
    with_key_too(client, owner, world.other)
    before = hash_database()

    for url in addresses(world, own, world.other, name, parts):
        answers = {client.get(url).status_code, posted(client, name, url, sent).status_code}
        assert answers <= {404, 405} and 404 in answers, url

    assert hash_database() == before
