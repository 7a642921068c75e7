"""Webhooks: their payload, their signature, and when they are retried or given up."""

import base64
import hashlib
import hmac
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from support.attackers import World, a_client, a_key, a_world
from support.catalogue import row
from support.club_factories import END, PASSED_OUT, a_form, a_hand, recorded
from support.money_tables import settle_club, the_session
from support.programs import a_program
from support.push_receiver import HOST, Receiver, receiving
from support.shared_rows import create_rows_once
from support.tournament_tables import a_tournament, begun, close_with_points
from tarokk_club.club.models import Club, Delivery, NoticeState, User, Webhook
from tarokk_club.club.models.webhooks import WebhookEvent
from tarokk_club.club.privacy.usecases.clearing import delete_outdated_rows
from tarokk_club.club.seasons.usecases import close_season
from tarokk_club.club.session.usecases.events import correct_event, record_event
from tarokk_club.club.webhooks.usecases.sending import has_due_deliveries, send_deliveries
from tarokk_club.club.webhooks.usecases.webhooks import WebhookPlan, make_webhook
from tarokk_club.http.public_post import is_public_address

URL = f"https://{HOST}/hooks/club"
PAPER = Path(__file__).resolve().parents[2] / "docs/how-to/developer/receive-webhooks.md"


@pytest.fixture(scope="module")
def _world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with create_rows_once(django_db_blocker, a_world) as world:
        yield world


@pytest.fixture
def world(_world: World, db: None) -> World:
    Webhook.objects.all().delete()
    return deepcopy(_world)


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[Receiver]:
    with receiving(tmp_path) as found:
        yield found


def a_webhook(world: World, *events: str, url: str = URL) -> Webhook:
    """A webhook of the club for these events, or all."""
    owner: User = world.house.anna
    plan = WebhookPlan(url=url, events=events or WebhookEvent.values)
    webhook, _new = make_webhook(club_id=world.house.club.id, form=a_form(owner), plan=plan)
    world.session.club.refresh_from_db()
    return webhook


def queued() -> list[str]:
    return list(Delivery.objects.order_by("made_at").values_list("event", flat=True))


def sent(receiver: Receiver) -> int:
    return send_deliveries(network=receiver.network())


def test_webhook_sends_hands_and_the_end_with_ids_only(world: World, receiver: Receiver) -> None:
    webhook = a_webhook(world)
    (hand,) = recorded(world.house, world.session, a_hand(world.house, note="titkos"))
    recorded(world.house, world.session, END)

    while sent(receiver):
        pass

    told = [json.loads(one.body) for one in receiver.got]
    assert [one["type"] for one in told] == ["hand.saved", "hand.saved", "session.closed"]
    first = told[0]["data"]
    assert (first["entry"], first["action"], first["kind"]) == (
        str(hand.entry_id),
        "record",
        "hand",
    )
    assert first["club"] == world.house.club.slug
    assert first["path"] == f"/api/v1/clubs/{world.house.club.slug}/sessions/{world.session.pk}"
    text = b"".join(one.body for one in receiver.got).decode()
    assert not [name for name in (*world.house.players, "titkos", "Kemence") if name in text]
    assert set(webhook.deliveries.values_list("state", "status")) == {("sent", 201)}


def test_webhook_sends_settlements_and_final_results(world: World) -> None:
    a_webhook(world, "settlement.made", "result.final")
    recorded(world.house, world.session, a_hand(world.house), END)
    settle_club(world.house, the_session(world.session, carry=True))

    (table,) = begun(world.house, a_tournament(world.house, 4, rounds=1))
    close_with_points(world.house, table, 3, -1, -1, -1)
    season = world.session.season
    assert season
    form = a_form(world.house.anna)
    club = world.house.club
    close_season(club_id=club.id, form=form, season_id=season.pk, without_open=True)

    assert queued() == ["settlement.made", "result.final", "result.final"]
    about = Delivery.objects.filter(event="result.final").order_by("made_at")
    names = [set(one.data) - {"club", "path"} for one in about]
    assert names == [{"tournament"}, {"season"}]
    for one in Delivery.objects.all():
        assert a_program(world.house.anna, club).get(one.data["path"]).status_code == 200


def test_rolled_back_change_sends_no_webhook(world: World) -> None:
    a_webhook(world)
    form = a_form(world.house.anna)
    record_event(
        session_id=world.session.pk,
        form=type(form)(key=form.key, by=form.by, dry_run=True),
        raw=a_hand(world.house),
    )

    assert queued() == []


def test_a_save_without_webhooks_asks_nothing_about_them(world: World) -> None:
    with CaptureQueriesContext(connection) as found:
        recorded(world.house, world.session, PASSED_OUT)

    tables = ("club_webhook", "club_delivery")
    assert not [one["sql"] for one in found if any(f'"{name}"' in one["sql"] for name in tables)]


@row("S106")
def test_every_message_is_signed_with_its_time(world: World, receiver: Receiver) -> None:
    webhook = a_webhook(world)
    recorded(world.house, world.session, a_hand(world.house))

    assert sent(receiver) == 1

    (got,) = receiver.got
    secret = webhook.secret
    assert secret and secret.startswith("whsec_")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    headers = {name.lower(): value for name, value in got.headers.items()}
    content = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + got.body
    good = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{good}"
    assert abs(int(headers["webhook-timestamp"]) - timezone.now().timestamp()) < 60


@pytest.mark.parametrize("status", [301, 400, 500, 503])
def test_a_refused_delivery_is_retried_later(world: World, receiver: Receiver, status: int) -> None:
    webhook = a_webhook(world)
    recorded(world.house, world.session, a_hand(world.house), PASSED_OUT)
    receiver.status = status

    assert sent(receiver) == 0
    assert len(receiver.got) == 1 and not has_due_deliveries()
    webhook.refresh_from_db()
    assert (webhook.failing_since is None, webhook.stopped_at) == (False, None)

    receiver.status = 204
    Delivery.objects.update(due_at=timezone.now())
    assert sent(receiver) == 2
    assert Webhook.objects.filter(failing_since=None).get() == webhook
    first, second = [one.headers["webhook-id"] for one in receiver.got[:2]]
    assert first == second


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "10.0.0.1", "192.168.1.5", "169.254.169.254", "::1"]
)
def test_sends_nothing_to_a_private_address(world: World, receiver: Receiver, address: str) -> None:
    webhook = a_webhook(world)
    recorded(world.house, world.session, a_hand(world.house))
    # Public when the webhook was made, and another address now.
    inside = receiver.network(resolve=lambda name: [address], allows=is_public_address)

    assert send_deliveries(network=inside) == 0
    assert receiver.got == []
    assert webhook.deliveries.get().why == "not_public"


def test_after_three_days_of_failure_it_is_switched_off_until_it_is_switched_on(
    world: World, receiver: Receiver
) -> None:
    webhook = a_webhook(world)
    Webhook.objects.update(failing_since=timezone.now() - timedelta(days=4))
    recorded(world.house, world.session, a_hand(world.house), PASSED_OUT)
    receiver.status = 500

    assert sent(receiver) == 0

    states = set(webhook.deliveries.values_list("state", flat=True))
    assert states == {NoticeState.DROPPED}
    assert Club.objects.get(pk=world.house.club.pk).webhook_events == ""
    owner, url = a_client(world.house.anna), _page(world, webhook)
    assert "switched off" in owner.get(url).text
    owner.post(url, {"key": a_key(), "act": "on"})
    assert Club.objects.get(pk=world.house.club.pk).webhook_events
    assert "switched off" not in owner.get(url).text


def test_an_address_that_is_gone_is_switched_off_at_once(world: World, receiver: Receiver) -> None:
    webhook = a_webhook(world)
    recorded(world.house, world.session, a_hand(world.house))
    receiver.status = 410

    sent(receiver)

    assert Webhook.objects.exclude(stopped_at=None).get() == webhook


def test_many_messages_to_one_webhook_delay_no_other(world: World, receiver: Receiver) -> None:
    busy, other = a_webhook(world), a_webhook(world)
    now = timezone.now()
    due = [*[(busy, now - timedelta(hours=1))] * 300, (other, now)]
    Delivery.objects.bulk_create(
        Delivery(webhook=webhook, event="test", made_at=at, due_at=at) for webhook, at in due
    )
    rounds = iter([False, True])

    send_deliveries(network=receiver.network(), is_over=lambda: next(rounds))

    receivers = Delivery.objects.filter(state=NoticeState.SENT).values_list("webhook", flat=True)
    assert set(receivers) == {busy.pk, other.pk}


def test_a_sender_that_died_is_followed_by_another(world: World, receiver: Receiver) -> None:
    a_webhook(world)
    recorded(world.house, world.session, a_hand(world.house))
    long_ago = timezone.now() - timedelta(hours=1)
    Delivery.objects.update(state=NoticeState.TAKEN, taken_at=long_ago)

    assert has_due_deliveries()
    assert sent(receiver) == 1


def _page(world: World, webhook: Webhook) -> str:
    return reverse("club:webhook", args=[world.house.club.slug, webhook.pk])


def test_owner_creates_tests_and_removes_a_webhook_on_its_pages(
    world: World, receiver: Receiver
) -> None:
    owner, slug = a_client(world.house.anna), world.house.club.slug
    form = {"key": a_key(), "url": URL, "events": ["hand.saved"]}
    made = owner.post(reverse("club:webhook_new", args=[slug]), form)
    again = owner.post(reverse("club:webhook_new", args=[slug]), form)
    webhook = Webhook.objects.get()
    (secret,) = re.findall(r"whsec_[\w+/=]+", made.text)
    assert secret == webhook.secret and secret not in again.text
    assert URL in owner.get(reverse("club:programs", args=[slug])).text
    page = _page(world, webhook)
    assert secret not in owner.get(page).text

    owner.post(page, {"key": a_key(), "act": "try"})
    assert sent(receiver) == 1
    assert json.loads(receiver.got[0].body)["type"] == "test"
    assert "HTTP 201" in owner.get(page).text

    owner.post(page, {"key": a_key(), "act": "remove"})
    assert not Webhook.objects.exists()
    assert Club.objects.get(slug=slug).webhook_events == ""


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"url": "http://push.example.org/"}, "url"),
        ({"url": "https://127.0.0.1/"}, "url"),
        ({"url": "https://localhost/"}, "url"),
        ({"url": "https://push.example.org:8443/"}, "url"),
        ({"url": "https://anna:titok@push.example.org/"}, "url"),
        ({"url": ""}, "url"),
        ({"events": []}, "events"),
        ({"events": ["everything"]}, "events"),
    ],
)
def test_refuses_an_invalid_webhook_form(world: World, changes: dict[str, Any], field: str) -> None:
    form = {"key": a_key(), "url": URL, "events": ["hand.saved"]} | changes
    url = reverse("club:webhook_new", args=[world.house.club.slug])
    page = a_client(world.house.anna).post(url, form)

    assert page.status_code == 422
    assert field in page.context["form"].errors
    assert not Webhook.objects.exists()


def test_the_log_of_messages_ends(world: World) -> None:
    a_webhook(world)
    recorded(world.house, world.session, a_hand(world.house))
    Delivery.objects.update(done_at=timezone.now() - timedelta(days=31))
    delete_outdated_rows(now=timezone.now())

    assert not Delivery.objects.exists()


def test_the_lines_of_the_paper_check_a_signature(world: World, receiver: Receiver) -> None:
    webhook = a_webhook(world)
    recorded(world.house, world.session, a_hand(world.house))
    sent(receiver)
    (got,) = receiver.got
    (lines,) = re.findall(r"^```python\n(.*?)^```$", PAPER.read_text("utf-8"), re.M | re.S)
    headers = {name.lower(): value for name, value in got.headers.items()}
    check = (
        f"\nheaders = {headers!r}\nbody = {got.body!r}\nSECRET = {webhook.secret!r}\n"
        "print(is_genuine(SECRET, headers, body), is_genuine(SECRET, headers, body + b' '),"
        " is_genuine(SECRET, headers | {'webhook-timestamp': '1'}, body))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", lines + check], capture_output=True, text=True, check=False
    )

    assert (done.stdout.split(), done.stderr) == (["True", "False", "False"], "")


def test_webhook_sends_corrections(world: World) -> None:
    a_webhook(world)
    entry = world.values["entry_id"]
    correct_event(
        session_id=world.session.pk,
        form=a_form(world.house.anna),
        entry_id=entry,
        raw=a_hand(world.house, result="lost"),
    )

    assert Delivery.objects.get().data["action"] == "correct"


def test_nobody_else_finds_it(world: World) -> None:
    page = _page(world, a_webhook(world))

    answers = [a_client(world.people[who]).get(page).status_code for who in ("other", "secretary")]
    assert answers == [404, 403]
    assert Client().get(page).status_code == 302
