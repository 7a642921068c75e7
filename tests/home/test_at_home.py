"""The club's page links the open table, and shows each member's standing and open tasks."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from support.club_factories import END, House, a_form, a_hand, a_session, a_user, recorded
from support.club_web import text_of
from support.money_tables import link_player, played
from tarokk_club.club.confirmations.usecases.confirmations import confirm_session, record_objection
from tarokk_club.club.models import Role, Session, User


@pytest.fixture
def bela(house: House) -> User:
    link_player(house, house.bela, "Béla")
    return house.bela


def seen_by(user: User, house: House) -> str:
    client = Client()
    client.force_login(user)
    return text_of(client.get(reverse("club:club", args=[house.club.slug])))


def go_of(user: User, house: House) -> str:
    return seen_by(user, house).split('<a class="go" href="')[1].split('"')[0]


def test_the_one_big_button_is_the_open_table(house: House, bela: User) -> None:
    new = reverse("club:session_new", args=[house.club.slug])
    assert go_of(house.anna, house) == new

    session = a_session(house)

    table = reverse("club:sheet", args=[house.club.slug, session.id])
    assert go_of(house.anna, house) == go_of(bela, house) == table
    # Another table can still be begun.
    assert f'href="{new}"' in seen_by(house.anna, house)


def test_a_player_at_one_of_two_tables_gets_the_link_to_it(house: House) -> None:
    sits = a_user("csaba", club=house.club, roles=(Role.MEMBER,))
    link_player(house, sits, "Csaba")
    own = a_session(house)
    others = house.ids("Anna", "Béla", "Dóra", "Cili")
    other = a_session(house, players=others, dealer=others[-1])
    elsewhere = reverse("club:sheet", args=[house.club.slug, other.id])

    assert go_of(sits, house) == reverse("club:sheet", args=[house.club.slug, own.id])
    assert go_of(house.anna, house) == elsewhere


def test_shows_the_balance_and_place_of_the_user_only(house: House, bela: User) -> None:
    played(house, Béla=-30, Csaba=30)

    mine, others = seen_by(bela, house), seen_by(house.anna, house)

    assert "You still owe" in mine and "You still owe" not in others
    assert "Your place: 2 of 2" in mine and "Your place" not in others
    for page in (mine, others):
        assert page.index("<bdi>Csaba</bdi></b><span>+30") < page.index(
            "</b><span>\N{MINUS SIGN}30"
        )


def test_a_sheet_waits_until_it_is_confirmed(house: House) -> None:
    session = a_session(house)
    recorded(house, session, a_hand(house), END)
    sits = a_user("csaba", club=house.club, roles=(Role.MEMBER,))
    link_player(house, sits, next(iter(Session.objects.get().balances.all())).player.name)

    assert "Confirm the sheet of" in seen_by(sits, house)
    assert "Confirm the sheet of" not in seen_by(house.anna, house)

    session.refresh_from_db()
    confirm_session(session_id=session.id, form=a_form(sits, version=session.version))
    assert "Confirm the sheet of" not in seen_by(sits, house)


def test_three_sheets_that_wait_ask_as_much_as_one(house: House) -> None:
    sits = a_user("csaba", club=house.club, roles=(Role.MEMBER,))
    link_player(house, sits, "Csaba")

    def sheets_and_queries(sheets: int) -> tuple[int, int]:
        for _each in range(sheets):
            recorded(house, a_session(house), a_hand(house), END)
        # The season's leaderboard is computed once after a hand.
        seen_by(sits, house)
        with CaptureQueriesContext(connection) as queries:
            page = seen_by(sits, house)
        return page.count("Confirm the sheet of"), len(queries)

    one, few = sheets_and_queries(1)
    three, many = sheets_and_queries(2)

    assert (one, three) == (1, 3)
    assert many == few


def test_only_users_able_to_answer_see_an_open_objection(house: House, bela: User) -> None:
    session = a_session(house)
    link_player(house, house.anna, "Anna")
    record_objection(session_id=session.id, form=a_form(house.anna), note="Nem így volt.")

    assert "1 open objection" in seen_by(house.anna, house)
    assert "1 open objection" not in seen_by(bela, house)
