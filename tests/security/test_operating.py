"""The operator's admin: only operators open it, and it changes no data (row S59)."""

import json
import re
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.hashers import check_password
from django.db.models import Model
from django.test import Client
from django.urls import path, reverse
from pytest_django.fixtures import Settings

from support.attackers import World, a_client, hash_database
from support.catalogue import row
from support.club_web import text_of
from support.example_counts import sample_cases
from tarokk_club import urls
from tarokk_club.accounts.operator_admin import HIDDEN, OperatorSite, build_operator_urls, site
from tarokk_club.club.models import Season, User
from tarokk_club.env import is_good_admin_path, read_program_version

pytestmark = pytest.mark.django_db
PLACE = "/kemence-k7Qp2vX9/"
TABLES = sorted(apps.get_app_config("club").get_models(), key=lambda model: model.__name__)
open_site = OperatorSite()
open_site.register(Season, admin.ModelAdmin)
urlpatterns = [*build_operator_urls(PLACE.strip("/")), *urls.urlpatterns]
handler404 = urls.handler404


@pytest.fixture(autouse=True)
def with_a_room(settings: Settings) -> None:
    settings.ROOT_URLCONF = __name__


@pytest.fixture
def operator(world: World) -> Client:
    """Somebody who operates the site and belongs to no club."""
    User.objects.filter(username="stranger").update(is_staff=True, is_superuser=True)
    return a_client(User.objects.get(username="stranger"))


def rooms(model: type[Model], row: Model | None = None) -> dict[str, str]:
    """The addresses of a table, by what is done there."""
    name = f"admin:club_{model._meta.model_name}"
    found = {"changelist": reverse(f"{name}_changelist"), "add": reverse(f"{name}_add")}
    if row:
        for act in ("change", "delete", "history"):
            found[act] = reverse(f"{name}_{act}", args=[row.pk])
    return found


def everything() -> str:
    """All that the book and its accounts hold."""
    flags = User.objects.order_by("pk").values_list("pk", "is_staff", "is_superuser", "is_active")
    return hash_database() + str(list(flags))


def _as_sent(row: Model) -> dict[str, str]:
    """What a form with this row in it would send."""
    said: dict[str, str] = {}
    for field in row._meta.concrete_fields:
        value = field.value_from_object(row)
        plain = "" if value is None else str(value)
        said[field.name] = json.dumps(value) if isinstance(value, dict | list) else plain
        said[f"{field.name}_0"], _space, said[f"{field.name}_1"] = said[field.name].partition(" ")
    return said


def attacked(client: Client, model: type[Model]) -> list[int]:
    """What is answered to every way of writing that the admin knows."""
    rows = list(model._default_manager.all())
    sent = {**(_as_sent(rows[0]) if rows else {}), "name": "x", "_save": "1"}
    chosen = {"action": "delete_selected", "_selected_action": [row.pk for row in rows]}
    answers = []
    for act, url in rooms(model, rows[0] if rows else None).items():
        answers += [client.post(url, one).status_code for one in (sent, {"post": "yes"})]
        if act == "changelist":
            agreed = {**chosen, "post": "yes"}
            answers += [client.post(url, one).status_code for one in (chosen, agreed)]
    return answers


@row("S59")
def test_admin_is_missing_unless_its_path_is_set(settings: Settings, operator: Client) -> None:
    settings.ROOT_URLCONF = "tarokk_club.urls"

    for url in (PLACE, "/admin/", "/admin/login/"):
        assert operator.get(url).status_code == 404


def test_admin_lists_exactly_the_expected_tables() -> None:
    assert set(site._registry) == set(TABLES)


@pytest.mark.sweep
def test_the_operator_looks_at_every_table(operator: Client) -> None:
    for model in TABLES:
        row = model._default_manager.first()
        for act, url in rooms(model, row).items():
            answer = operator.get(url)
            expected = 403 if act in ("add", "delete") else 200
            assert answer.status_code == expected, url
            for secret in HIDDEN & {field.name for field in model._meta.concrete_fields}:
                assert not re.search(rf"field-{secret}\b", text_of(answer))
                kept = str(getattr(row, secret)) if row else ""
                assert not kept or kept not in text_of(answer)


@pytest.mark.sweep
def test_footer_of_the_admin_shows_the_version(operator: Client) -> None:
    page = operator.get(PLACE).content.decode()

    assert f"Tarokk Club {read_program_version()}</footer>" in page


def test_admin_changes_no_data(operator: Client) -> None:
    before = everything()

    for model in sample_cases(TABLES):
        answers = [] if model is User else attacked(operator, model)
        assert everything() == before, model
        assert all(status in (200, 302, 403, 404, 405) for status in answers)


def test_attack_detects_a_writable_table(operator: Client, settings: Settings) -> None:
    """The attack above is one: on a table of Django's usual kind it changes the book."""
    usual = [path(PLACE.strip("/") + "/", open_site.urls), *urls.urlpatterns]
    settings.ROOT_URLCONF = type("Usual", (), {"urlpatterns": usual})
    before = everything()

    attacked(operator, Season)

    assert everything() != before


def test_only_the_operator_opens_the_admin(world: World, operator: Client) -> None:
    for person, user in world.people.items():
        if person == "stranger":
            continue
        client = a_client(user)
        for url in [PLACE, *rooms(User, user).values(), f"{PLACE}login/", f"{PLACE}nothing/"]:
            answer = client.get(url, follow=True)
            assert (answer.status_code, answer.redirect_chain) == (404, [])


@row("S59")
def test_admin_looks_like_a_missing_path_to_others(world: World) -> None:
    for user in (None, world.house.anna):
        client = a_client(user, csrf=True)
        for url in (PLACE, PLACE.rstrip("/"), f"{PLACE}login/", f"{PLACE}logout/", f"{PLACE}x"):
            for method in ("get", "post", "head"):
                there, never = (getattr(client, method)(one) for one in (url, "/never-was-x/"))
                assert (there.status_code, len(there.content)) == (404, len(never.content))


def test_admin_forms_require_the_csrf_token(world: World, operator: Client) -> None:
    strict = a_client(User.objects.get(username="stranger"), csrf=True)
    url = rooms(User, world.house.bela)["change"]

    assert strict.post(url, {"is_active": ""}).status_code == 403
    assert User.objects.get(pk=world.house.bela.pk).is_active


def test_admin_search_ignores_secrets(world: World, operator: Client) -> None:
    for model, lookup in (
        (User, "password__startswith"),
        (User, "invitations_made__token_hash__startswith"),
        (Season, "club__founded_by__password__contains"),
    ):
        url = rooms(model)["changelist"]
        assert operator.get(url, {lookup: "md5"}).status_code == 400, lookup
    named = operator.get(rooms(User)["changelist"], {"username__startswith": "an"})
    assert named.status_code == 200


def test_a_helper_without_rights_sees_no_table(world: World) -> None:
    User.objects.filter(username="stranger").update(is_staff=True)
    client = a_client(User.objects.get(username="stranger"))

    assert client.get(PLACE).status_code == 200
    for model in TABLES:
        assert client.get(rooms(model)["changelist"]).status_code == 403


def test_the_operator_pages_use_the_sign_in_of_the_site(client: Client, operator: Client) -> None:
    sent = client.post(f"{PLACE}login/", {"username": "stranger", "password": "kalandos pagat"})

    assert (sent.status_code, client.get(PLACE).status_code) == (404, 404)
    assert operator.post(f"{PLACE}logout/")["Location"] == "/accounts/logout/"
    assert operator.get(f"{PLACE}password_change/")["Location"] == "/accounts/password/change/"


def test_an_account_is_closed_and_nothing_else_of_it_changed(
    world: World, operator: Client
) -> None:
    member = world.people["member"]
    assert member
    client = a_client(member)
    wanted: dict[str, Any] = {"username": "x", "is_superuser": "on", "is_staff": "on"}

    operator.post(rooms(User, member)["change"], {**wanted, "password": "x", "_save": "1"})

    now = User.objects.get(pk=member.pk)
    assert not now.is_active
    assert (now.username, now.is_staff, now.is_superuser) == ("the-member", False, False)
    assert check_password("kalandos pagat", now.password)
    assert client.get("/me/").status_code == 302
    told = LogEntry.objects.get()
    assert told.object_repr == str(member.pk)
    assert "member" not in told.change_message


def test_operator_cannot_close_the_own_account(operator: Client) -> None:
    me = User.objects.get(username="stranger")

    assert operator.post(rooms(User, me)["change"], {"_save": "1"}).status_code == 403
    assert User.objects.get(pk=me.pk).is_active


@pytest.mark.parametrize(
    "asked", ["admin", "kemence", "my-admin-path-2026", "aaaaaaaaaaaaaa", "é" * 14]
)
def test_refuses_a_guessable_path(asked: str) -> None:
    assert not is_good_admin_path(asked)


def test_accepts_an_unguessable_path() -> None:
    assert is_good_admin_path(PLACE.strip("/"))
