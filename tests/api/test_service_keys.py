"""Service keys: of no person, for clubs that their maker owns, and gone with the ownership."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from support.attackers import World, a_client, a_fresh_client, a_key, routes
from support.catalogue import row
from support.club_factories import a_form, a_hand, a_user
from support.programs import API, a_service_key, with_token
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import (
    AuditLine,
    Club,
    Membership,
    Role,
    ServiceGrant,
    ServiceKey,
    User,
)
from tarokk_club.club.people.usecases.members import change_roles, remove_member
from tarokk_club.club.privacy.usecases.clearing import delete_outdated_rows
from tarokk_club.club.privacy.usecases.erasing import erase_person
from tarokk_club.club.privacy.usecases.revoking import repeat_revocations

API_ROUTES = sorted(
    (name, parts)
    for name, parts in routes().items()
    if name.startswith("club:api_") and "slug" in parts
)


@pytest.fixture
def owner(world: World) -> User:
    """Who owns Anna's club, and can neither enter nor settle."""
    found = world.people["owner"]
    assert found
    return found


def form_for(*clubs: Club, **changes: Any) -> dict[str, Any]:
    until = timezone.now().date() + timedelta(days=30)
    told = {"key": a_key(), "name": "Honlap", "clubs": [one.pk for one in clubs]}
    return told | {"scopes": ["enter"], "until": until} | changes


def get_club(token: str, club: Club) -> Any:
    return with_token(token).get(f"{API}/clubs/{club.slug}")


def test_service_key_is_created_displayed_once_and_used(world: World, owner: User) -> None:
    browser, form = a_fresh_client(owner), form_for(world.house.club)
    page = browser.post(reverse("club:service_keys"), form)
    (token,) = re.findall(r"tarokk_service_[\w-]{43}", page.text)

    again = browser.post(reverse("club:service_keys"), form)
    told = get_club(token, world.house.club).json()

    assert (told["name"], told["person"]) == ("Honlap", None)
    assert set(told["rights"]) == {"read", "export", "enter", "correct"}
    assert "tarokk_service_" not in again.text
    assert ServiceKey.objects.count() == 1


def test_its_form_is_refused_with_other_content_or_once_the_key_is_deleted(
    world: World, owner: User
) -> None:
    browser, form = a_fresh_client(owner), form_for(world.house.club)
    browser.post(reverse("club:service_keys"), form)

    other = browser.post(reverse("club:service_keys"), form | {"name": "Kijelző"})
    ServiceKey.objects.all().delete()
    again = browser.post(reverse("club:service_keys"), form)

    for page in (other, again):
        assert "already sent with other content" in page.text
    assert not ServiceKey.objects.exists()


def test_creating_a_service_key_requires_the_password(world: World, owner: User) -> None:
    page = a_client(owner).post(reverse("club:service_keys"), form_for(world.house.club))

    assert page.status_code == 302 and "reauthenticate" in page["Location"]
    assert not ServiceKey.objects.exists()


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": ""}, "name"),
        ({"clubs": []}, "clubs"),
        ({"clubs": ["00000000-0000-4000-8000-000000000000"]}, "clubs"),
        ({"scopes": ["everything"]}, "scopes"),
        ({"until": "2099-01-01"}, "until"),
    ],
)
def test_refuses_an_invalid_service_key_form(
    world: World, owner: User, changes: dict[str, Any], field: str
) -> None:
    form = form_for(world.house.club, **changes)
    page = a_fresh_client(owner).post(reverse("club:service_keys"), form)

    assert page.status_code == 422
    assert field in page.context["form"].errors
    assert not User.objects.filter(is_service=True).exists()


@pytest.mark.parametrize("role", ["secretary", "treasurer", "scorer", "member", "other"])
def test_only_an_owner_creates_a_service_key(world: World, role: str) -> None:
    user = world.people[role]
    assert user
    page = a_fresh_client(user).post(reverse("club:service_keys"), form_for(world.house.club))

    assert page.status_code == 422
    assert not ServiceKey.objects.exists()


def test_operator_creates_a_service_key_for_any_club(world: World) -> None:
    operator = a_user("operator")
    User.objects.filter(pk=operator.pk).update(is_superuser=True, is_staff=True)
    operator.refresh_from_db()
    key, token = a_service_key(operator, world.house.club, world.other)

    assert [get_club(token, club).status_code for club in (world.house.club, world.other)] == [
        200
    ] * 2
    User.objects.filter(pk=operator.pk).update(is_superuser=False)
    assert get_club(token, world.house.club).status_code == 401
    assert key.as_operator


def test_entries_of_a_service_key_bear_its_name(world: World, owner: User) -> None:
    key, token = a_service_key(owner, world.house.club)
    path = f"{API}/clubs/{world.house.club.slug}/sessions/{world.session.pk}/hands"
    answer = with_token(token).post(
        path,
        json.dumps(a_hand(world.house)),
        content_type="application/json",
        headers={"Idempotency-Key": str(uuid4())},
    )

    assert answer.status_code == 201
    change = world.session.changes.latest("seq")
    assert change.author == key.account and change.author.name == "honlap"
    assert (
        "honlap"
        in a_client(world.house.anna)
        .get(reverse("club:history", args=[world.house.club.slug, world.session.pk]))
        .text
    )
    assert list(iter_findings()) == []


@row("S105")
@pytest.mark.parametrize(("name", "parts"), API_ROUTES)
def test_a_service_key_opens_only_its_clubs(
    world: World, owner: User, name: str, parts: tuple[str, ...]
) -> None:
    Membership.objects.create(user=owner, club=world.other, roles=[Role.OWNER.value])
    _, inside = a_service_key(owner, world.house.club)
    _, outside = a_service_key(owner, world.other)
    path = world.address(name, parts)
    invented = path.replace(world.house.club.slug, "never-was")

    answers = [with_token(token).get(path) for token in (inside, outside)]
    never = with_token(outside).get(invented)

    assert answers[0].status_code in (200, 405)
    assert (answers[1].status_code, answers[1].content) == (never.status_code, never.content)
    assert never.status_code in (404, 405)


@pytest.mark.parametrize("scopes", [(), ("money",), ("enter",)])
def test_a_service_key_is_limited_to_its_scopes(
    world: World, owner: User, scopes: tuple[str, ...]
) -> None:
    _, token = a_service_key(owner, world.house.club, scopes=scopes)
    base = f"{API}/clubs/{world.house.club.slug}"
    hand = with_token(token).post(
        f"{base}/sessions/{world.session.pk}/hands",
        json.dumps(a_hand(world.house)),
        content_type="application/json",
    )
    money = with_token(token).get(f"{base}/balances")

    assert (hand.status_code != 403) == ("enter" in scopes)
    assert money.status_code == (200 if "money" in scopes else 403)


def test_service_account_cannot_sign_in_and_is_no_member(world: World, owner: User) -> None:
    key, token = a_service_key(owner, world.house.club)
    slug = world.house.club.slug

    assert not key.account.is_active and not key.account.has_usable_password()
    assert not Membership.objects.filter(user=key.account).exists()
    assert "honlap" not in a_client(owner).get(reverse("club:members", args=[slug])).text
    browser = Client(headers={"Authorization": f"Bearer {token}"})
    assert browser.get(reverse("club:club", args=[slug])).status_code == 302


def _leaves(world: World, owner: User) -> None:
    form = a_form(world.house.anna)
    remove_member(club_id=world.house.club.id, form=form, user_id=owner.pk)


def _owns_no_more(world: World, owner: User) -> None:
    change_roles(
        club_id=world.house.club.id,
        form=a_form(world.house.anna),
        user_id=owner.pk,
        roles=[Role.MEMBER.value],
    )


def _is_erased(world: World, owner: User) -> None:
    erase_person(club_id=world.house.club.id, form=a_form(world.house.anna), user_id=owner.pk)


def _signs_out_everywhere(world: World, owner: User) -> None:
    ends = [f"service:{ServiceKey.objects.get().pk}"]
    page = a_fresh_client(owner).get(reverse("club:me"))
    assert ends[0] in page.text and "honlap" in page.text
    a_fresh_client(owner).post(reverse("club:leave_everywhere"), {"ends": ends})


def _takes_it_back(world: World, owner: User) -> None:
    url = reverse("club:service_key_drop", args=[ServiceKey.objects.get().pk])
    a_client(world.house.anna).post(url, {"key": a_key()})
    assert ServiceKey.objects.exists()
    a_fresh_client(owner).post(url, {"key": a_key()})


def _is_shut_out(world: World, owner: User) -> None:
    url = reverse("club:programs", args=[world.house.club.slug])
    assert "honlap" in a_client(owner).get(url).text
    a_client(world.house.anna).post(url, {"key": a_key(), "drop": str(ServiceKey.objects.get().pk)})


@row("S105")
@pytest.mark.parametrize(
    "ending",
    [_leaves, _owns_no_more, _is_erased, _signs_out_everywhere, _takes_it_back, _is_shut_out],
)
def test_a_service_key_ends_with_its_owners_access(
    world: World, owner: User, ending: Callable[[World, User], None]
) -> None:
    Membership.objects.filter(user=world.house.anna).update(roles=[role.value for role in Role])
    key, token = a_service_key(owner, world.house.club)
    assert get_club(token, world.house.club).status_code == 200

    ending(world, owner)

    assert get_club(token, world.house.club).status_code == 401
    assert not ServiceGrant.objects.exists()
    line = AuditLine.objects.get(act="service_key_ended")
    assert line.facts == {"whom": str(key.account_id)}
    # A restored backup does not bring it back.
    key.save(force_insert=True)
    repeat_revocations(listed=frozenset({("key", str(key.pk))}))
    assert not ServiceKey.objects.exists()


def test_service_key_loses_only_the_club_its_owner_left(world: World, owner: User) -> None:
    Membership.objects.create(user=owner, club=world.other, roles=[Role.OWNER.value])
    _, token = a_service_key(owner, world.house.club, world.other)

    _leaves(world, owner)

    assert [get_club(token, club).status_code for club in (world.house.club, world.other)] == [
        404,
        200,
    ]


def test_deletes_expired_service_keys_and_keeps_their_accounts(world: World, owner: User) -> None:
    key, token = a_service_key(owner, world.house.club)
    ServiceKey.objects.update(ends_at=timezone.now() - timedelta(days=8))

    assert get_club(token, world.house.club).status_code == 401
    delete_outdated_rows(now=timezone.now())
    assert not ServiceKey.objects.exists()
    assert User.objects.filter(pk=key.account_id).exists()
