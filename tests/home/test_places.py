"""The bar of a club leads to its four places and says what waits there for whoever looks."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from support.club_factories import House, a_form, a_session, a_user
from support.club_web import text_of
from support.money_tables import all_paid, played, plays_as, settled
from tarokk_club.club.confirmations.usecases.objections import raise_objection
from tarokk_club.club.home.queries.places import load_nav_counts
from tarokk_club.club.models import Role, User
from tarokk_club.club.money.queries.waiting_for import money_waiting
from tarokk_club.club.money.usecases.settlements import pay_transfers
from tarokk_club.club.writing.permissions import Right

BAR = re.compile(r'<nav class="places".*?</nav>', re.S)
LINK = re.compile(r'<a href="([^"]+)"( aria-current="true")?>')


def bar_of(user: User, house: House, name: str = "club", *others: object) -> str:
    client = Client()
    client.force_login(user)
    found = BAR.search(
        text_of(client.get(reverse(f"club:{name}", args=[house.club.slug, *others])))
    )
    return found[0] if found else ""


@pytest.fixture
def bela(house: House) -> User:
    plays_as(house, house.bela, "Béla")
    return house.bela


def test_one_open_table_is_one_tap_away(house: House) -> None:
    session = a_session(house)

    links = LINK.findall(bar_of(house.anna, house, "money"))

    assert links[0] == (reverse("club:sheet", args=[house.club.slug, session.id]), "")
    assert links[2] == (reverse("club:money", args=[house.club.slug]), ' aria-current="true"')


def test_of_several_tables_the_bar_leads_to_the_list_and_says_how_many(house: House) -> None:
    first, second = a_session(house), a_session(house)

    bar = bar_of(house.anna, house, "sheet", first.id)

    assert second.id != first.id
    assert LINK.findall(bar)[0] == (
        reverse("club:session_list", args=[house.club.slug]),
        ' aria-current="true"',
    )
    assert "2 open tables" in bar


def test_what_is_to_pay_waits_at_the_money_of_its_payer_alone(house: House, bela: User) -> None:
    played(house, Béla=-30, Csaba=30)
    settlement = settled(house)
    (transfer,) = settlement.transfers.all()

    assert "1 payment waits" in bar_of(bela, house)
    assert "waits" not in bar_of(house.anna, house)

    pay_transfers(
        club_id=house.club.id,
        form=a_form(bela),
        settlement_id=settlement.id,
        transfer_id=transfer.id,
    )
    # Said to be paid, it waits for who keeps the money.
    assert "waits" not in bar_of(bela, house)
    assert "1 payment waits" in bar_of(house.anna, house)


def test_the_bar_and_the_club_page_count_the_same_money(house: House, bela: User) -> None:
    played(house, Béla=-30, Csaba=10, Dóra=20)
    first = settled(house)
    for paid in (False, True):
        if paid:
            all_paid(house, first)
            played(house, Béla=-8, Csaba=8)
            settled(house)
        for user in (house.anna, bela):
            rights: frozenset[Right] = frozenset()
            waiting = money_waiting(house.club, user, rights)
            counted = load_nav_counts(house.club, user, rights).money
            assert counted == len(waiting.to_pay) + waiting.to_confirm


def test_an_open_objection_waits_at_the_club(house: House) -> None:
    session = a_session(house)
    plays_as(house, house.anna, "Anna")
    raise_objection(session_id=session.id, form=a_form(house.anna), note="Nem így volt.")

    assert "1 objection" in bar_of(house.anna, house)


def test_a_guest_and_a_screen_see_no_bar(house: House) -> None:
    session = a_session(house)

    assert not bar_of(house.anna, house, "board", session.id)
    assert not bar_of(house.anna, house, "hand_new", session.id)


def test_the_marks_cost_one_query_however_much_waits(house: House, bela: User) -> None:
    for _each in range(3):
        played(house, Béla=-30, Csaba=30)
        settled(house)
        a_session(house)
    stranger = a_user("dora", club=house.club, roles=(Role.MEMBER,))
    for user in (house.anna, bela, stranger):
        with CaptureQueriesContext(connection) as queries:
            load_nav_counts(house.club, user, frozenset())
        assert len(queries) == 1
