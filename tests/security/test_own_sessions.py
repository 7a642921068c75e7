"""The length of a sign-in, ending one of several, and its lines in the log."""

import logging
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.usersessions.models import UserSession
from django.conf import settings as site
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from support.attackers import SIGN_IN, World, a_client, a_key
from support.catalogue import row
from tarokk_club.club.models import Membership, Role

RIGHT = "kalandos pagat"


@pytest.fixture(autouse=True)
def _nobody_tried_before() -> None:
    cache.clear()


def entered(name: str, agent: str = "Firefox") -> Client:
    """A browser in which somebody signed in by the form."""
    client = Client(headers={"User-Agent": agent})
    answer = client.post(SIGN_IN, {"login": name, "password": RIGHT})
    assert answer.status_code == 302
    return client


@row("S19")
def test_a_sign_in_ends_after_thirty_days_however_often_it_is_used(world: World) -> None:
    client = a_client(world.house.anna)
    begin = timezone.now()
    for day in range(1, 30):
        with time_machine.travel(begin + timedelta(days=day)):
            client.post(reverse("club:appearance"), {"key": a_key(), "theme": "dark"})
            answer = client.get("/me/")
            assert answer.status_code == 200
    cookie = client.cookies[site.SESSION_COOKIE_NAME]
    assert int(cookie["max-age"] or 0) <= site.SESSION_COOKIE_AGE

    with time_machine.travel(begin + timedelta(days=30, minutes=1)):
        assert client.get("/me/").status_code == 302


@row("S18")
def test_ends_one_of_several_sign_ins(world: World) -> None:
    here, lost = entered("anna"), entered("anna", "Chrome")
    visits = {one.user_agent: one for one in UserSession.objects.all()}
    page = here.get("/me/").content.decode()
    assert reverse("club:sign_out_device", args=[visits["Chrome"].pk]) in page
    assert reverse("club:sign_out_device", args=[visits["Firefox"].pk]) not in page

    answer = here.post(reverse("club:sign_out_device", args=[visits["Chrome"].pk]))

    assert answer.status_code == 302
    assert (here.get("/me/").status_code, lost.get("/me/").status_code) == (200, 302)
    assert list(UserSession.objects.values_list("user_agent", flat=True)) == ["Firefox"]


@row("S18")
def test_user_cannot_end_a_sign_in_of_another(world: World) -> None:
    anna = entered("anna")
    visit = UserSession.objects.get()

    answer = entered("bela").post(reverse("club:sign_out_device", args=[visit.pk]))

    assert answer.status_code == 404
    assert anna.get("/me/").status_code == 200


def lines(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    """What the site's log says about sign-ins and rights."""
    return [
        {name: str(value) for name, value in record.__dict__["fields"].items()}
        for record in caplog.records
        if record.name == "tarokk_club.security"
    ]


@row("S39")
def test_sign_ins_failed_ones_and_sign_outs_are_logged_by_id_and_address(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, logger="tarokk_club.security"):
        client = entered("anna")
        client.post(reverse("account_logout"))
        for name in ("anna", "nobody-of-this-name"):
            Client().post(SIGN_IN, {"login": name, "password": "wrong and secret"})

    anna = str(world.house.anna.pk)
    told = [(line["event"], line["user"], line["address"]) for line in lines(caplog)]
    assert told == [
        ("signed_in", anna, "127.0.0.1"),
        ("signed_out", anna, "127.0.0.1"),
        ("sign_in_failed", anna, "127.0.0.1"),
        ("sign_in_failed", "-", "127.0.0.1"),
    ]
    said = str(lines(caplog))
    assert not any(word in said for word in ("anna", "nobody-of", "secret", RIGHT))


@row("S39")
def test_changes_of_rights_are_logged(world: World, caplog: pytest.LogCaptureFixture) -> None:
    member = Membership.objects.get(user=world.house.bela, club=world.house.club)
    url = reverse("club:member", args=[world.house.club.slug, member.user_id])
    client = a_client(world.house.anna)

    with caplog.at_level(logging.INFO, logger="tarokk_club.security"):
        answer = client.post(url, {"key": a_key(), "roles": [Role.SCORER.value]})

    assert answer.status_code == 302
    (line,) = [one for one in lines(caplog) if one["event"] == "roles_changed"]
    assert line["user"] == str(world.house.anna.pk)
    assert line["address"] == "127.0.0.1"
