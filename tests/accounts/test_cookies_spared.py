"""Cookies are set again once a day, and whenever the browser sends others."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from support.club_factories import House
from support.club_web import form_in
from tarokk_club.accounts import sessions

A_WHILE = 60
BOTH = {settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME}


@pytest.fixture
def anna(house: House) -> Client:
    client = Client()
    client.force_login(house.anna)
    return client


def sent(client: Client, house: House) -> list[set[str]]:
    """The cookies that come with the answer to a form, and with the page that says it is done."""
    url = reverse("club:players", args=[house.club.slug])
    form = form_in(client.get(url), url)
    name = f"Player {house.club.players.count()}"
    saved = client.post(url, {**form.sent, "name": name})
    assert saved.status_code == 302
    shown = client.get(saved["Location"])
    return [set(one.cookies) for one in (saved, shown)]


def test_a_browser_gets_its_cookies_once_a_day(anna: Client, house: House) -> None:
    first = anna.get(reverse("club:players", args=[house.club.slug]))
    assert set(first.cookies) == {settings.CSRF_COOKIE_NAME}

    assert sent(anna, house) == [set(), set()]


def test_the_next_day_they_are_renewed(
    anna: Client, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent(anna, house)
    assert sent(anna, house) == [set(), set()]
    monkeypatch.setattr(sessions, "_format_today", lambda: "2099-01-01")

    assert settings.SESSION_COOKIE_NAME in sent(anna, house)[0]
    assert sent(anna, house) == [set(), set()]

    cookie = anna.cookies[settings.SESSION_COOKIE_NAME]
    # Whole seconds of two clocks are compared, and a second may turn between them.
    assert 0 <= settings.SESSION_COOKIE_AGE - int(cookie["max-age"]) < A_WHILE


def test_lost_or_changed_cookies_are_set_again(anna: Client, house: House) -> None:
    url = reverse("club:players", args=[house.club.slug])
    sent(anna, house)
    assert settings.CSRF_COOKIE_NAME not in anna.get(url).cookies

    del anna.cookies[settings.CSRF_COOKIE_NAME]
    assert settings.CSRF_COOKIE_NAME in anna.get(url).cookies

    anna.cookies[settings.CSRF_COOKIE_NAME] = "wrong"
    assert settings.CSRF_COOKIE_NAME in anna.get(url).cookies


def test_signing_in_sets_new_cookies_on_the_same_day(anna: Client, house: House) -> None:
    sent(anna, house)
    before = anna.cookies[settings.SESSION_COOKIE_NAME].value
    url = reverse("account_login")
    visitor = Client()
    visitor.cookies[settings.CSRF_COOKIE_NAME] = anna.cookies[settings.CSRF_COOKIE_NAME].value

    answer = visitor.post(url, {"login": "anna", "password": "kalandos pagat"})

    assert answer.status_code == 302
    assert set(answer.cookies) >= BOTH
    assert answer.cookies[settings.SESSION_COOKIE_NAME].value != before
