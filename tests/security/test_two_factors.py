"""Two factors for owners and treasurers, where a club asks for them."""

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import reverse

from support.attackers import World, a_client, a_key, a_passkey, store_proofs
from support.catalogue import row
from tarokk_club.club.models import AuditLine, Club, User


def shows_passkey(client: Client, user: User) -> None:
    """As the accounts library notes it when a passkey was shown."""
    passkey = {"method": "mfa", "type": "webauthn"}
    store_proofs(client, user, {"method": "password"}, passkey)


@pytest.fixture
def strict(world: World) -> World:
    """Anna's club asks for them."""
    Club.objects.filter(pk=world.house.club.pk).update(two_factors=True)
    for name in ("owner", "treasurer"):
        user = world.people[name]
        assert user
        a_passkey(user)
    return world


def address(world: World, name: str) -> str:
    return reverse(f"club:{name}", args=[world.house.club.slug])


@pytest.mark.parametrize(("role", "page"), [("owner", "members"), ("treasurer", "money_rules")])
def test_a_strict_club_asks_for_the_second_factor(strict: World, role: str, page: str) -> None:
    user = strict.people[role]
    assert user
    client = a_client(user)
    url = address(strict, page)

    asked = client.get(url, HTTP_HOST="localhost")
    assert asked.status_code == 302
    assert asked.headers["Location"].startswith("/accounts/2fa/webauthn/reauthenticate/?next=")
    assert client.get(address(strict, "players"), HTTP_HOST="localhost").status_code == 200

    shows_passkey(client, user)
    assert client.get(url, HTTP_HOST="localhost").status_code == 200


@row("S69")
def test_a_form_is_refused_without_the_passkey(strict: World) -> None:
    owner = strict.people["owner"]
    assert owner
    client = a_client(owner)
    member = strict.people["member"]
    assert member
    url = reverse("club:member", args=[strict.house.club.slug, member.pk])

    sent = client.post(url, {"key": a_key(), "roles": ["owner"]}, HTTP_HOST="localhost")

    assert sent.status_code == 403
    assert "Use your passkey first" in sent.text


def test_other_roles_give_nothing_more_meanwhile(strict: World) -> None:
    """Anna is owner and secretary: by the password alone she invites nobody either."""
    a_passkey(strict.house.anna)
    client = a_client(strict.house.anna)

    assert client.get(address(strict, "invite"), HTTP_HOST="localhost").status_code == 302
    assert a_client(strict.people["secretary"]).get(address(strict, "invite")).status_code == 200


def test_explains_why_passkeys_are_unavailable(strict: World) -> None:
    client = a_client(strict.house.anna)

    plain = client.get(address(strict, "members"), HTTP_HOST="192.168.1.5")
    none = client.get(address(strict, "members"), HTTP_HOST="localhost")

    assert (plain.status_code, none.status_code) == (403, 403)
    assert "only over https" in plain.text
    assert "Add one under" in none.text


def test_adding_a_passkey_needs_more_than_the_password(strict: World) -> None:
    owner = strict.people["owner"]
    assert owner
    client = a_client(owner)

    answer = client.get(reverse("mfa_add_webauthn"), HTTP_HOST="localhost")

    assert answer.status_code == 302
    assert "reauthenticate" in answer.headers["Location"]


def test_the_owner_switches_it_on_with_a_passkey_and_off_again(world: World) -> None:
    owner = world.people["owner"]
    assert owner
    a_passkey(owner)
    client, url = a_client(owner), address(world, "two_factors")
    sent = {"key": a_key(), "wanted": "1"}

    first = client.post(url, sent, HTTP_HOST="localhost")
    assert "reauthenticate" in first.headers["Location"]
    assert not Club.objects.get(pk=world.house.club.pk).two_factors

    shows_passkey(client, owner)
    client.post(url, sent, HTTP_HOST="localhost")
    assert Club.objects.get(pk=world.house.club.pk).two_factors
    client.post(url, {"key": a_key(), "wanted": "0"}, HTTP_HOST="localhost")
    assert not Club.objects.get(pk=world.house.club.pk).two_factors
    acts = AuditLine.objects.filter(user=owner).order_by("pk").values_list("act", flat=True)
    assert [act for act in acts if "factor" in act] == ["two_factors", "one_factor"]


@row("S16")
def test_a_password_link_lists_the_passkeys_and_takes_them_away(world: World) -> None:
    from tarokk_club.club.models import PasswordLink

    member = world.people["member"]
    assert member
    a_passkey(member)
    a_passkey(member)
    gone, kept = Authenticator.objects.filter(user=member).order_by("pk")
    link = PasswordLink.objects.get(user=member)
    url = reverse("club:new_password", args=[link.token])
    assert Client().get(url).text.count("Phone") == 2

    sent = {"key": a_key(), "password": "egy masik jelszo", "gone": [str(gone.pk)]}
    answer = Client().post(url, sent)

    assert answer.status_code == 302
    assert list(Authenticator.objects.filter(user=member)) == [kept]
    acts = AuditLine.objects.filter(user=member).values_list("act", flat=True)
    assert "passkey_removed" in acts
