"""The bar of a club links its four places and counts the reader's open tasks."""

import re
from functools import partial

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from support.club_factories import END, House, a_club, a_form, a_session, a_user, recorded
from support.club_web import text_of
from support.money_tables import link_player, pay_all, played, settle_club
from support.query_plans import explain_first_query, only_sqlite
from tarokk_club.club.confirmations.usecases.confirmations import answer_objection, record_objection
from tarokk_club.club.home.queries.nav_counts import load_nav_counts
from tarokk_club.club.models import Membership, Role, Season, User
from tarokk_club.club.money.queries.tasks.money_tasks import load_money_tasks
from tarokk_club.club.money.usecases.payments import confirm_payment
from tarokk_club.club.money.usecases.settlements import pay_transfers
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.session.usecases.sessions import bin_session, restore_session
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
    link_player(house, house.bela, "Béla")
    return house.bela


def test_one_open_table_is_one_tap_away(house: House) -> None:
    session = a_session(house)

    links = LINK.findall(bar_of(house.anna, house, "money"))

    assert links[0] == (reverse("club:sheet", args=[house.club.slug, session.id]), "")
    assert links[2] == (reverse("club:money", args=[house.club.slug]), ' aria-current="true"')


def test_with_several_open_tables_the_bar_links_the_list_with_a_count(house: House) -> None:
    first, second = a_session(house), a_session(house)

    bar = bar_of(house.anna, house, "sheet", first.id)

    assert second.id != first.id
    assert LINK.findall(bar)[0] == (
        reverse("club:session_list", args=[house.club.slug]),
        ' aria-current="true"',
    )
    assert "2 open tables" in bar


def test_bar_counts_a_payment_for_its_payer_and_then_its_recipient(
    house: House, bela: User
) -> None:
    played(house, Béla=-30, Csaba=30)
    settlement = settle_club(house)
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
    first = settle_club(house)
    for paid in (False, True):
        if paid:
            pay_all(house, first)
            played(house, Béla=-8, Csaba=8)
            settle_club(house)
        for user in (house.anna, bela):
            rights: frozenset[Right] = frozenset()
            waiting = load_money_tasks(house.club, user, rights)
            counted = load_nav_counts(house.club, user, rights).payment_count
            assert counted == len(waiting.to_pay) + waiting.to_confirm


def test_bar_counts_an_open_objection(house: House) -> None:
    session = a_session(house)
    link_player(house, house.anna, "Anna")
    record_objection(session_id=session.id, form=a_form(house.anna), note="Nem így volt.")

    assert "1 objection" in bar_of(house.anna, house)


def test_a_guest_and_a_screen_see_no_bar(house: House) -> None:
    session = a_session(house)

    assert not bar_of(house.anna, house, "board", session.id)
    assert not bar_of(house.anna, house, "hand_new", session.id)


WAITS = re.compile(r'<span class="vh">([^<]+)</span>')


def test_next_bar_shows_each_change_in_the_readers_language(house: House, bela: User) -> None:
    """Anna reads Hungarian and keeps two clubs; Béla reads English and belongs to both."""
    User.objects.filter(pk=house.anna.pk).update(language="hu")
    club = a_club("Óbuda", house.anna)
    Membership.objects.create(user=bela, club=club, roles=[Role.MEMBER.value])
    beside = House(club, house.anna, bela, {})

    def next_bars() -> tuple[list[str], list[str]]:
        for user in (house.anna, bela):
            assert not WAITS.findall(bar_of(user, beside)), "the other club has nothing to do"
        anna, other = (WAITS.findall(bar_of(user, house)) for user in (house.anna, bela))
        return anna, other

    session, by_anna = a_session(house), partial(a_form, house.anna)
    assert next_bars() == (["1 nyitott asztal"], ["1 open table"])
    bin_session(session_id=session.id, form=by_anna())
    assert next_bars() == ([], [])
    restore_session(session_id=session.id, form=by_anna())
    assert next_bars() == (["1 nyitott asztal"], ["1 open table"])
    recorded(house, session, END)
    assert next_bars() == ([], [])

    link_player(house, house.anna, "Anna")
    objection = record_objection(session_id=session.id, form=by_anna(), note="Nem így volt.")
    assert next_bars() == (["1 kifogás"], [])
    answer_objection(
        session_id=session.id, form=by_anna(), confirmation_id=objection.id, note="De igen."
    )
    assert next_bars() == ([], [])

    played(house, Béla=-30, Csaba=30)
    settlement = settle_club(house)
    assert next_bars() == ([], ["1 payment waits"])
    (transfer,) = settlement.transfers.all()
    (payment,) = pay_transfers(
        club_id=house.club.id,
        form=a_form(bela),
        settlement_id=settlement.id,
        transfer_id=transfer.id,
    )
    assert next_bars() == (["1 fizetés vár"], [])
    confirm_payment(club_id=house.club.id, form=by_anna(), payment_id=payment.id)
    assert next_bars() == ([], [])


def test_the_leaderboard_of_the_bar_is_that_of_the_season_of_today(house: House) -> None:
    first = LINK.findall(bar_of(house.anna, house))[1][0]
    begun = Season.objects.create(club=house.club, name="Új", starts=get_today(house.club))

    assert LINK.findall(bar_of(house.anna, house))[1][0] != first
    assert str(begun.id) in LINK.findall(bar_of(house.anna, house))[1][0]


def test_losing_the_right_to_settle_hides_the_treasurers_count(house: House, bela: User) -> None:
    played(house, Béla=-30, Csaba=30)
    settlement = settle_club(house)
    (transfer,) = settlement.transfers.all()
    pay_transfers(
        club_id=house.club.id,
        form=a_form(bela),
        settlement_id=settlement.id,
        transfer_id=transfer.id,
    )
    assert "1 payment waits" in bar_of(house.anna, house)

    Membership.objects.filter(user=house.anna, club=house.club).update(roles=[Role.MEMBER.value])

    assert "waits" not in bar_of(house.anna, house)


def test_counts_cost_one_query_however_much_is_pending(house: House, bela: User) -> None:
    for _each in range(3):
        played(house, Béla=-30, Csaba=30)
        settle_club(house)
        a_session(house)
    stranger = a_user("dora", club=house.club, roles=(Role.MEMBER,))
    for user in (house.anna, bela, stranger):
        with CaptureQueriesContext(connection) as queries:
            load_nav_counts(house.club, user, frozenset())
        assert len(queries) == 1


@only_sqlite
def test_the_open_tables_are_found_by_their_own_index(house: House) -> None:
    steps = explain_first_query(partial(load_nav_counts, house.club, house.anna, frozenset()))

    assert sum("open_session_by_date" in step for step in steps) == 2
