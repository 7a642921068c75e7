"""What a session comes to: points, money, and who pays whom."""

import re

import pytest
from django.test import Client
from money_tables import played_with
from pytest_django import DjangoAssertNumQueries

from club_factories import END, PASSED_OUT, House, a_hand, a_session, denes, recorded
from club_web import session_url, text_of
from tarokk_club.club.models import MoneyRules, Session
from tarokk_club.club.models.money import KITTY
from tarokk_club.club.templatetags.book import MINUS


@pytest.fixture
def anna(client: Client, house: House) -> Client:
    client.force_login(house.anna)
    return client


def shown(client: Client, session: Session) -> str:
    return text_of(client.get(session_url(session, "settlement")))


def test_it_works(anna: Client, house: House, session: Session) -> None:
    recorded(house, session, a_hand(house), a_hand(house, bid="solo"), END)

    page = shown(anna, session)

    assert page.count("</bdi> pays <bdi>") == 2
    assert "<bdi>Béla</bdi> pays <bdi>" in page and "pays <bdi>Anna</bdi>" in page
    assert page.count("HUF 50") >= 4
    assert '<td class="plus">+5</td>' in page
    assert session_url(session, "settlement_file") in page


def test_the_tables_come_with_the_marks_that_are_chosen(
    anna: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))
    url = session_url(session, "settlement")

    usual, chosen = shown(anna, session), text_of(anna.get(f"{url}?marks=comma"))

    for name in ("settlement_file", "hands_file", "ledger_file"):
        assert f'{session_url(session, name)}?marks=point"' in usual
        assert f'{session_url(session, name)}?marks=comma"' in chosen
    assert '"?marks=comma"' in usual and '"?marks=point"' in chosen


def test_an_open_session_shows_how_it_would_stand(
    anna: Client, house: House, session: Session
) -> None:
    recorded(house, session, a_hand(house))

    page = shown(anna, session)

    assert "this is how it would be settled now" in page
    assert "<bdi>Béla</bdi> pays" in page


def test_nothing_is_paid_before_the_pots_are_split(anna: Client, house: House) -> None:
    session = a_session(house, rules={"preset": "standard"})
    recorded(house, session, PASSED_OUT)

    page = shown(anna, session)

    assert "nothing is to be paid before its pots are split" in page
    assert "</bdi> pays" not in page
    assert '<td class="name" colspan="2">In the pots</td> <td class="plus">+8</td>' in page
    recorded(house, session, END)
    assert "Nobody owes anybody anything." in shown(anna, session)


def test_r06_exact_and_payable_amounts_stand_side_by_side(anna: Client, house: House) -> None:
    session = played_with(
        house, {"Anna": 13, "Béla": -6, "Csaba": -7}, stake={"currency": "HUF", "per_point": "1"}
    )

    page = shown(anna, session)
    paper = text_of(anna.get(session_url(session, "settlement_paper")))

    for name, exact, payable in (("Anna", 13, 15), ("Béla", -6, -5), ("Csaba", -7, -10)):
        exact_text, payable_text = (
            f"{'+' if minor > 0 else MINUS}{abs(minor)}" for minor in (exact, payable)
        )
        row = re.search(rf'<td class="name"> <bdi>{name}</bdi>(.*?)</tr>', page)
        assert row and re.findall(r">([−+]\d+)<", row[1])[1:] == [exact_text, payable_text]
        line = re.search(rf'<th scope="row"><bdi>{name}</bdi></th>(.*?)</tr>', paper)
        assert line and f"<b>{payable_text}</b>" in line[1]
    assert "<td>0</td> <td>0</td> <td>0</td> </tr> </tfoot>" in page
    for text in (page, paper):
        assert "Paid in steps of HUF 5" in text


def test_what_needs_no_rounding_shows_one_amount(anna: Client, session: Session) -> None:
    page = shown(anna, session)

    assert "To be paid" not in page and "Paid in steps" not in page


def test_a_session_is_paid_through_the_till_of_the_club(anna: Client, house: House) -> None:
    session = played_with(house, {"Anna": 12, "Béla": -12})
    MoneyRules.objects.create(club=house.club, till=KITTY)

    page = shown(anna, session)

    assert "<bdi>Béla</bdi> pays The kitty" in page and "The kitty pays <bdi>Anna</bdi>" in page


def test_without_a_stake_points_are_paid(anna: Client, house: House) -> None:
    session = a_session(house, stake=None)
    recorded(house, session, a_hand(house), END)

    page = shown(anna, session)

    assert "Money" not in page
    assert page.count("</bdi></span> <span> 1 </span>") == 2


def test_a_binned_session_says_so(anna: Client, session: Session) -> None:
    Session.objects.update(binned_at=session.created_at)

    assert "lies in the bin and counts nowhere" in shown(anna, session)


def test_a_member_reads_but_takes_nothing_away(
    client: Client, house: House, session: Session
) -> None:
    client.force_login(house.bela)

    assert session_url(session, "settlement_file") not in shown(client, session)


def test_strangers_find_nothing(client: Client, session: Session) -> None:
    client.force_login(denes())

    assert client.get(session_url(session, "settlement")).status_code == 404


def test_few_queries(
    anna: Client,
    house: House,
    session: Session,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    recorded(house, session, *[a_hand(house) for _ in range(6)])
    with django_assert_max_num_queries(12):
        shown(anna, session)
