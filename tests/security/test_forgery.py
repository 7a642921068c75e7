"""Requests that another site makes a browser send: rows S20 to S24 of the catalogue."""

from typing import Any

import pytest
from django.conf import settings as site
from django.test import Client
from django.urls import reverse

from support.attackers import (
    SIGN_IN,
    World,
    a_client,
    a_key,
    crawl,
    hash_database,
    read_page,
    routes,
)
from support.catalogue import row
from support.programs import is_for_programs
from tarokk_club.club.models import Player
from tarokk_club.club.pages.access_table import collect_access_by_route

TOKEN = "csrfmiddlewaretoken"
HTMX = {"HX-Request": "true"}
FOREIGN = {"Origin": "https://evil.example"}
# A program sends no cookie, which another site could make it send, but a key.
WRITING = sorted(
    name
    for name, row in collect_access_by_route().items()
    if row.post and not is_for_programs(name.rpartition(":")[2])
)


def token_of(client: Client, url: str) -> str:
    """The token that the forms of a page carry."""
    return next(
        fields[TOKEN]
        for _method, _target, fields in read_page(url, client.get(url).content.decode()).forms
        if TOKEN in fields
    )


@row("S20", "S21")
@pytest.mark.sweep
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_no_form_is_taken_without_its_token(world: World, headers: dict[str, str]) -> None:
    client, before = a_client(world.house.anna, csrf=True), hash_database()
    # A mail program that stops letters knows no token; what it may is signed in its address.
    asked = [name for name in WRITING if name != "club:notices_stop"]
    urls = [world.address(name, routes()[name]) for name in asked]

    answers = {url: client.post(url, {"key": a_key()}, headers=headers) for url in urls}

    assert len(urls) > 30
    assert {url for url, answer in answers.items() if answer.status_code != 403} == set()
    assert hash_database() == before


@pytest.fixture
def anna(world: World) -> Client:
    return a_client(world.house.anna, csrf=True)


@pytest.fixture
def players(world: World) -> str:
    return reverse("club:players", args=[world.house.club.slug])


@row("S20", "S21")
@pytest.mark.parametrize(
    "headers",
    [FOREIGN, {"Origin": "null"}, {"Origin": "http://testserver.evil.example"}, FOREIGN | HTMX],
)
def test_a_form_sent_by_another_site_is_refused(
    anna: Client, players: str, headers: dict[str, str]
) -> None:
    form = {"key": a_key(), "name": "Zoli", TOKEN: token_of(anna, players)}

    assert anna.post(players, form, headers=headers).status_code == 403
    assert not Player.objects.filter(name="Zoli").exists()


@row("S20")
def test_token_of_another_user_is_refused(world: World, anna: Client, players: str) -> None:
    bela = a_client(world.house.bela, csrf=True)
    foreign = token_of(bela, reverse("account_logout"))
    anna.get(players)

    assert anna.post(players, {"key": a_key(), "name": "Zoli", TOKEN: foreign}).status_code == 403


@row("S20")
@pytest.mark.parametrize("kind", ["text/plain", "application/json", "application/xml"])
def test_refuses_bodies_that_other_sites_can_send_without_preflight(
    anna: Client, players: str, kind: str
) -> None:
    """The kinds of body that a foreign form may send carry no token that is read."""
    body = f"{TOKEN}={token_of(anna, players)}&name=Zoli&key={a_key()}"

    assert anna.generic("POST", players, body, kind).status_code == 403


@row("S21")
def test_a_form_of_our_own_page_is_taken(anna: Client, players: str) -> None:
    """So that the refusals above are about forgery and nothing else."""
    own = {"Origin": "http://testserver"} | HTMX
    form = {"key": a_key(), "name": "Zoli", TOKEN: token_of(anna, players)}

    assert anna.post(players, form, headers=own).status_code == 302
    assert Player.objects.filter(name="Zoli").exists()


@row("S22")
def test_another_site_cannot_sign_a_user_in(world: World) -> None:
    client = Client(enforce_csrf_checks=True)
    form = {"login": "anna", "password": "kalandos pagat"}

    bare = client.post(SIGN_IN, form, headers=FOREIGN)
    planted = client.post(SIGN_IN, form | {TOKEN: token_of(client, SIGN_IN)}, headers=FOREIGN)

    assert (bare.status_code, planted.status_code) == (403, 403)
    assert site.SESSION_COOKIE_NAME not in client.cookies


@row("S23")
@pytest.mark.ci
def test_following_every_link_changes_nothing(world: World) -> None:
    """As a crawler or a browser that fetches ahead would, forms' addresses included."""
    before = hash_database()
    client = a_client(world.house.anna)
    pages = crawl(client, reverse("club:club", args=[world.house.club.slug]))
    targets = {target for page in pages.values() for _how, target, _fields in page.forms}

    answers: list[Any] = [client.get(url) for url in targets if "logout" not in url]

    assert len(pages) > 25
    assert {answer.status_code for answer in answers} <= {200, 302, 405}
    assert hash_database() == before


@row("S24")
@pytest.mark.ci
def test_no_page_may_be_framed(world: World) -> None:
    client = a_client(world.house.anna)
    pages = crawl(client, reverse("club:club", args=[world.house.club.slug]))
    answers = [page.answer for page in pages.values()]
    answers += [client.get(url) for url in (SIGN_IN, "/c/never-was/", "/healthz")]

    assert {answer["X-Frame-Options"] for answer in answers} == {"DENY"}
    policies = {answer["Content-Security-Policy"] for answer in answers}
    assert all("frame-ancestors 'none'" in policy for policy in policies)
