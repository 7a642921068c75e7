"""Keys and links that work without a sign-in: created and ended with the password."""

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from support.attackers import World, a_client, a_fresh_client, a_key, a_passkey
from support.catalogue import row
from support.club_factories import a_form
from support.invitations import token_of
from support.notices_house import list_queued, with_both_ways
from support.programs import API, a_key_of, with_token
from tarokk_club.club.calendar.usecases.calendar_links import make_calendar_link
from tarokk_club.club.models import ApiKey, AuditLine, CalendarLink, Club, NoticeKind, User
from tarokk_club.club.people.usecases.accounts import make_password_link

OLD, NEW = "correct horse battery", "a new evening sentence"


@pytest.fixture
def anna(world: World) -> User:
    world.house.anna.set_password(OLD)
    world.house.anna.save()
    return world.house.anna


def two_keys_and_a_link(world: World) -> tuple[str, str, CalendarLink]:
    """Two tokens of Anna's programs, and the link of her calendar."""
    anna, club = world.house.anna, world.house.club
    tokens = [a_key_of(anna, club)[1] for _ in range(2)]
    link = make_calendar_link(club_id=club.pk, form=a_form(anna))
    return tokens[0], tokens[1], link


def opens(world: World, token: str) -> bool:
    answer = with_token(token).get(f"{API}/clubs/{world.house.club.slug}")
    return bool(answer.status_code == 200)


def goes_on(link: CalendarLink) -> bool:
    return CalendarLink.objects.filter(pk=link.pk, revoked_at=None).exists()


def ended_acts(user: User) -> list[str]:
    found = AuditLine.objects.filter(user=user, act__in=["key_dropped", "calendar_gone"])
    return sorted(found.values_list("act", flat=True))


ALL_ENDED = ["calendar_gone", "key_dropped", "key_dropped"]


@row("S84")
def test_a_password_link_ends_all_keys_and_calendar_links(world: World) -> None:
    first, second, link = two_keys_and_a_link(world)
    bela_key = a_key_of(world.house.bela, world.house.club)[1]
    owner, anna = world.people["owner"], world.house.anna
    made = make_password_link(club_id=world.house.club.pk, form=a_form(owner), user_id=anna.pk)
    url = reverse("club:new_password", args=[token_of(made)])

    assert "calendar links end" in Client().get(url).text
    Client().post(url, {"key": a_key(), "password": NEW})

    assert not opens(world, first) and not opens(world, second) and not goes_on(link)
    assert opens(world, bela_key)
    assert ended_acts(anna) == ALL_ENDED


@row("S84")
def test_a_reset_by_mail_ends_all_keys_and_calendar_links(world: World, anna: User) -> None:
    first, second, link = two_keys_and_a_link(world)
    mailed = [user_pk_to_url_str(anna), default_token_generator.make_token(anna)]
    client = Client()
    page = client.get(reverse("account_reset_password_from_key", args=mailed))

    client.post(page.headers["Location"], {"password1": NEW, "password2": NEW})

    anna.refresh_from_db()
    assert anna.check_password(NEW)
    assert not opens(world, first) and not opens(world, second) and not goes_on(link)
    assert ended_acts(anna) == ALL_ENDED


@row("S84")
def test_a_new_password_revokes_ticked_credentials(world: World, anna: User) -> None:
    first, second, link = two_keys_and_a_link(world)
    client, url = a_client(anna), reverse("account_change_password")
    idents = re.findall(r'name="ends" value="([^"]+)"', client.get(url).text)
    spared = ApiKey.objects.filter(user=anna)[0].pk

    assert len(idents) == 3
    typed = {"oldpassword": OLD, "password1": NEW, "password2": NEW}
    client.post(url, typed | {"ends": [ident for ident in idents if ident != f"key:{spared}"]})

    anna.refresh_from_db()
    assert anna.check_password(NEW)
    assert [opens(world, first), opens(world, second)].count(True) == 1
    assert ApiKey.objects.get(user=anna).pk == spared
    assert not goes_on(link)
    assert ended_acts(anna) == ["calendar_gone", "key_dropped"]


@row("S84")
def test_a_wrong_password_ends_nothing_and_keeps_the_ticks(world: World, anna: User) -> None:
    first, _second, _link = two_keys_and_a_link(world)
    ident = f"key:{ApiKey.objects.filter(user=anna).order_by('pk')[0].pk}"
    typed = {"oldpassword": "wrong", "password1": NEW, "password2": NEW, "ends": [ident]}

    page = a_client(anna).post(reverse("account_change_password"), typed)

    assert re.search(rf'value="{ident}"[^>]*checked', page.text)
    assert opens(world, first) and ended_acts(anna) == []


@row("S84")
def test_signing_out_everywhere_revokes_only_ticked_own_credentials(
    world: World, anna: User
) -> None:
    first, second, link = two_keys_and_a_link(world)
    strangers, bela_key = a_key_of(world.house.bela, world.house.club)
    client = Client(headers={"User-Agent": "Mozilla/5.0 (Android 15; Mobile) Firefox/130.0"})
    client.post(reverse("account_login"), {"login": anna.username, "password": OLD})
    assert str(link.pk) in client.get(reverse("club:me")).text

    ticked = [f"calendar:{link.pk}", f"key:{strangers.pk}", "key:gone", "nonsense"]
    client.post(reverse("club:leave_everywhere"), {"ends": ticked})

    assert client.get(reverse("club:me")).status_code == 302
    assert opens(world, first) and opens(world, second) and opens(world, bela_key)
    assert not goes_on(link)


def build_key_form(world: World, **changes: Any) -> dict[str, Any]:
    until = timezone.now().date() + timedelta(days=30)
    sent = {"key": a_key(), "name": "Lap", "club": world.house.club.pk, "until": until}
    return sent | changes


@row("S84")
@pytest.mark.parametrize("seconds", [None, 3600])
def test_creating_a_key_requires_the_password_again(
    world: World, anna: User, seconds: int | None
) -> None:
    client = a_client(anna) if seconds is None else a_fresh_client(anna, seconds=seconds)

    asked = client.post(reverse("club:keys"), build_key_form(world))

    assert "reauthenticate" in asked.headers["Location"]
    assert not ApiKey.objects.exists()
    # What was typed before the password is not lost.
    page = client.post(asked.headers["Location"], {"password": OLD})
    assert re.search(r"tarokk_[\w-]{43}", page.text)
    assert ApiKey.objects.get().name == "Lap"


@row("S84")
def test_a_password_is_no_proof_where_a_passkey_is_due(world: World) -> None:
    owner = world.people["owner"]
    assert owner
    owner.set_password(OLD)
    owner.save()
    Club.objects.filter(pk=world.house.club.pk).update(two_factors=True)
    a_passkey(owner)
    client = a_client(owner)

    asked = client.post(reverse("club:keys"), build_key_form(world), HTTP_HOST="localhost")
    assert "reauthenticate" in asked.headers["Location"]
    proof = reverse("account_reauthenticate")
    turned = client.post(proof, {"password": OLD}, HTTP_HOST="localhost")

    assert turned.headers["Location"].startswith("/accounts/2fa/webauthn/reauthenticate/")
    client.post(reverse("club:keys"), build_key_form(world), HTTP_HOST="localhost")
    assert not ApiKey.objects.exists()


@row("S84")
def test_invalid_form_is_corrected_before_asking_the_password(world: World, anna: User) -> None:
    page = a_client(anna).post(reverse("club:keys"), build_key_form(world, name=""))

    assert page.status_code == 422


@row("S84")
def test_notifies_the_user_of_a_new_key(world: World, anna: User, settings: Settings) -> None:
    with_both_ways(settings)
    User.objects.filter(pk=anna.pk).update(email="anna@example.org")

    a_fresh_client(anna).post(reverse("club:keys"), build_key_form(world))

    assert list_queued(kind=NoticeKind.KEY) == [(anna.username, "key", "letter")]
