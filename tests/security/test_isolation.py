"""Who is inside a club, and whom it never lets in: rows S01 to S10 of the catalogue."""

import logging
from collections.abc import Iterator
from copy import deepcopy
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db.models import JSONField, QuerySet, Value
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from support.attackers import (
    SIGN_IN,
    World,
    a_client,
    a_key,
    a_world,
    crawl,
    foreign_player,
    hash_database,
    read_page,
)
from support.catalogue import row
from support.club_factories import SEATED, a_form, a_session
from support.club_web import read_out
from support.shared_rows import create_rows_once
from tarokk_club.club.hand.usecases import DraftSubmission, save_draft
from tarokk_club.club.models import Membership, Player, Session, User
from tarokk_club.club.models.members import Invitation
from tarokk_club.club.pages import loaders, loading
from tarokk_club.club.pages.loading import Loader, LoadScope

FOREIGN = "Titkos Tamás"
STOWAWAYS = {
    **dict.fromkeys(("club", "club_id"), "00000000-0000-4000-8000-000000000000"),
    "is_staff": "1",
    "is_superuser": "1",
    "role": "owner",
    "roles": "owner",
    "points": "999",
    "seq": "1",
    "position": "1",
    "created_at": "2001-01-01",
    "created_by": "00000000-0000-4000-8000-000000000000",
    "author": "00000000-0000-4000-8000-000000000000",
    "settled": "1",
    "closed": "1",
    "demo": "1",
}


@pytest.fixture(scope="module")
def _laid(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with create_rows_once(django_db_blocker, a_world) as laid:
        yield laid


@pytest.fixture
def world(_laid: World, db: None) -> World:
    return deepcopy(_laid)


@pytest.fixture(scope="module")
def _crawled(_laid: World, django_db_blocker: DjangoDbBlocker) -> dict[str, Any]:
    with django_db_blocker.unblock():
        return _pages_of(_laid)


@pytest.fixture
def pages(_crawled: dict[str, Any]) -> dict[str, Any]:
    """What Anna, who may do nearly everything, can reach in her club."""
    return dict(_crawled)


def _pages_of(world: World) -> dict[str, Any]:
    start = reverse("club:club", args=[world.house.club.slug])
    found = crawl(a_client(world.house.anna), start)
    inside = f"/c/{world.house.club.slug}/"
    return {url: page for url, page in found.items() if urlsplit(url).path.startswith(inside)}


def forms_of(pages: dict[str, Any]) -> list[tuple[str, dict[str, str]]]:
    """Every form of these pages that changes something, once for each address."""
    sent = {
        target: fields
        for page in pages.values()
        for method, target, fields in page.forms
        if method == "post" and target.startswith("/c/")
    }
    return sorted(sent.items())


def find_distinct_pages(client: Client, pages: dict[str, Any]) -> set[str]:
    """Return the pages whose response differs from that of an unknown page."""
    never = client.get("/c/never-was/")
    answers = {url: client.get(url) for url in pages}
    like_never = (404, never.content)
    return {url for url, one in answers.items() if (one.status_code, one.getvalue()) != like_never}


@row("S01")
@pytest.mark.sweep
@pytest.mark.parametrize("person", ["other", "stranger"])
def test_pages_of_a_club_look_missing_to_others(
    world: World, pages: dict[str, Any], person: str
) -> None:
    client = a_client(world.people[person])

    assert len(pages) > 25
    assert find_distinct_pages(client, pages) == set()


@row("S01")
@pytest.mark.sweep
def test_anonymous_visitor_is_redirected_to_sign_in(world: World, pages: dict[str, Any]) -> None:
    client = a_client(None)
    urls = [*pages, "/c/never-was/", f"/c/{world.house.club.slug}/sessions/{a_key()}/"]

    answers = [client.get(url) for url in urls]

    assert {answer.status_code for answer in answers} == {302}
    assert all(answer["Location"].startswith(SIGN_IN) for answer in answers)


@row("S02")
@pytest.mark.sweep
def test_no_form_of_a_club_works_for_others(world: World, pages: dict[str, Any]) -> None:
    before, forms = hash_database(), forms_of(pages)
    client = a_client(world.people["other"], csrf=True)
    own = reverse("club:players", args=[world.other.slug])
    token = read_page(own, client.get(own).content.decode()).forms[0][2]["csrfmiddlewaretoken"]

    sent = [
        client.post(url, {**fields, "csrfmiddlewaretoken": token}, headers=headers)
        for url, fields in forms
        for headers in ({}, {"HX-Request": "true"})
    ]

    assert len(forms) > 15
    assert {answer.status_code for answer in sent} == {404}
    assert hash_database() == before


@row("S03")
def test_players_of_another_club_cannot_be_seated(world: World) -> None:
    foreign = str(foreign_player(world).id)
    client, club = a_client(world.house.anna), world.house.club
    session = a_session(world.house)
    before = hash_database()
    seats = {f"seat_{world.house.players[name]}": str(n) for n, name in enumerate(SEATED[:3], 1)}
    inside = [club.slug, session.id]
    common = {"key": a_key(), "version": "0"}
    tries = {
        reverse("club:session_new", args=[club.slug]): {
            **common,
            **seats,
            f"seat_{foreign}": "4",
            "game": "paskievics",
            "preset": "pagat",
            "dealer": "4",
            "date": "2026-11-18",
            "currency": "HUF",
        },
        reverse("club:join", args=inside): {**common, "player": foreign, "after": ""},
        reverse("club:leave", args=inside): {**common, "player": foreign},
        reverse("club:notice", args=inside): {**common, "player": foreign, "skiz": foreign},
        reverse("club:adjust", args=inside): {**common, f"points_{foreign}": "5"},
        reverse("club:hand_new", args=inside): {**common, "declarer": foreign, "bid": "three"},
        reverse("club:replace", args=inside): {
            **common,
            "old": world.house.players["Anna"],
            "new": foreign,
            "confirm": "1",
        },
    }

    answers = {url: client.post(url, form) for url, form in tries.items()}

    assert {url for url, answer in answers.items() if answer.status_code not in (409, 422)} == set()
    assert not any(FOREIGN in answer.content.decode() for answer in answers.values())
    assert hash_database() == before


@row("S03")
def test_another_clubs_player_is_not_renamed_through_the_own_club(world: World) -> None:
    foreign = foreign_player(world)
    url = reverse("club:player", args=[world.house.club.slug, foreign.id])

    answer = a_client(world.house.anna).post(url, {"key": a_key(), "name": "Más"})

    assert answer.status_code == 404
    assert Player.objects.get(pk=foreign.pk).name == FOREIGN


@row("S04")
def test_ids_of_another_club_find_nothing_in_the_own(world: World) -> None:
    """The session and its entries asked for under the other club's address."""
    client, entry = a_client(world.people["other"]), world.values["entry_id"]
    inside = f"/c/{world.other.slug}/sessions/{world.session.id}/"
    ways = ("", "live/", "history/", "settlement/", "hands.csv", "ledger.csv", "document.json")

    answers = [client.get(inside + way) for way in (*ways, f"hands/{entry}/")]
    sent = [client.post(inside + way) for way in ("undo/", "hand/preview/", "hand/draft/")]

    assert {answer.status_code for answer in (*answers, *sent)} == {404}


@row("S04")
@pytest.mark.parametrize("query", ["club={club}", "ids={session},1,2", "session={session}", "id=1"])
def test_query_parameters_open_no_other_club(world: World, query: str) -> None:
    client = a_client(world.people["other"])
    asked = query.format(club=world.house.club.id, session=world.session.id)

    for name in ("club", "session_list", "standings", "standings_file"):
        answer = client.get(f"{reverse(f'club:{name}', args=[world.other.slug])}?{asked}")
        assert answer.status_code == 200
        assert "Kemence" not in answer.content.decode()
        assert "Csaba" not in answer.content.decode()


@row("S05")
@pytest.mark.ci
@pytest.mark.parametrize("person", ["member", "treasurer"])
def test_a_member_cannot_do_the_secretarys_work(
    world: World, pages: dict[str, Any], person: str
) -> None:
    before = hash_database()
    client = a_client(world.people[person])
    reachable = crawl(client, reverse("club:club", args=[world.house.club.slug]))
    # Everybody may take back the link of the own calendar; here the secretary alone has one.
    own = {reverse("club:calendar_feed_revoke", args=[world.house.club.slug])}
    own |= {target for target, _fields in forms_of(reachable)}
    forms = [(url, fields) for url, fields in forms_of(pages) if url not in own]

    answers = {url: client.post(url, fields) for url, fields in forms}

    assert len(forms) > 12
    assert {url for url, answer in answers.items() if answer.status_code != 403} == set()
    assert hash_database() == before


@row("S05")
def test_a_refused_request_is_logged_with_user_and_path(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="tarokk_club.requests")
    url = reverse("club:bin", args=[world.house.club.slug, world.session.id])

    a_client(world.house.bela).post(url)

    answered = [one for one in caplog.records if one.name == "tarokk_club.requests"]
    (fields,) = [vars(record)["fields"] for record in answered]
    assert (fields["user"], fields["path"], fields["status"]) == (
        str(world.house.bela.pk),
        url,
        403,
    )


@row("S06")
@pytest.mark.ci
def test_forms_ignore_additional_fields(world: World, pages: dict[str, Any]) -> None:
    """Every form about the book, sent with stowaways; those about members change roles rightly."""
    client = a_client(world.house.anna)
    membership = list(Membership.objects.order_by("pk").values_list("user", "club", "roles"))
    users = list(User.objects.order_by("pk").values_list("pk", "is_staff", "is_superuser"))
    sessions = Session.objects.filter(pk=world.session.pk)
    before = list(sessions.values_list("pk", "club", "created_by", "created_at"))

    about_people = ("/members/", "/invitations/", "/passwords/")
    forms = [form for form in forms_of(pages) if not any(part in form[0] for part in about_people)]
    # What was deleted takes no further form, so that comes last.
    last = ("/delete/", "/round/back/", "/bin/", f"/rankings/{world.values['ranking_id']}/remove/")
    forms.sort(key=lambda form: form[0].endswith(last))

    answers = [client.post(url, fields | STOWAWAYS) for url, fields in forms]

    assert len(forms) > 12
    assert {answer.status_code for answer in answers} <= {200, 302, 409, 422}
    found = list(Membership.objects.order_by("pk").values_list("user", "club", "roles"))
    assert found == membership
    assert list(User.objects.order_by("pk").values_list("pk", "is_staff", "is_superuser")) == users
    assert list(sessions.values_list("pk", "club", "created_by", "created_at")) == before


@row("S06")
def test_new_player_belongs_to_the_club_of_the_url(world: World) -> None:
    url = reverse("club:players", args=[world.house.club.slug])
    form = {"key": a_key(), "name": "Zoli", "club": str(world.other.pk), "id": a_key()}

    a_client(world.house.anna).post(url, form | {"archived_at": "2001-01-01", "user": "1"})

    zoli = Player.objects.get(name="Zoli")
    assert (zoli.club, zoli.archived_at, zoli.user) == (world.house.club, None, None)
    assert str(zoli.pk) != form["id"]


@row("S36")
def test_invitation_grants_its_own_roles_regardless_of_the_form(world: World) -> None:
    link = Invitation.objects.get(pk=world.values["invitation_id"])
    url = reverse("club:invited", args=[link.token])
    stranger = world.people["stranger"]
    client = a_client(stranger)
    (fields,) = [
        fields
        for how, target, fields in read_page(url, client.get(url).content.decode()).forms
        if (how, target) == ("post", url)
    ]

    client.post(url, {**STOWAWAYS, **fields, "roles": ["owner", "secretary"]})

    assert Membership.objects.get(user=stranger).roles == ["member"]


@row("S09")
@pytest.mark.ci
def test_no_page_reveals_sign_ins_or_addresses_of_others(world: World) -> None:
    User.objects.filter(pk=world.house.anna.pk).update(email="anna@privat.example", name="Anna")
    User.objects.filter(pk=world.house.anna.pk).update(username="geheim-login")
    sketch = DraftSubmission(key=a_form().key, revision=0, record={"type": "hand"})
    save_draft(session_id=world.session.id, by=world.house.anna, submitted=sketch)
    start = reverse("club:club", args=[world.house.club.slug])
    told = []
    for person in ("member", "scorer", "treasurer"):
        client = a_client(world.people[person])
        for url in crawl(client, start):
            content = read_out(client.get(url).getvalue())
            told += [url for secret in ("privat.example", "geheim-login") if secret in content]

    assert told == []


@row("S10")
@pytest.mark.ci
def test_unsupported_methods_return_405_and_change_nothing(
    world: World, pages: dict[str, Any]
) -> None:
    client, before = a_client(world.house.anna), hash_database()
    urls = [url for url, _fields in forms_of(pages)]

    answers = [
        getattr(client, method)(url)
        for url in urls
        for method in ("put", "patch", "delete", "options", "trace")
    ]

    assert {answer.status_code for answer in answers} == {405}
    assert {answer["Allow"] for answer in answers} == {"GET, HEAD, POST"}
    assert hash_database() == before


@row("S10")
@pytest.mark.ci
def test_method_overrides_change_nothing(world: World, pages: dict[str, Any]) -> None:
    """GET and HEAD with the words by which some sites let a link post or delete."""
    client, before = a_client(world.house.anna), hash_database()
    disguised = {"X-HTTP-Method-Override": "POST", "X-HTTP-Method": "DELETE"}

    for url, fields in forms_of(pages):
        assert client.get(url, fields | {"_method": "POST"}, headers=disguised).status_code < 500
        assert client.head(url, fields | {"_method": "DELETE"}).status_code < 500

    assert hash_database() == before


@pytest.mark.sweep
def test_the_crawl_reaches_the_main_pages(world: World, pages: dict[str, Any]) -> None:
    """Should the crawl miss half the club, the rows above would be worth nothing."""
    inside = [world.house.club.slug, world.session.id]
    wanted = [
        reverse(f"club:{name}", args=inside)
        for name in ("sheet", "settings", "replace", "history", "document_file", "closing")
    ]

    assert set(wanted) <= set(pages)
    assert reverse("club:undo", args=inside) in dict(forms_of(pages))


@pytest.mark.ci
def test_check_detects_a_leak(
    world: World, pages: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the filter for members taken out, the very look of S01 finds every page."""

    def everybody(rows: QuerySet[Any], *_others: Any) -> Any:
        roles = Value(["secretary"], output_field=JSONField())
        return rows.annotate(member_roles=roles)

    monkeypatch.setattr(loading, "select_rows_of_member", everybody)
    # The loaders of this process have their queries already.
    monkeypatch.setattr(loaders, "_CLUB", Loader(loaders._select_club, LoadScope("memberships")))
    session = Loader(loaders._select_session, LoadScope(loaders.MINE))
    monkeypatch.setattr(loaders, "_SESSION", session)

    assert len(find_distinct_pages(a_client(world.people["other"]), pages)) > 25
