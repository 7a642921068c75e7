"""A sign-in that runs out in the midst of a hand loses nothing that was typed."""

from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains

from support.club_factories import House, a_hand, recorded
from support.entry_forms import address, fields_of
from tarokk_club.accounts import unsent_form
from tarokk_club.club.models import Entry, Session

PASSWORD = "kalandos pagat"


@pytest.fixture
def at(house: House, session: Session) -> UUID:
    entry = recorded(house, session, a_hand(house))[0].entry_id
    assert entry
    return entry


def typed(client: Client, house: House, url: str) -> dict[str, str]:
    """What Anna has chosen and typed when her sign-in runs out."""
    client.post(reverse("account_login"), {"login": "anna", "password": PASSWORD})
    fields = fields_of(client.get(url))
    players = house.players
    told = {"declarer": players["Dóra"], "bid": "solo", "partner": players["Béla"]}
    return fields | told | {"result": "lost", "note": "Nem volt huszas."}


def ran_out(client: Client) -> None:
    """The session is gone; that somebody has signed in with it, the browser still knows."""
    del client.cookies[settings.SESSION_COOKIE_NAME]


def signed_in_again(client: Client, where: str) -> Any:
    """The page to which signing in leads."""
    return client.post(where, {"login": "anna", "password": PASSWORD}, follow=True)


@pytest.mark.parametrize("name", ["hand_new", "entry_correct", "entry_insert"])
def test_a_hand_survives_a_sign_in_that_runs_out(
    house: House, session: Session, at: UUID, client: Client, name: str
) -> None:
    url = address(session, name, *([at] if name != "hand_new" else []))
    fields = typed(client, house, url)
    ran_out(client)

    asked = client.post(url, fields)
    page = client.get(asked["Location"])
    assertContains(page, "What you entered is kept")
    back = signed_in_again(client, asked["Location"])

    sent = fields_of(back)
    assert (sent["note"], sent["bid"]) == ("Nem volt huszas.", "solo")
    assert sent["declarer"] == house.players["Dóra"]
    assert Entry.objects.count() == 1


def test_a_post_without_an_account_sets_no_session_cookie(
    house: House, session: Session, client: Client
) -> None:
    url = address(session, "hand_new")
    fields = typed(client, house, url)
    stranger = Client()

    stranger.post(url, fields)

    assert settings.SESSION_COOKIE_NAME not in stranger.cookies


def test_restores_the_unsent_form_only_once(house: House, session: Session, client: Client) -> None:
    url = address(session, "hand_new")
    fields = typed(client, house, url)
    ran_out(client)
    asked = client.post(url, fields)
    signed_in_again(client, asked["Location"])

    assertNotContains(client.get(url), "Nem volt huszas.")


def test_a_worker_that_fetches_the_page_in_advance_leaves_it_to_the_reader(
    house: House, session: Session, client: Client
) -> None:
    url = address(session, "hand_new")
    fields = typed(client, house, url)
    ran_out(client)
    asked = client.post(url, fields)
    client.post(asked["Location"], {"login": "anna", "password": PASSWORD})

    kept = client.get(url, headers={"Purpose": "prefetch"})

    assertNotContains(kept, "Nem volt huszas.")
    assert fields_of(client.get(url))["note"] == "Nem volt huszas."


def test_background_refusal_does_not_appear_on_the_next_page(
    session: Session, anna: Client
) -> None:
    url = address(session, "hand_new")
    Session.objects.filter(pk=session.pk).update(closed=True)

    refused = anna.get(url, headers={"Purpose": "prefetch"})

    assert refused.status_code == 302
    assertNotContains(anna.get(refused["Location"]), "open it again first")
    assertContains(anna.get(url, follow=True), "open it again first")


def test_a_page_fetched_in_advance_leaves_messages_to_the_page_that_is_seen(
    session: Session, anna: Client
) -> None:
    url, rows = address(session, "hand_new"), Session.objects.filter(pk=session.pk)
    rows.update(closed=True)
    refused = anna.get(url)
    rows.update(closed=False)

    assertNotContains(anna.get(url, headers={"Purpose": "prefetch"}), "open it again first")
    assertContains(anna.get(refused["Location"]), "open it again first")


def test_the_form_expires_after_an_hour(
    house: House, session: Session, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = address(session, "hand_new")
    fields = typed(client, house, url)
    ran_out(client)
    asked = client.post(url, fields)
    monkeypatch.setattr(unsent_form, "STORED_SECONDS", -1)

    assertNotContains(signed_in_again(client, asked["Location"]), "Nem volt huszas.")


def test_a_form_too_long_for_a_hand_is_not_stored(
    house: House, session: Session, client: Client
) -> None:
    asked = client.post(address(session, "hand_new"), {"note": "x" * 30_000})

    assertNotContains(client.get(asked["Location"]), "What you entered is kept")


def test_other_forms_are_not_stored(session: Session, client: Client) -> None:
    asked = client.post(address(session, "undo"), {"version": "1"})

    assert "unsent_form" not in client.session
    assertNotContains(client.get(asked["Location"]), "What you entered is kept")
