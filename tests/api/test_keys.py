"""API keys: created, displayed once, used, revoked, and deleted with their owner."""

import re
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from support.attackers import World, a_client, a_fresh_client, a_key
from support.club_factories import a_form
from support.programs import API, a_key_of, a_program, with_token
from tarokk_club.club.formatting.numbers_and_dates import format_plain_date
from tarokk_club.club.models import ApiKey, AuditLine, Club, Membership
from tarokk_club.club.people.usecases.members import remove_member
from tarokk_club.club.privacy.queries.personal import collect_user_data
from tarokk_club.club.privacy.usecases.clearing import delete_outdated_rows
from tarokk_club.club.privacy.usecases.erasing import erase_person


def form_for(its_club: Club, **changes: Any) -> dict[str, Any]:
    until = timezone.now().date() + timedelta(days=30)
    told = {"key": a_key(), "name": "Lap", "club": its_club.pk, "scopes": ["enter"], "until": until}
    return told | changes


def get_club(client: Client, world: World) -> Any:
    return client.get(f"{API}/clubs/{world.house.club.slug}")


def test_key_is_displayed_once_used_and_revoked(world: World) -> None:
    anna = a_fresh_client(world.house.anna)
    page = anna.post(reverse("club:keys"), form_for(world.house.club))
    (token,) = re.findall(r"tarokk_[\w-]{43}", page.text)

    told = get_club(with_token(token), world).json()

    assert told["club"]["slug"] == world.house.club.slug
    assert told["scopes"] == ["read", "enter"]
    assert set(told["rights"]) == {"read", "enter", "correct", "export"}


def test_key_is_displayed_once_and_stored_as_a_digest(world: World) -> None:
    anna, form = a_fresh_client(world.house.anna), form_for(world.house.club)
    (token,) = re.findall(r"tarokk_[\w-]{43}", anna.post(reverse("club:keys"), form).text)

    again = anna.post(reverse("club:keys"), form)

    assert "tarokk_" not in again.text + anna.get(reverse("club:keys")).text
    key = ApiKey.objects.get()
    assert token not in str(vars(key)) and len(key.token_hash) == 64


def test_the_page_names_the_last_day_that_was_chosen(world: World) -> None:
    form = form_for(world.house.club)
    page = a_fresh_client(world.house.anna).post(reverse("club:keys"), form)

    key, end = ApiKey.objects.get(), form["until"] + timedelta(days=1)
    assert f"valid until {format_plain_date(form['until'])}" in page.text
    assert key.is_valid(datetime.combine(form["until"], time(23, 59), UTC))
    assert not key.is_valid(datetime.combine(end, time(), UTC))


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "a\u202eb"}, "name"),
        ({"until": "2001-01-01"}, "until"),
        ({"until": "2099-01-01"}, "until"),
        ({"scopes": ["everything"]}, "scopes"),
        ({"club": "00000000-0000-4000-8000-000000000000"}, "club"),
    ],
)
def test_refuses_an_invalid_key_form(world: World, changes: dict[str, Any], field: str) -> None:
    form = form_for(world.house.club, **changes)
    page = a_fresh_client(world.house.anna).post(reverse("club:keys"), form)

    assert page.status_code == 422
    assert field in page.context["form"].errors
    assert not ApiKey.objects.exists()


def test_number_of_keys_is_limited(world: World) -> None:
    for _ in range(20):
        a_key_of(world.house.anna, world.house.club)
    page = a_fresh_client(world.house.anna).post(reverse("club:keys"), form_for(world.house.club))

    assert page.status_code == 422
    assert ApiKey.objects.count() == 20


def test_the_page_shows_the_last_use_of_a_key(world: World) -> None:
    key, token = a_key_of(world.house.anna, world.house.club)
    page = a_fresh_client(world.house.anna).get(reverse("club:keys"))
    assert "never used" in page.text

    get_club(with_token(token), world)

    key.refresh_from_db()
    assert key.last_used_at
    assert "never used" not in a_fresh_client(world.house.anna).get(reverse("club:keys")).text


def test_only_its_owner_revokes_a_key(world: World) -> None:
    key, token = a_key_of(world.house.anna, world.house.club)
    url = reverse("club:key_drop", args=[key.pk])
    a_client(world.house.bela).post(url, {"key": a_key()})
    assert get_club(with_token(token), world).status_code == 200

    a_fresh_client(world.house.anna).post(url, {"key": a_key()})

    assert get_club(with_token(token), world).status_code == 401
    assert AuditLine.objects.filter(act="key_dropped").count() == 1


def test_owner_revokes_a_members_key(world: World) -> None:
    key, token = a_key_of(world.house.bela, world.house.club)
    url = reverse("club:member_keys", args=[world.house.club.slug, world.house.bela.pk])
    owner = a_client(world.people["owner"])
    assert key.name in owner.get(url).text

    owner.post(url, {"key": a_key(), "drop": key.pk})

    assert get_club(with_token(token), world).status_code == 401


def test_another_clubs_owner_takes_back_nothing(world: World) -> None:
    key, _token = a_key_of(world.house.bela, world.house.club)
    mine = reverse("club:member_keys", args=[world.other.slug, world.people["other"].pk])  # type: ignore[union-attr]
    a_client(world.people["other"]).post(mine, {"key": a_key(), "drop": key.pk})

    assert ApiKey.objects.filter(pk=key.pk).exists()


@pytest.mark.parametrize(
    "token", ["", "x", "tarokk_", "tarokk_" + "a" * 43, "tarokk_" + "é" * 9000]
)
def test_refuses_a_malformed_key(world: World, token: str) -> None:
    answer = Client(raise_request_exception=False).get(
        f"{API}/clubs/{world.house.club.slug}",
        headers={"Authorization": f"Bearer {token}".encode().decode("latin-1")},
    )

    assert answer.status_code in (400, 401)
    assert answer["Content-Type"] == "application/problem+json"


def test_sign_in_does_not_replace_a_key(world: World) -> None:
    assert get_club(a_fresh_client(world.house.anna), world).status_code == 401


def test_expired_key_is_refused(world: World) -> None:
    _key, token = a_key_of(world.house.anna, world.house.club, days=-1)

    answer = get_club(with_token(token), world)

    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")


def test_a_key_is_for_one_club(world: World) -> None:
    Membership.objects.create(user=world.house.anna, club=world.other, roles=["owner"])
    program = a_program(world.house.anna, world.house.club)

    assert program.get(f"{API}/clubs/{world.other.slug}").status_code == 404


def test_leaving_the_club_revokes_the_keys(world: World) -> None:
    _key, token = a_key_of(world.house.bela, world.house.club)
    form = a_form(world.house.anna)
    remove_member(club_id=world.house.club.id, form=form, user_id=world.house.bela.pk)

    assert get_club(with_token(token), world).status_code == 401
    assert not ApiKey.objects.exists()


@pytest.mark.parametrize("roles", [["member"], ["scorer"]])
def test_key_loses_rights_of_a_removed_role_at_the_next_request(
    world: World, roles: list[str]
) -> None:
    program = a_program(world.house.anna, world.house.club)
    before = set(get_club(program, world).json()["rights"])
    Membership.objects.filter(user=world.house.anna).update(roles=roles)

    assert set(get_club(program, world).json()["rights"]) < before


def test_club_with_two_factors_limits_keys_made_without_a_passkey(world: World) -> None:
    Club.objects.filter(pk=world.house.club.pk).update(two_factors=True)
    treasurer = world.people["treasurer"]
    assert treasurer
    _, without = a_key_of(treasurer, world.house.club)
    _, shown = a_key_of(treasurer, world.house.club, second_step=True)

    assert "export" not in get_club(with_token(without), world).json()["rights"]
    assert "export" in get_club(with_token(shown), world).json()["rights"]


def test_requests_of_a_key_are_throttled(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.SITE_RATE_LIMITS, "key", "2/m/key")
    program, other = (a_program(world.house.anna, world.house.club) for _ in range(2))

    assert [get_club(program, world).status_code for _ in range(3)] == [200, 200, 429]
    assert get_club(other, world).status_code == 200


def test_guessing_keys_is_throttled(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.SITE_RATE_LIMITS, "unknown_key", "2/m/ip")
    guesses = [get_club(with_token(f"tarokk_{n}"), world).status_code for n in range(3)]

    assert guesses == [401, 401, 429]
    assert get_club(a_program(world.house.anna, world.house.club), world).status_code == 200


def test_personal_data_contains_keys_without_their_tokens(world: World) -> None:
    key, _ = a_key_of(world.house.bela, world.house.club)

    (told,) = collect_user_data(world.house.bela)["account"]["keys"]
    assert (told["name"], told["for"]) == (key.name, key.scopes)
    assert key.token_hash not in str(told)


def test_deletes_expired_keys_and_keys_of_erased_persons(world: World) -> None:
    a_key_of(world.house.bela, world.house.club)
    a_key_of(world.house.anna, world.house.club, days=-8)
    delete_outdated_rows(now=timezone.now())
    assert ApiKey.objects.count() == 1

    form = a_form(world.people["owner"])
    erase_person(club_id=world.house.club.id, form=form, user_id=world.house.bela.pk)

    assert not ApiKey.objects.exists()


def test_log_records_who_created_a_key(world: World) -> None:
    a_fresh_client(world.house.anna).post(reverse("club:keys"), form_for(world.house.club))
    url = reverse("club:log", args=[world.house.club.slug])

    assert "made a key for programs." in a_client(world.people["owner"]).get(url).text
