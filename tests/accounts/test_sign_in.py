"""Signing in and out under attack: rows S11 to S19, S39 and S73 of the catalogue."""

import logging
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
import time_machine
from django.conf import settings as site
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from support.attackers import SIGN_IN, World, a_client, a_key, a_world, hash_database
from support.catalogue import row
from support.club_factories import a_hand
from tarokk_club.club.hand.usecases import DraftSubmission, save_draft
from tarokk_club.club.models import User

RIGHT, WRONG = "kalandos pagat", "not the password"
ELSEWHERE = "203.0.113.9"
HASHER = "django.contrib.auth.hashers.MD5PasswordHasher.encode"


@pytest.fixture(autouse=True)
def _nobody_tried_before() -> None:
    cache.clear()


@pytest.fixture
def world(db: None) -> World:
    """For each test its own: some of them begin with an empty site."""
    return a_world()


def sign_in(client: Client, name: str, password: str = WRONG, **meta: Any) -> Any:
    """Try to sign in."""
    return client.post(SIGN_IN, {"login": name, "password": password}, **meta)


def inside(client: Client) -> bool:
    """Whether somebody is signed in here."""
    return SESSION in client.cookies and client.get("/me/").status_code == 200


SESSION = site.SESSION_COOKIE_NAME


@row("S11")
def test_guessing_one_password_is_stopped(world: World) -> None:
    answers = [sign_in(Client(), "anna") for _try in range(30)]

    statuses = [answer.status_code for answer in answers]
    assert statuses.index(429) in range(5, 11)
    assert set(statuses[10:]) == {429}
    assert int(answers[-1]["Retry-After"]) > 0
    assert "Too many attempts" in answers[-1].content.decode()


@row("S11")
def test_password_guessing_leaves_the_owners_devices_usable(world: World) -> None:
    own = Client()
    first = sign_in(own, "Anna", RIGHT)
    own.post(reverse("account_logout"))
    for number in range(30):
        sign_in(Client(), "anna", REMOTE_ADDR=f"198.51.100.{number}")
        sign_in(Client(), "anna")

    elsewhere = sign_in(Client(), "anna", RIGHT)
    again = sign_in(own, "anna", RIGHT)

    assert (first.status_code, elsewhere.status_code, again.status_code) == (302, 429, 302)
    assert inside(own)


@row("S11")
def test_familiar_device_is_locked_out_after_many_guesses(world: World) -> None:
    own = Client()
    sign_in(own, "anna", RIGHT)
    own.post(reverse("account_logout"))

    statuses = [sign_in(own, "anna").status_code for _try in range(40)]

    assert statuses[-1] == 429


@row("S11")
@pytest.mark.ci
@pytest.mark.parametrize("forged", ["nonsense", "abc:def", "abc:def:ghi", "\x00"])
def test_failed_sign_in_does_not_make_a_device_familiar(world: World, forged: str) -> None:
    client = Client()
    client.cookies[site.DEVICE_COOKIE_NAME] = forged

    statuses = [sign_in(client, "anna").status_code for _try in range(12)]

    assert statuses[-1] == 429


@row("S12")
def test_a_flood_is_stopped_before_any_password_is_hashed(world: World) -> None:
    with patch(HASHER, return_value="md5$x$y") as hashed:
        answers = [sign_in(Client(), f"name-{number}") for number in range(60)]

    assert hashed.call_count <= 10
    assert {answer.status_code for answer in answers[10:]} == {429}
    assert Client().get(SIGN_IN).status_code == 200


@row("S13")
def test_one_password_for_many_accounts_is_stopped(world: World) -> None:
    """A forged address in a header buys no further try."""
    statuses = [
        sign_in(Client(), f"name-{number}", HTTP_X_FORWARDED_FOR=f"10.0.0.{number}").status_code
        for number in range(40)
    ]

    assert statuses.count(429) >= 29


@row("S13")
def test_another_address_may_still_try(world: World) -> None:
    for number in range(20):
        sign_in(Client(), f"name-{number}")

    assert sign_in(Client(), "anna", RIGHT, REMOTE_ADDR=ELSEWHERE).status_code == 302


@row("S14")
def test_a_name_that_exists_is_answered_like_one_that_does_not(world: World) -> None:
    """Same words, status and size; and a password is hashed for either."""
    with patch(HASHER, return_value="md5$x$y") as hashed:
        known = sign_in(Client(), "anna")
        for_known = hashed.call_count
        unknown = sign_in(Client(), "inna")

    assert known.status_code == unknown.status_code
    assert _without_token(known).replace("anna", "") == _without_token(unknown).replace("inna", "")
    assert for_known == hashed.call_count - for_known == 1


def _without_token(answer: Any) -> str:
    token = answer.context["csrf_token"]
    return str(answer.content.decode().replace(str(token), ""))


def _create_club(password: str, *, club: str = "Zugló Tarokk") -> Any:
    form = {
        "key": a_key(),
        "club": club,
        "name": "Anna",
        "password": password,
        "language": "en",
        "currency": "HUF",
    }
    return Client().post(reverse("club:found"), form)


@row("S15")
@pytest.mark.django_db
@pytest.mark.parametrize("password", ["1234567", "password1", "zugló tarokk", "Zuglo", "12345678"])
def test_a_password_that_is_easily_guessed_is_refused(password: str) -> None:
    answer = _create_club(password)

    assert answer.status_code == 422
    assert answer.context["form"].errors["password"]
    assert not User.objects.exists()


@row("S15")
@pytest.mark.django_db
@pytest.mark.parametrize("password", ["ű" * 64 + "x" * 136, " két szóköz ", "🂡🃏 skíz és pagát"])
def test_long_or_odd_password_is_stored_exactly(password: str) -> None:
    answer = _create_club(password)

    assert answer.status_code == 302
    anna = User.objects.get()
    assert anna.check_password(password)
    assert not anna.check_password(password[:-1])
    assert not anna.check_password(password.strip() + "x")


@row("S17")
def test_a_planted_session_is_not_the_one_signed_in_with(world: World) -> None:
    store = SessionStore()
    store["mine"] = "an attacker's"
    store.create()
    planted = str(store.session_key)
    own = Client()
    own.cookies[SESSION] = planted

    sign_in(own, "anna", RIGHT)

    assert own.cookies[SESSION].value != planted
    old = Client()
    old.cookies[SESSION] = planted
    assert not inside(old)


@row("S17")
def test_a_session_in_the_address_counts_for_nothing(world: World) -> None:
    cookie = a_client(world.house.anna).cookies[SESSION].value

    answer = Client().get(f"/me/?{SESSION}={cookie}&sessionid={cookie}")

    assert answer.status_code == 302
    assert answer["Location"].startswith(SIGN_IN)


@row("S18")
def test_cookie_from_before_signing_out_is_invalid(world: World) -> None:
    client = a_client(world.house.anna)
    copy = Client()
    copy.cookies[SESSION] = client.cookies[SESSION].value
    before = inside(copy)

    client.post(reverse("account_logout"))

    assert before
    assert not inside(copy)


@row("S18")
def test_another_password_ends_every_other_session(world: World) -> None:
    elsewhere = a_client(world.house.anna)
    world.house.anna.set_password("egészen más jelszó")
    world.house.anna.save()

    assert not inside(elsewhere)


@row("S18")
def test_opening_the_sign_out_page_does_not_sign_out(world: World) -> None:
    client = a_client(world.house.anna)

    client.get(reverse("account_logout"))

    assert inside(client)


@row("S19")
def test_a_session_ends_thirty_days_after_signing_in(world: World) -> None:
    now = timezone.now()
    client = a_client(world.house.anna)
    with time_machine.travel(now + timedelta(days=29)):
        before = inside(client)
    with time_machine.travel(now + timedelta(days=31)):
        after = inside(client)

    assert (before, after) == (True, False)


@row("S19")
def test_half_entered_hand_survives_signing_in_again(world: World) -> None:
    record = a_hand(world.house, result=None)
    sketch = DraftSubmission(key=world.house.club.id, revision=0, record=record)
    save_draft(session_id=world.session.id, by=world.house.anna, submitted=sketch)
    client = a_client(world.house.anna)
    client.post(reverse("account_logout"))
    page = reverse("club:hand_new", args=[world.house.club.slug, world.session.id])

    sent_away = client.get(page)
    sign_in(client, "anna", RIGHT)

    assert sent_away.status_code == 302
    assert str(sketch.key) in client.get(page).content.decode()


@row("S39")
def test_no_password_and_no_token_comes_into_the_log(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, logger="tarokk_club")
    client = Client()
    sign_in(client, "anna", "secret-pass-word")
    sign_in(client, "anna", RIGHT)
    client.get(f"{SIGN_IN}?next=/&token=secret-to-ken")

    written = "".join(str(vars(record)) for record in caplog.records)
    assert "path" in written
    for secret in ("secret-pass-word", RIGHT, "secret-to-ken", client.cookies[SESSION].value):
        assert secret not in written


@row("S73")
def test_sessions_outlive_a_new_key_with_the_old_one_beside_it(
    world: World, settings: Settings
) -> None:
    client, old = a_client(world.house.anna), settings.SECRET_KEY

    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new-" + "y" * 60, [old]

    assert inside(client)


@row("S73")
def test_sessions_end_without_the_old_key(world: World, settings: Settings) -> None:
    client = a_client(world.house.anna)
    before = hash_database()

    settings.SECRET_KEY = "new-" + "y" * 60

    assert not inside(client)
    assert hash_database() == before
