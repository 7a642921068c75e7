"""Balances from another app: read exactly, matched with players, recorded without loss."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.core.problem import RefusedError
from support.club_factories import House
from support.club_web import form_in, text_of
from support.money_tables import read_open
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Payment
from tarokk_club.club.models.money import Purpose
from tarokk_club.club.money.other_books import read_other_book

UNBALANCED = Path(__file__).parent / "unbalanced_book.csv"
SPLITWISE = """Date,Description,Category,Cost,Currency,Anna,Bela,Csaba

2026-09-01,"Room, heated",General,100.00,EUR,66.67,-33.34,-33.33
2026-09-02,Coffee,General,10.00,EUR,-3.333,6.666,-3.333
2026-09-03,Beer,General,900,HUF,600,-300,-300

2026-11-01,Total balance, , ,EUR,63.34,-26.67,-36.67
2026-11-01,Total balance, , ,HUF,600.00,-300.00,-300.00
"""
BILLS = """what,amount,currency,date,payer_name,payer_weight,owers
Terem,1000,XXX,2026-09-01,Anna,1.0,"Anna, Béla, Csaba"
Kávé,1001,XXX,2026-09-02,Béla,2.0,"Béla, Csaba"
"""


def test_splitwise_is_read_with_its_currencies_and_no_cent_is_left() -> None:
    found = read_other_book(SPLITWISE.encode(), currency="HUF").balances

    assert found["HUF"] == {"Anna": 600, "Bela": -300, "Csaba": -300}
    assert found["EUR"] == {"Anna": 6334, "Bela": -2668, "Csaba": -3666}
    assert all(sum(sums.values()) == 0 for sums in found.values())


def test_ihatemoney_is_read_by_weight_from_its_bills_and_from_its_plan() -> None:
    # Anna 1000 - 250; Béla 1001 - 500 - 667 1/3; Csaba -250 - 333 2/3: whose rest is largest.
    found = read_other_book(BILLS.encode(), currency="HUF").balances["HUF"]
    plan = b"amount,receiver,ower\n750.0,Anna,Csaba\n12.5,Anna,Csaba\n"

    assert found == {"Anna": 750, "Béla": -166, "Csaba": -584}
    assert read_other_book(plan, currency="EUR").balances == {
        "EUR": {"Anna": 76250, "Csaba": -76250}
    }


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "other_book_unreadable"),
        ("\x00\x01", "other_book_unreadable"),
        ("a;b\n1;2\n", "other_book_unreadable"),
        ("name;balance\nAnna;sok\n", "other_book_number"),
        ("name;balance\nAnna;100\nBéla;-40\n", "other_book_sum"),
        ("name;balance;currency\nAnna;1;QQQ\nBéla;-1;QQQ\n", "currency_unknown"),
        ("amount,payer_name,owers\n10,Anna,\n", "other_book_number"),
        (SPLITWISE.replace("63.34,-26.67", "163.34,-126.67"), "other_book_total"),
        ("name;balance\n" + "Anna;1\n" * 6000, "table_large"),
        ("x" * 600_000, "totals_large"),
    ],
)
def test_refuses_an_unreadable_file_with_a_reason(text: str, key: str) -> None:
    with pytest.raises(RefusedError) as refused:
        read_other_book(text.encode(), currency="HUF")

    assert [problem.code for problem in refused.value.problems] == [key]


def test_balances_that_do_not_add_up_are_refused_with_their_sum(
    client: Client, house: House
) -> None:
    client.force_login(house.anna)

    answer = _post(client, house, UNBALANCED.read_text("utf-8"))

    assert answer.status_code == 422
    assert "The amounts in this file add up to HUF 5, not to zero" in text_of(answer)
    assert not Payment.objects.exists()


def _post(client: Client, house: House, text: str) -> Any:
    url = reverse("club:openings", args=[house.club.slug])
    file = SimpleUploadedFile("book.csv", text.encode())
    return client.post(url, {"file": file, "currency": "HUF"})


def test_asks_to_match_names_and_records_balances_once(client: Client, house: House) -> None:
    client.force_login(house.anna)
    url = reverse("club:openings", args=[house.club.slug])

    look = _post(client, house, BILLS.replace("Csaba", "Csabi"))
    sent = form_in(look, url).sent
    missing = client.post(url, sent)

    assert "Nothing is booked yet." in text_of(look) and "−HUF 584" in text_of(look)
    assert missing.status_code == 422 and "Say which player this is" in text_of(missing)
    assert not Payment.objects.exists()
    named = {**form_in(missing, url).sent, "who_2": str(house.players["Csaba"])}
    done = client.post(url, named)
    again = client.post(url, named)
    assert done.status_code == again.status_code == 302
    assert read_open(house, "HUF") == {"Anna": 750, "Béla": -166, "Csaba": -584}
    assert set(Payment.objects.values_list("purpose", flat=True)) == {Purpose.OPENING}
    assert Payment.objects.count() == 2 and list(iter_findings()) == []
    assert "count twice" in text_of(_post(client, house, BILLS))
    account = reverse("club:account", args=[house.club.slug, house.players["Csaba"]])
    assert "From another book" in text_of(client.get(account))


def test_two_names_of_one_person_are_added_up(client: Client, house: House) -> None:
    client.force_login(house.anna)
    url = reverse("club:openings", args=[house.club.slug])
    look = _post(client, house, "name;balance\nAnna;900\nPanni;100\nDóra;-1000\n")
    sent = {**form_in(look, url).sent, "who_2": str(house.players["Anna"])}

    client.post(url, sent)

    assert read_open(house, "HUF") == {"Anna": 1000, "Dóra": -1000}


def test_refuses_tampered_form_data(client: Client, house: House) -> None:
    client.force_login(house.anna)
    url = reverse("club:openings", args=[house.club.slug])
    sent = form_in(_post(client, house, BILLS), url).sent

    spoilt = [
        client.post(url, {**sent, "table": "name;balance\nAnna;1\n"}),
        client.post(url, {**sent, "currency": "QQQ"}),
        client.post(url, {**sent, "who_0": "nobody"}),
        client.post(url, {**sent, "date": "2999-01-01"}),
        client.post(url, {"file": SimpleUploadedFile("x.csv", b"name;balance\nAnna;0\n")}),
    ]

    assert [one.status_code for one in spoilt] == [422] * 5
    assert not Payment.objects.exists()
