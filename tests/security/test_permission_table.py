"""GET and POST of every address by every kind of reader, against the one permission table."""

from collections.abc import Iterator
from copy import deepcopy
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.http import HttpResponse
from django.urls import path
from pytest_django import DjangoDbBlocker, Settings

from support.attackers import SIGN_IN, World, a_client, a_danish_session, a_world, routes, views
from support.programs import a_program
from support.shared_rows import create_rows_once
from tarokk_club.club.models import Role
from tarokk_club.club.pages.access_table import collect_access_by_route
from tarokk_club.club.writing import permissions
from tarokk_club.club.writing.permissions import BY_SEAT, TABLE, Access, Open, Right
from tarokk_club.env import ROOT

ROUTES = collect_access_by_route()
PAPER = ROOT / "docs" / "reference" / "permissions.md"
# Whose own player sits in the session of the world.
SEATED = "member"
REFUSED = {401, 403, 404, 405}
urlpatterns = [path("new/", lambda _request: HttpResponse(), name="new")]


def _fault(need: Right | Open | None, person: str, answer: Any) -> bool:
    """Whether this person should have been answered otherwise."""
    status = int(answer.status_code)
    to_sign_in = status == 302 and str(answer["Location"]).startswith(f"{SIGN_IN}?next=")
    if need == Open.PUBLIC:
        return status == 403 or status >= 500
    if person == "anonymous":
        return not to_sign_in
    if need == Open.SIGNED_IN:
        return to_sign_in or status >= 500
    if person in ("stranger", "other"):
        return status != 404
    if need is None:
        return status != 405
    seated = need in BY_SEAT and person == SEATED
    if Role(person) not in TABLE[Right(need)] and not seated:
        return status != 403
    return to_sign_in or status in REFUSED or status >= 500


def _fault_for_program(need: Right | Open | None, person: str, answer: Any) -> bool:
    """The same where a program asks: it is told by a status, and never sent to sign in."""
    status = int(answer.status_code)
    if need is None:
        return status != 405
    if need == Open.PUBLIC:
        return status in (401, 403) or status >= 500
    if person == "anonymous":
        return status != 401
    if person in ("stranger", "other"):
        return status != 404
    if Role(person) not in TABLE[Right(need)]:
        return status != 403
    return status in REFUSED or status >= 500


def faults_of(world: World, name: str, access: Access) -> list[str]:
    """Who is answered otherwise at this address than the table says."""
    url, found = world.address(name, routes()[name]), []
    judge = _fault_for_program if name.startswith("club:api_") else _fault
    for person, user in world.people.items():
        if judge is _fault_for_program:
            client = a_program(user, world.other if person == "other" else world.house.club)
        else:
            client = a_client(user)
        asked, sent = client.get(url), client.post(url)
        for how, need, answer in (("GET", access.get, asked), ("POST", access.post, sent)):
            # A page that everybody may read hides nothing by refusing a form.
            closed = need is None and access.get == Open.PUBLIC
            if answer.status_code != 405 if closed else judge(need, person, answer):
                found.append(f"{how} {url} by {person}: {answer.status_code}, {need} needed")
    return found


def _with_fines() -> World:
    """With a table of the Danish game, which has fines and pots."""
    world = a_world()
    danish = {"session_id": a_danish_session(world.house).id}
    world.more.update({"club:fine": danish, "club:pot": danish})
    return world


@pytest.fixture(scope="module")
def _world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with create_rows_once(django_db_blocker, _with_fines) as world:
        yield world


@pytest.fixture
def world(_world: World, db: None) -> World:
    return deepcopy(_world)


@pytest.mark.sweep
@pytest.mark.parametrize("name", sorted(ROUTES))
def test_every_reader_gets_the_response_in_the_table(world: World, name: str) -> None:
    assert faults_of(world, name, ROUTES[name]) == []


def _printed() -> str:
    out = StringIO()
    call_command("permissions", stdout=out)
    return out.getvalue()


def test_permission_table_lists_exactly_all_urls() -> None:
    assert set(routes()) == set(ROUTES)


def test_every_page_of_the_club_is_marked_by_its_loader() -> None:
    pages = {name: view for name, view in views().items() if name.startswith("club:")}

    assert [name for name, view in pages.items() if not isinstance(view.access, Access)] == []


def test_the_paper_shows_the_table() -> None:
    command = "python3 manage.py permissions > docs/reference/permissions.md"
    assert _printed() == PAPER.read_text(), f"Read what has changed, then: {command}"


# --- the checks themselves, tried on something broken


def test_table_lists_a_new_route(settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__

    assert collect_access_by_route() == {"new": Access(Open.SIGNED_IN, Open.SIGNED_IN)}
    assert "| `/new/` | signed-in users | signed-in users |" in _printed()
    assert _printed() != PAPER.read_text()


def test_table_shows_a_weakened_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views()["club:delete"], "access", Access(Right.READ, Right.READ))

    assert _printed() != PAPER.read_text()


def test_check_detects_a_right_given_to_all_roles(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    generous = {right: frozenset(Role) for right in Right}
    monkeypatch.setattr(permissions, "TABLE", generous)

    assert len(faults_of(world, "club:delete", ROUTES["club:delete"])) >= 8


def test_check_detects_a_player_right_without_a_seat(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(world.people, SEATED, world.people["owner"])

    assert len(faults_of(world, "club:seal", ROUTES["club:seal"])) == 1


def test_check_detects_a_page_without_a_guard(world: World, settings: Settings) -> None:
    settings.MIDDLEWARE = [
        one for one in settings.MIDDLEWARE if not one.endswith(".KeepFormMiddleware")
    ]

    assert faults_of(world, "club:club", ROUTES["club:club"]) != []
