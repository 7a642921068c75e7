"""Balances, payments and fees in the API: the figures of the pages, under the same rights."""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from support.club_factories import House
from support.money_tables import (
    charge_fee,
    link_player,
    move_money,
    paid,
    played,
    read_open,
    settle_club,
)
from support.programs import API, a_key_of, with_token
from tarokk_club.club.models import KeyScope, MoneyRules
from tarokk_club.club.models.money import KITTY, OUTSIDE, PaymentMethod, Purpose
from tarokk_club.club.money.queries.entries.kitty_accounts import sum_kitty_accounts

pytestmark = pytest.mark.django_db


@pytest.fixture
def program(house: House) -> Client:
    return with_token(a_key_of(house.anna, house.club)[1])


def get_json(program: Client, house: House, path: str) -> Any:
    answer = program.get(f"{API}/clubs/{house.club.slug}{path}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_balances_are_those_of_the_page_and_the_kitty_by_accounts(
    house: House, program: Client
) -> None:
    played(house, Anna=12, Béla=-7, Csaba=-5)
    charge_fee(house, 300, "Anna", "Béla")
    paid(house, "Anna", KITTY, 300, purpose=Purpose.TABLE)
    move_money(house, 100, PaymentMethod.CASH, PaymentMethod.TRANSFER)

    (forints,) = get_json(program, house, "/balances")["items"]

    open_by_name = {one["name"]: one["open"] for one in forints["players"]}
    assert open_by_name | {KITTY: forints["kitty"]["open"]} == read_open(house)
    assert {one: forints["kitty"][one] for one in ("held", "cash", "bank", "other")} == {
        "held": 300,
        "cash": 200,
        "bank": 100,
        "other": 0,
    }
    assert sum_kitty_accounts(house.club.id)["HUF"] == {"cash": 200, "transfer": 100}
    assert sum(open_by_name.values()) + forints["kitty"]["open"] + forints["in_pots"] == 0


def test_payments_and_fees_are_paged_without_loss(house: House, program: Client) -> None:
    charge_fee(house, 100, "Anna", "Béla", "Csaba", purpose=Purpose.DUES)
    made = [paid(house, "Anna", "Béla", 10 + number) for number in range(35)]
    spent = paid(house, KITTY, OUTSIDE, 500, purpose=Purpose.OTHER, kind="Italok")

    first = get_json(program, house, "/payments")
    second = get_json(program, house, f"/payments?cursor={first['next'].replace('+', '%2B')}")
    fees = get_json(program, house, "/fees")

    ids = [one["id"] for one in (*first["items"], *second["items"])]
    assert sorted(ids) == sorted(str(one.pk) for one in (*made, spent))
    assert second["next"] is None
    newest = first["items"][0]
    assert (newest["payer"]["account"], newest["receiver"]["account"]) == (KITTY, OUTSIDE)
    assert newest["kind"] == "Italok"
    assert [(one["amount"], one["left"], one["state"]) for one in fees["items"]] == [
        (100, 100, "counts")
    ] * 3


def test_payments_are_filtered_by_player_and_day(house: House, program: Client) -> None:
    paid(house, "Anna", "Béla", 10)
    paid(house, "Csaba", "Dóra", 20)

    of_csaba = get_json(program, house, f"/payments?player={house.players['Csaba']}")
    of_later = get_json(program, house, "/payments?first=2999-01-01")

    assert [one["amount"] for one in of_csaba["items"]] == [20]
    assert of_later["items"] == []


@pytest.mark.parametrize("path", ["/balances", "/payments", "/fees", "/money-rules"])
def test_a_key_without_the_scope_reads_no_money(house: House, path: str) -> None:
    program = with_token(a_key_of(house.anna, house.club, KeyScope.READ.value)[1])

    assert program.get(f"{API}/clubs/{house.club.slug}{path}").status_code == 403


@pytest.mark.parametrize(
    "cursor",
    [
        "yesterday",
        f"0001-01-01T00:00:00%2B14:00~{UUID(int=1)}",
        f"9999-12-31T23:59:59-14:00~{UUID(int=1)}",
    ],
)
def test_refuses_an_invalid_cursor(house: House, program: Client, cursor: str) -> None:
    answer = program.get(f"{API}/clubs/{house.club.slug}/payments?cursor={cursor}")

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "cursor"


def test_member_of_a_club_that_hides_money_reads_only_the_own(house: House) -> None:
    MoneyRules.objects.create(club=house.club, own_only=True)
    link_player(house, house.bela, "Béla")
    paid(house, "Csaba", "Dóra", 111)
    paid(house, "Béla", "Anna", 222)
    program = with_token(a_key_of(house.bela, house.club)[1])

    payments = get_json(program, house, "/payments")["items"]
    (forints,) = get_json(program, house, "/balances")["items"]

    assert [one["amount"] for one in payments] == [222]
    assert [one["name"] for one in forints["players"]] == ["Béla"]


def test_settlement_has_its_figures_and_span(house: House, program: Client) -> None:
    played(house, Anna=12, Béla=-12)
    charge_fee(house, 30, "Béla")
    settlement = settle_club(house)

    whole = get_json(program, house, f"/settlements/{settlement.pk}")

    assert whole["scope"]["what"] == "open"
    assert whole["scope"]["carried"] is True
    for share in whole["shares"]:
        parts = (share["tables"], share["fees"], share["paid"], share["carried"])
        assert sum(parts) == share["exact"]
    assert {one["name"]: one["fees"] for one in whole["shares"]}["Béla"] == -30


def test_returns_settlement_rules_and_kinds(house: House, program: Client) -> None:
    before = get_json(program, house, "/money-rules")
    rules = MoneyRules(club=house.club, when="season", cash_step=500, kinds="Terem\nKártya")
    rules.till, rules.till_player_id = "player", UUID(house.players["Csaba"])
    rules.save()

    after = get_json(program, house, "/money-rules")

    assert (before["when"], before["kinds"], before["hub"]) == ("evening", [], None)
    assert after == {
        "when": "season",
        "cash_step": 500,
        "hub": house.players["Csaba"],
        "own_only": False,
        "kinds": ["Terem", "Kártya"],
    }
