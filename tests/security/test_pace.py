"""Rate limits: joining, costly pages, personal files, letters."""

import json
import time
from unittest.mock import patch

import pytest
from django.core import mail
from django.core.cache import cache, caches
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from scoring.core.problem import RefusedError
from scoring.document import read_head
from support.attackers import World, a_client, a_key
from support.catalogue import row
from support.invitations import PASSWORD, a_newcomer, an_invitation, link_to, token_of
from tarokk_club.club.models import Invitation, User
from tarokk_club.club.people.queries.members import MOST_AN_EVENING
from tarokk_club.club.people.usecases.invitations import join_as_newcomer
from tarokk_club.club.writing.errors import LinkGoneError


@pytest.fixture(autouse=True)
def _start_with_empty_caches() -> None:
    cache.clear()
    caches["anonymous_pages"].clear()


@row("S38")
def test_an_evening_invitation_admits_at_most_forty(world: World) -> None:
    invitation = an_invitation(world.house, evening=True)
    Invitation.objects.filter(pk=invitation.pk).update(used=MOST_AN_EVENING - 1)

    join_as_newcomer(token=token_of(invitation), newcomer=a_newcomer("Zita"))
    with pytest.raises(LinkGoneError):
        join_as_newcomer(token=token_of(invitation), newcomer=a_newcomer("Zoli"))


@row("S38")
def test_owner_sees_how_many_have_joined_and_may_join(world: World) -> None:
    invitation = an_invitation(world.house, evening=True)
    Invitation.objects.filter(pk=invitation.pk).update(used=12)
    page = reverse("club:invitation", args=[world.house.club.slug, invitation.pk])

    assert "12 of at most 40 have joined with it." in a_client(world.house.anna).get(page).text


@row("S38")
def test_accounts_created_from_one_address_are_throttled(world: World) -> None:
    url = link_to(an_invitation(world.house, evening=True))
    statuses = [
        Client().post(url, {"key": a_key(), "name": f"Guest {n}", "password": PASSWORD}).status_code
        for n in range(32)
    ]

    assert statuses == [302] * 30 + [429] * 2
    away = {"key": a_key(), "name": "Guest 40", "password": PASSWORD}
    assert Client().post(url, away, REMOTE_ADDR="192.0.2.9").status_code == 302


@row("S55")
@pytest.mark.parametrize("path", ["/rules/paskievics/", "/calculator/?game=danish"])
def test_a_costly_page_is_rendered_once_for_anonymous_visitors(world: World, path: str) -> None:
    first = Client().get(path)
    with patch("django.template.base.Template.render", side_effect=AssertionError):
        again = Client().get(path)

    assert (first.status_code, again.status_code) == (200, 200)
    assert again.content == first.content
    assert again.headers["Content-Security-Policy"] == first.headers["Content-Security-Policy"]
    hungarian = Client().get(path, headers={"Accept-Language": "hu"})
    assert hungarian.content != first.content
    assert a_client(world.house.anna).get(path).content != first.content


@row("S55")
def test_personal_files_are_built_one_at_a_time(world: World) -> None:
    anna, bela = a_client(world.house.anna), a_client(world.house.bela)
    url, seen = reverse("club:my_data_file"), []

    def ask_meanwhile(*_args: object) -> bytes:
        seen.append([client.get("/me/").status_code for client in (anna, bela)])
        seen.append([anna.get(url).status_code])
        return b""

    with patch(
        "tarokk_club.club.privacy.views.privacy.build_personal_zip", side_effect=ask_meanwhile
    ):
        assert anna.get(url).status_code == 200

    assert seen == [[200, 200], [429]]
    assert anna.get(url).status_code == 200


@row("S14")
def test_sends_no_letter_to_an_unknown_address(world: World, settings: Settings) -> None:
    from allauth.account.forms import ResetPasswordForm

    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    form = ResetPasswordForm({"email": "nobody@example.org"})
    assert form.is_valid()
    request = Client().get("/accounts/login/").wsgi_request
    form.save(request)

    assert mail.outbox == []


@row("S15")
def test_a_refused_password_is_not_sent_back(world: World) -> None:
    url = link_to(an_invitation(world.house, evening=True))
    page = Client().post(url, {"key": a_key(), "name": "Zita", "password": "12345678x"[:7]})

    assert page.status_code == 422
    assert "1234567" not in page.text
    assert not User.objects.filter(username="zita").exists()


@row("S53")
def test_thousands_of_unknown_keys_cost_no_sentence_each() -> None:
    document = {"format": "tarokk-session", "version": 1, "game": "paskievics"}
    document |= {f"key{number}": 1 for number in range(150_000)}
    content = json.dumps(document)
    begin = time.process_time()
    with pytest.raises(RefusedError) as refused:
        read_head(json.loads(content))
    took = time.process_time() - begin

    unknown = [one for one in refused.value.problems if one.code == "unknown_key"]
    assert 0 < len(unknown) <= 20
    assert took < 2


@row("S38")
def test_too_many_wrong_passwords_get_a_page_of_the_site(world: World) -> None:
    User.objects.filter(pk=world.house.anna.pk).update(language="da")
    client, url = a_client(world.house.anna), reverse("account_change_password")
    sent = {"oldpassword": "x", "password1": "új jelszó", "password2": "új jelszó"}

    answers = [client.post(url, sent) for _attempt in range(6)]

    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert "For mange forsøg" in answers[-1].text
    assert answers[-1].has_header("Retry-After")
