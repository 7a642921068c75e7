"""The club's page lists payments that need its reader, and none that need others."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from support.club_factories import House, a_form, a_user
from support.club_web import text_of
from support.money_tables import link_player, pay_all, played, settle_club
from tarokk_club.club.models import Role, Settlement, User
from tarokk_club.club.money.usecases.settlements import pay_transfers


@pytest.fixture
def bela(house: House) -> User:
    link_player(house, house.bela, "Béla")
    return house.bela


@pytest.fixture
def csaba(house: House) -> User:
    user = a_user("csaba", club=house.club, roles=(Role.MEMBER,))
    link_player(house, user, "Csaba")
    return user


def seen_by(user: User, house: House) -> str:
    client = Client()
    client.force_login(user)
    return text_of(client.get(reverse("club:club", args=[house.club.slug])))


def claimed(house: House, payer: User, settlement: Settlement) -> None:
    (transfer,) = settlement.transfers.all()
    pay_transfers(
        club_id=house.club.id,
        form=a_form(payer),
        settlement_id=settlement.id,
        transfer_id=transfer.id,
    )


def test_planned_payment_is_pending_only_for_its_payer(
    house: House, bela: User, csaba: User
) -> None:
    played(house, Béla=-30, Csaba=30)
    settlement = settle_club(house)

    mine = seen_by(bela, house)

    assert "To pay to <bdi>Csaba</bdi>" in mine
    assert reverse("club:settled", args=[house.club.slug, settlement.id]) in mine
    assert "Waiting for you" not in seen_by(csaba, house)
    assert "Waiting for you" not in seen_by(house.anna, house)


def test_shows_a_debt_once_with_the_amount_due_now(house: House, bela: User) -> None:
    played(house, Béla=-30, Csaba=30)
    settle_club(house)
    page = seen_by(bela, house)
    assert "You owe HUF 300 now" in page and "You still owe" not in page

    played(house, Béla=-10, Dóra=10)
    page = seen_by(bela, house)
    assert "You owe HUF 400, of it HUF 300 now" in page and "You still owe" not in page


def test_a_payment_marked_by_its_payer_waits_for_receiver_and_treasurer(
    house: House, bela: User, csaba: User
) -> None:
    dora = a_user("dora", club=house.club, roles=(Role.MEMBER,))
    played(house, Béla=-30, Csaba=30)
    claimed(house, bela, settle_club(house))

    assert "Waiting for you" not in seen_by(bela, house)
    assert "1 payment to confirm" in seen_by(csaba, house)
    assert "1 payment to confirm" in seen_by(house.anna, house)
    assert "Waiting for you" not in seen_by(dora, house)


def test_nothing_waits_once_it_is_paid_or_withdrawn(house: House, bela: User) -> None:
    played(house, Béla=-30, Csaba=30)
    pay_all(house, settle_club(house))
    played(house, Béla=-20, Csaba=20)
    last = settle_club(house)
    assert "To pay to <bdi>Csaba</bdi>" in seen_by(bela, house)

    Settlement.objects.filter(pk=last.pk).update(withdrawn_at=last.made_at)

    assert "Waiting for you" not in seen_by(bela, house)


def test_the_queries_do_not_grow_with_the_book(house: House, bela: User) -> None:
    played(house, Béla=-30, Csaba=30)
    settle_club(house)
    seen_by(bela, house)
    with CaptureQueriesContext(connection) as few:
        seen_by(bela, house)
    for _each in range(4):
        played(house, Béla=-30, Csaba=10, Dóra=20)
        settle_club(house)

    # The season's leaderboard is computed once after a hand.
    seen_by(bela, house)
    with CaptureQueriesContext(connection) as many:
        page = seen_by(bela, house)

    assert "To pay to <bdi>Dóra</bdi>" in page
    assert len(many) == len(few)
