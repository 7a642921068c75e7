"""Passkeys: their owners, where they are offered; the password stays valid."""

from datetime import timedelta

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added, authenticator_removed
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from support.club_factories import House, a_house, create_denes
from support.club_web import text_of
from tarokk_club.club.models import Act, AuditLine, User

pytestmark = pytest.mark.django_db
SIGN_IN = "/accounts/login/"
LIST = "/accounts/2fa/webauthn/"


@pytest.fixture
def house() -> House:
    return a_house()


def a_passkey(user: User) -> Authenticator:
    data = {"name": "Anna's phone", "credential": {}}
    return Authenticator.objects.create(
        user=user, type=Authenticator.Type.WEBAUTHN.value, data=data
    )


def signed_in(client: Client, name: str = "anna") -> Client:
    client.post(SIGN_IN, {"login": name, "password": "kalandos pagat"})
    return client


def test_the_list_of_passkeys_names_each(client: Client, house: House) -> None:
    a_passkey(house.anna)

    assert "Anna&#x27;s phone" in text_of(signed_in(client).get(LIST))


def test_user_with_a_passkey_can_sign_in_by_password(client: Client, house: House) -> None:
    a_passkey(house.anna)

    response = client.post(SIGN_IN, {"login": "anna", "password": "kalandos pagat"})

    assert (response.status_code, response["Location"]) == (302, "/")
    assert client.get("/me/").status_code == 200


def test_user_cannot_change_or_remove_a_passkey_of_another(client: Client, house: House) -> None:
    key = a_passkey(house.anna)
    signed_in(client, create_denes().username)

    for name in ("mfa_edit_webauthn", "mfa_remove_webauthn"):
        url = reverse(name, args=[key.pk])
        assert client.get(url).status_code == 404
        assert client.post(url, {"name": "mine"}).status_code == 404
    assert "no passkey yet" in text_of(client.get(LIST))
    assert str(Authenticator.objects.get()) == "Anna's phone"


def test_old_sign_in_must_be_confirmed_again(client: Client, house: House) -> None:
    key = a_passkey(house.anna)
    signed_in(client)
    url = reverse("mfa_remove_webauthn", args=[key.pk])
    assert client.get(url).status_code == 200

    with time_machine.travel(timezone.now() + timedelta(minutes=6)):
        response = client.post(url)

    assert response["Location"].startswith("/accounts/reauthenticate/")
    assert Authenticator.objects.exists()


@pytest.mark.parametrize(
    ("host", "https", "offered"),
    [
        ("localhost:8000", False, True),
        ("tarokk.example.org", True, True),
        ("tarokk.example.org", False, False),
        ("192.168.1.5:8000", False, False),
        # A passkey belongs to a name, whatever the certificate says.
        ("192.168.1.5", True, False),
        ("[::1]:8000", False, False),
    ],
)
def test_passkeys_are_hidden_where_browsers_cannot_create_them(
    client: Client, house: House, host: str, https: bool, offered: bool
) -> None:
    page = text_of(client.get(SIGN_IN, secure=https, HTTP_HOST=host))
    client.force_login(house.anna)
    account = text_of(client.get("/me/", secure=https, HTTP_HOST=host))

    assert ("Sign in with a passkey" in page) is offered
    assert (LIST in account) is offered
    assert ("Passkeys are not offered at this address" in account) is not offered


def test_a_forged_passkey_is_refused(client: Client, house: House) -> None:
    a_passkey(house.anna)
    forged = '{"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": {}}'
    for sent in ("", "{}", "[]", "no json", forged):
        response = client.post("/accounts/2fa/webauthn/login/", {"credential": sent})
        assert response["Location"] == SIGN_IN
    assert client.get("/me/").status_code == 302


def test_club_log_records_passkeys(house: House) -> None:
    key = a_passkey(house.anna)
    for signal in (authenticator_added, authenticator_removed):
        signal.send(sender=Authenticator, request=None, user=house.anna, authenticator=key)

    acts = list(AuditLine.objects.order_by("pk").values_list("act", flat=True))
    assert acts == [Act.PASSKEY_ADDED, Act.PASSKEY_REMOVED]
