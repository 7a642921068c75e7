"""The same sums on every page and print, and links from every figure to its lines."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from support.club_factories import House
from support.club_web import text_of
from support.money_pages import NAMES, figures_on, rows_of_file
from support.money_tables import charge_fee, paid, pay_all, played, played_with, settle_club
from tarokk_club.club.models import Settlement
from tarokk_club.club.models.money import KITTY
from tarokk_club.club.money.queries.settlements.settlement import load_settlement_page


def url(house: House, name: str, *ids: object) -> str:
    return reverse(f"club:{name}", args=[house.club.slug, *ids])


def a_year(house: House, **stake: Any) -> Settlement:
    """Something of everything: tables, fees paid and not, payments, an older settlement."""
    played_with(house, {"Anna": 13, "Béla": -7, "Csaba": -6}, date="2026-11-04", **stake)
    charge_fee(house, 203, "Anna", "Béla", "Csaba")
    pay_all(house, settle_club(house))
    played_with(house, {"Anna": -3, "Béla": 4, "Dóra": -1}, **stake)
    charge_fee(house, 50, "Dóra", paid=True)
    paid(house, "Csaba", "Anna", 21)
    paid(house, "Anna", "outside", 77)
    return settle_club(house)


@pytest.mark.parametrize("stake", [{}, {"stake": {"currency": "HUF", "per_point": "1234"}}])
def test_every_page_shows_the_same_five_figures(
    anna: Client, house: House, stake: dict[str, Any]
) -> None:
    settlement = a_year(house, **stake)
    shown = {
        row.name or "The kitty": row.figures.amounts
        for row in load_settlement_page(settlement, house.anna.id).shares
    }
    for tables, fees, was_paid, carried, due in shown.values():
        assert tables + fees + was_paid + carried == due

    on_page = figures_on(text_of(anna.get(url(house, "settled", settlement.id))))
    on_paper = figures_on(text_of(anna.get(url(house, "settled_paper", settlement.id))))
    in_file = rows_of_file(anna.get(url(house, "settled_file", settlement.id)).content, 0)

    sums = on_paper.pop("Sum")
    assert on_page == on_paper == in_file == shown
    assert sums == tuple(map(sum, zip(*shown.values(), strict=True)))
    asked = {one.payer.name for one in settlement.transfers.all() if one.payer}
    assert asked
    for name in asked:
        for place in ("account", "statement"):
            page = text_of(anna.get(url(house, place, house.players[name])))
            assert figures_on(page)["Settlement 2"] == shown[name], (name, place)


def test_every_figure_links_to_lines_that_add_up_to_it(anna: Client, house: House) -> None:
    settlement = a_year(house)
    page = text_of(anna.get(url(house, "settled", settlement.id)))
    for row in load_settlement_page(settlement, house.anna.id).shares:
        where = url(house, "settled_account", settlement.id, row.account)
        assert where in page
        answer = anna.get(where)
        assert answer.status_code == 200
        explained = {one.name: one for one in answer.context["explained"]}
        for name in NAMES[:4]:
            lines = explained[name].lines
            assert sum(line.minor for line in lines) == explained[name].minor, (row.name, name)
            assert not [line for line in lines if line.source == "rest"], (row.name, name)
            for line in lines:
                (href,) = {
                    "session": lambda one: (url(house, "sheet", one.id),),
                    "charge": lambda one: (url(house, "fact", one.id),),
                    "payment": lambda one: (url(house, "fact", one.id),),
                    "settlement": lambda one: (url(house, "settled", one.id),),
                }[line.source](line)
                assert href in text_of(answer)
                assert anna.get(href).status_code == 200


def test_figures_of_a_preview_link_to_their_lines_too(anna: Client, house: House) -> None:
    played(house, Anna=12, Béla=-12)
    charge_fee(house, 20, "Béla", paid=True)
    page = anna.get(url(house, "settle"))
    base = url(house, "settle_account", house.players["Béla"])
    (where,) = set(re.findall(rf'href="({base}[^"#]*)"', text_of(page)))

    answer = anna.get(where.replace("&amp;", "&"))

    explained = {one.name: one.minor for one in answer.context["explained"]}
    assert explained == {"tables": -120, "fees": -20, "paid": 20, "carried": 0, "due": -120}
    assert anna.get(url(house, "settle_account", KITTY) + "?what=nonsense").status_code == 404
    assert anna.get(url(house, "settle_account", "nobody")).status_code == 404


def test_account_explains_amounts_due_now_and_unsettled(anna: Client, house: House) -> None:
    played(house, Anna=77, Béla=-77)
    settle_club(house)
    played(house, Béla=47, Csaba=-47)

    page = text_of(anna.get(url(house, "account", house.players["Béla"])))

    assert re.search(r"To pay now </dt>.*?−HUF.770.*?Not settled yet</dt>.*?\+HUF.470", page)
    assert re.search(r"Open altogether</dt>.*?−HUF.300", page)
    assert figures_on(page) == {
        "Settlement 1": (-770, 0, 0, 0, -770),
        "Not settled yet": (470, 0, 0, 0, 470),
    }
