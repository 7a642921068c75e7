"""The number of queries of money pages does not grow with their content."""

from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from support.club_factories import House, recorded
from support.money_tables import all_paid, charged, played, settled
from tarokk_club.club.models import Session


def url(house: House, name: str, *ids: object) -> str:
    return reverse(f"club:{name}", args=[house.club.slug, *ids])


def test_few_queries_on_a_full_page(
    anna: Client, house: House, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _evening in range(3):
        played(house, Anna=12, Béla=-7, Csaba=-5)
        settlement = settled(house)
        all_paid(house, settlement)
    charged(house, 100, "Anna", "Béla")
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
