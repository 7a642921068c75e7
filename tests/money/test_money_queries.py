"""The cost of money pages does not grow with their content or with other clubs."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from support.club_factories import House, recorded
from support.money_tables import charge_fee, pay_all, played, settle_club
from support.query_plans import explain_queries, only_sqlite
from tarokk_club.club.models import Session

# Steps that read the rows of all clubs: those of a whole table, or all that reverse nothing.
FAR_STEP = re.compile(r"SCAN (club_|[TUVW]\d)|reverses_id=\?\)(?! LEFT-JOIN)")


def url(house: House, name: str, *ids: object) -> str:
    return reverse(f"club:{name}", args=[house.club.slug, *ids])


def test_few_queries_on_a_full_page(
    anna: Client, house: House, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _evening in range(3):
        played(house, Anna=12, Béla=-7, Csaba=-5)
        settlement = settle_club(house)
        pay_all(house, settlement)
    charge_fee(house, 100, "Anna", "Béla")
    session = Session.objects.all()[0]
    recorded(house, played(house, Anna=1, Béla=-1, end=False))
    for name, ids in (
        ("money", ()),
        ("settle", ()),
        ("settled", (settlement.id,)),
        ("facts", ()),
        ("kitty", ()),
        ("settlements", ()),
        ("account", (house.players["Anna"],)),
    ):
        # What is asked now and what is not settled yet are read beside what is open.
        with django_assert_max_num_queries(30 if name == "account" else 22):
            anna.get(url(house, name, *ids))
    with django_assert_max_num_queries(13):
        anna.get(reverse("club:settlement", args=[house.club.slug, session.id]))


@only_sqlite
@pytest.mark.parametrize(
    "page", ["club", "sheet", "money", "settle", "settled", "facts", "kitty", "settlement"]
)
def test_page_reads_only_rows_of_its_club(anna: Client, house: House, page: str) -> None:
    session = played(house, Anna=12, Béla=-7, Csaba=-5)
    settlement = settle_club(house)
    pay_all(house, settlement)
    charge_fee(house, 100, "Anna", "Béla")
    played(house, Anna=5, Béla=-5)
    ids = {"sheet": session.id, "settlement": session.id, "settled": settlement.id}
    address = url(house, page, *([ids[page]] if page in ids else []))

    plans = explain_queries(lambda: anna.get(address))

    assert any("payment" in step for plan in plans for step in plan)
    assert [step for plan in plans for step in plan if FAR_STEP.search(step)] == []
