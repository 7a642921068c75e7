"""Statements as banks write them: every line is read, and only sure matches are offered."""

import re
from collections.abc import Iterator
from copy import deepcopy
from datetime import date
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from support.bank_statements import read_titled_statement
from support.club_factories import House, a_form, a_house
from support.club_web import text_of
from support.money_tables import charge_fee, pay_all, settle_club
from support.shared_rows import create_rows_once
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import MoneyRules, Payment, Player
from tarokk_club.club.models.money import Purpose
from tarokk_club.club.money.bank_lines import BankStatement, LineState
from tarokk_club.club.money.payer_names import FULL, SHORTER, rate_name_match
from tarokk_club.club.money.queries.bank.bank_matches import mentions_settlement
from tarokk_club.club.money.queries.settlements.unsettled_items import OPEN, SettlingScope
from tarokk_club.club.money.usecases.payments import undo_payment

FILES = Path(__file__).parent / "bank_files"
LONG = "Wolfeschlegelsteinhausenbergerdorff-Hahn Maximilian"
# Written in Windows-1252.
OLD = ("danske_latin1.csv", "huf.csv")
# What each of them owes, in euros.
DUES = {
    "Bo": 12,
    "Groß Łukasz": 13,
    "Kovács Anna": 14,
    "Müller Jürgen": 15,
    "Nagy Péter": 16,
    "Søren Ægir": 17,
    "Szőke Ödön": 18,
    LONG: 19,
    "محمد علي": 21,
    "Zsófi": 22,
}


def content(name: str) -> bytes:
    """Return the file as its bank wrote it; the repository holds UTF-8 alone."""
    data = (FILES / name).read_bytes()
    return data.decode().encode("cp1252") if name in OLD else data


def statement(name: str) -> BankStatement:
    return read_titled_statement(content(name), "EUR")


def a_club_owed_dues() -> House:
    """Create a club in euros whose kitty is owed dues by ten players, as Settlement 2."""
    house = a_house()
    house.club.currency = "EUR"
    house.club.save()
    MoneyRules.objects.create(
        club=house.club, till="kitty", beneficiary="Probe Klub", iban="BE72000000001616"
    )
    scope = SettlingScope(what=OPEN, currency="EUR", carry=True)
    charge_fee(house, 100, "Anna", currency="EUR", purpose=Purpose.DUES)
    pay_all(house, settle_club(house, scope))
    for name, euros in DUES.items():
        house.players[name] = str(Player.objects.create(club=house.club, name=name).pk)
        charge_fee(house, 100 * euros, name, currency="EUR", purpose=Purpose.DUES)
    settle_club(house, scope)
    return house


@pytest.fixture(scope="module")
def _club(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    with create_rows_once(django_db_blocker, a_club_owed_dues) as house:
        yield house


@pytest.fixture
def club(_club: House, db: None) -> House:
    return deepcopy(_club)


def looked(client: Client, club: House, data: bytes) -> str:
    client.force_login(club.anna)
    url = reverse("club:bank_statement", args=[club.club.slug])
    return text_of(client.post(url, {"file": SimpleUploadedFile("bank", data)}))


def offered(page: str) -> list[str]:
    """Return the proposed payer of each line with a checkbox."""
    return re.findall(
        r'type="checkbox" name="line".*?Settlement 2: <bdi>(.*?)</bdi> pays', page, flags=re.DOTALL
    )


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("batch_instdamt.xml", ["Kovács Anna", "Søren Ægir", "Szőke Ödön"]),
        ("leading_zeros.xml", ["Kovács Anna"]),
        ("nonref_november.xml", ["Kovács Anna"]),
        ("addtl.xml", ["Søren Ægir", "Szőke Ödön", "Nagy Péter"]),
        ("xau.xml", ["Szőke Ödön"]),
        ("reversal_credit.xml", []),
        ("charges.xml", ["Szőke Ödön"]),
        (
            "names.xml",
            [
                *("Kovács Anna", "Müller Jürgen", "Søren Ægir", "Groß Łukasz", "Bo", "Zsófi"),
                *("Nagy Péter", LONG),
            ],
        ),
        ("substring.csv", ["Szőke Ödön"]),
        ("pending_status.csv", []),
        ("huf.csv", ["Szőke Ödön"]),
        ("headerlines_dkb.csv", ["Müller Jürgen"]),
        ("danske_latin1.csv", ["Søren Ægir"]),
        ("indicator.csv", ["Szőke Ödön"]),
        ("parens.csv", []),
    ],
)
def test_offers_only_certain_payments_and_ticks_none(
    client: Client, club: House, name: str, names: list[str]
) -> None:
    page = looked(client, club, content(name))

    assert offered(page) == names
    assert " checked" not in page


@pytest.mark.parametrize(
    ("name", "states"),
    [
        ("reversal_credit.xml", [LineState.RETURNED]),
        ("pending_status.csv", [LineState.PENDING, LineState.REVERSED]),
        ("xau.xml", [LineState.BOOKED, LineState.UNREADABLE]),
        ("danske_latin1.csv", [LineState.BOOKED, LineState.PENDING]),
    ],
)
def test_reads_the_state_of_each_line(name: str, states: list[LineState]) -> None:
    assert [line.state for line in statement(name).lines] == states


@pytest.mark.parametrize(
    ("name", "declared", "minors"),
    [
        ("batch_instdamt.xml", 2, [1400, 1700, 1800]),
        ("charges.xml", 1, [1650]),
        ("indicator.csv", 2, [-1400, 1800]),
        ("parens.csv", 1, [-1400]),
        ("xau.xml", 2, [1800, 0]),
    ],
)
def test_lines_and_sum_are_those_of_the_statement(
    name: str, declared: int, minors: list[int]
) -> None:
    found = statement(name)

    assert [line.minor for line in found.lines] == minors
    assert found.declared == declared
    assert found.sums == found.line_sums == {"EUR": sum(minors)}


def test_parts_that_do_not_add_up_are_one_line() -> None:
    text = (FILES / "batch_instdamt.xml").read_text("utf-8").replace(">14.00<", ">13.00<")
    lines = read_titled_statement(text.encode(), "EUR").lines
    assert [line.minor for line in lines] == [3100, 1800]
    assert "Kovacs Anna" in lines[0].name and "Soren Aegir" in lines[0].name


def test_a_table_uses_the_club_currency_and_reports_skipped_lines() -> None:
    found = statement("headerlines_dkb.csv")
    assert [(one.day, one.minor, one.currency) for one in found.lines] == [
        (date(2026, 11, 20), 1500, "EUR")
    ]
    assert "Kontostand vom 25.11.2026: · 1.234,00 EUR" in found.passed_over
    foot = read_titled_statement(b"date;amount\n2026-11-20;5\nTotal;5\n", "EUR")
    assert [one.minor for one in foot.lines] == [500]
    assert foot.passed_over == ("Total · 5",)


def test_references_do_not_identify_a_payment(client: Client, club: House) -> None:
    november, december = (statement(f"nonref_{month}.xml") for month in ("november", "december"))
    assert november.lines[0].fingerprint != december.lines[0].fingerprint
    assert november == statement("nonref_november.xml")


def test_a_payment_that_was_taken_back_is_booked_again(client: Client, club: House) -> None:
    data = content("leading_zeros.xml")
    url = reverse("club:bank_statement", args=[club.club.slug])

    def book() -> None:
        page = looked(client, club, data)
        tickets = re.findall(r'name="line" value="([^"]+)"', page)
        assert len(tickets) == 1
        client.post(url, {"read": "1", "line": tickets})

    book()
    assert "in the book already" in looked(client, club, data)
    payment = Payment.objects.get(transfer__settlement__number=2)
    undo_payment(club_id=club.club.id, form=a_form(club.anna), payment_id=payment.id)
    book()

    assert "in the book already" in looked(client, club, data)
    rows = Payment.objects.filter(transfer__settlement__number=2, reverses=None)
    assert sorted(hasattr(one, "reversed_by") for one in rows) == [False, True]
    assert list(iter_findings()) == []


def test_a_line_is_pointed_at_a_player_a_planned_payment_or_an_expense(
    client: Client, club: House
) -> None:
    data = (
        b"date;amount;name;text\n2026-11-20;21;MOHAMMED ALI;dues\n2026-11-20;5,50;Somebody;gift\n"
        b"2026-11-20;-9;Pub;room\n2026-11-20;3;Nobody;left out\n"
    )
    page = looked(client, club, data)
    tickets = re.findall(r'name="ticket" value="([^"]+)"', page)
    planned = re.search(r'value="(transfer:[^"]+)">Settlement 2, محمد علي<', page)
    assert planned and len(tickets) == 4
    choices = [planned[1], f"player:{club.players['Bo']}", "outside", ""]
    url = reverse("club:bank_statement", args=[club.club.slug])

    client.post(url, {"read": "1", "ticket": tickets, "to": choices})

    rows = Payment.objects.filter(date=date(2026, 11, 20)).order_by("amount")
    assert [(one.amount, one.payer_side, one.receiver_side, one.how) for one in rows] == [
        (550, "player", "kitty", "transfer"),
        (900, "kitty", "outside", "transfer"),
        (2100, "player", "kitty", "transfer"),
    ]
    assert rows[2].transfer and rows[0].note == "Somebody · gift"
    assert looked(client, club, data).count("in the book already") == 3
    assert list(iter_findings()) == []


def test_warns_of_a_foreign_account(client: Client, club: House) -> None:
    data = content("leading_zeros.xml")
    assert "not the account of the club" not in looked(client, club, data)
    other = data.replace(b"BE72000000001616", b"DE02120300000000202051")
    assert "DE02120300000000202051, which is not the account" in looked(client, club, other)


def test_a_line_that_fits_a_planned_payment_can_be_something_else(
    client: Client, club: House
) -> None:
    data = b"date;amount;name;text\n2026-11-20;18;Szoke Odon;Settlement 2\n"
    page = looked(client, club, data)
    assert offered(page) == ["Szőke Ödön"] and "It is something else" in page
    ticket = re.findall(r'name="ticket" value="([^"]+)"', page)
    assert re.findall(r'name="line" value="([^"]+)"', page) == ticket
    url = reverse("club:bank_statement", args=[club.club.slug])
    sent = {"read": "1", "line": ticket, "ticket": ticket, "to": ["outside"]}

    answer = client.post(url, sent, follow=True)

    assert "1 payment is recorded." in text_of(answer)
    rows = Payment.objects.filter(date=date(2026, 11, 20))
    assert [(one.amount, one.payer_side, one.transfer) for one in rows] == [(1800, "outside", None)]


def test_lines_of_several_accounts_show_their_account(client: Client, club: House) -> None:
    data = (
        b"account;date;amount;name\nBE72000000001616;2026-11-20;18;Szoke Odon\n"
        b"BE99000000002222;2026-11-20;0;Nobody\n"
    )
    page = looked(client, club, data)
    assert "<bdi>BE72000000001616</bdi>" in page and "<bdi>BE99000000002222</bdi>" in page
    assert "nothing to book: the amount is 0" in page
    one = looked(client, club, b"account;date;amount\nBE72000000001616;2026-11-20;18\n")
    assert "<bdi>BE72000000001616</bdi>" not in one


def test_warns_of_missing_transactions(client: Client, club: House) -> None:
    balance = (
        b"<Bal><Tp><CdOrPrtry><Cd>%s</Cd></CdOrPrtry></Tp><Amt Ccy='EUR'>%s</Amt>"
        b"<CdtDbtInd>CRDT</CdtDbtInd></Bal>"
    )
    balances = balance % (b"OPBD", b"10.00") + balance % (b"CLBD", b"30.00")
    data = content("leading_zeros.xml")
    whole = data.replace(b"</Acct>", b"</Acct>" + balances)
    page = looked(client, club, whole)
    assert "changed by +€20.00, but its transactions come to +€14.00" in page
    assert "By its own balances" not in looked(client, club, whole.replace(b"30.00", b"24.00"))


def test_shows_the_columns_after_a_misreading(client: Client, club: House) -> None:
    client.force_login(club.anna)
    url = reverse("club:bank_statement", args=[club.club.slug])
    data = b"date;amount;fee;name\n2026-11-20;18;1;Szoke Odon\n"
    file = SimpleUploadedFile("bank", data)
    page = text_of(client.post(url, {"file": file, "by_hand": "on"}))
    assert "What the columns hold" in page and "A fee that is taken beside the amount" in page
    key = re.search(r'name="key" value="([^"]+)"', page)
    assert key
    sent = {"key": key[1], "table": data.decode(), "column_0": "date", "column_1": "amount"}
    assert offered(text_of(client.post(url, sent | {"column_3": "name"}))) == ["Szőke Ödön"]
    assert offered(looked(client, club, data)) == ["Szőke Ödön"]


UNKNOWN = b"Quand;Combien;Qui\n20/11/2026;18,00;Szoke Odon\n21/11/2026;1,00;X\n"


def test_asks_for_the_columns_of_a_new_table_only_once(client: Client, club: House) -> None:
    page = looked(client, club, UNKNOWN)
    assert "What the columns hold" in page and "18,00" in page
    url = reverse("club:bank_statement", args=[club.club.slug])
    key = re.search(r'name="key" value="([^"]+)"', page)
    assert key
    sent = {"key": key[1], "table": UNKNOWN.decode(), "column_0": "date", "column_2": "name"}
    refused = client.post(url, sent)
    assert refused.status_code == 422 and "which the amount" in text_of(refused)
    assert offered(text_of(client.post(url, sent | {"column_1": "amount"}))) == ["Szőke Ödön"]
    assert offered(looked(client, club, UNKNOWN)) == ["Szőke Ödön"]


def test_a_column_without_a_title_shows_its_first_text(client: Client, club: House) -> None:
    page = looked(client, club, b"1177;J;18000;20261120;;Bo\n1177;T;-45;20261121;;Spar\n")
    assert "Column 3 · 18000" in page and "Column 6 · Bo" in page
    assert re.search(r"Column 5\s*<", page)


def test_asks_about_ambiguous_american_dates(client: Client, club: House) -> None:
    data = b"date,amount,name\n11/10/2026,18.00,Szoke Odon\n"
    page = looked(client, club, data)
    assert "How are the days written?" in page
    url = reverse("club:bank_statement", args=[club.club.slug])
    key = re.search(r'name="key" value="([^"]+)"', page)
    assert key
    sent = {"key": key[1], "table": data.decode(), "column_0": "date", "column_1": "amount"}
    assert client.post(url, sent | {"column_2": "name", "order": ""}).status_code == 422
    seen = text_of(client.post(url, sent | {"column_2": "name", "order": "month_first"}))
    assert "10 Nov 2026" in seen
    plain = b"date,amount,name\n11/20/2026,18.00,Szoke Odon\n"
    assert read_titled_statement(plain, "EUR").lines[0].day == date(2026, 11, 20)


@pytest.mark.parametrize(
    ("name", "said", "how"),
    [
        ("Kovács Anna", "ANNA KOVACS", FULL),
        ("Müller Jürgen", "JUERGEN MUELLER", FULL),
        ("Søren Ægir", "Overførsel SOEREN AEGIR", FULL),
        ("Åse Ørsted", "AASE OERSTED", FULL),
        ("Nagy Péter", "Nagy Péterné Szabó Ilona", 0),
        ("Nagy Péter", "Nagy Anna, Kis Péter", 0),
        ("dr. Nagy Péter", "NAGY PETER", SHORTER),
        (LONG, "MAXIMILIAN WOLFESCHLEGELSTEINHAUSEN", SHORTER),
        (LONG, "Wolfeschlegelsteinhausenbergerdorff", SHORTER),
        ("Bo", "Bob", 0),
    ],
)
def test_rates_names_as_banks_write_them(name: str, said: str, how: int) -> None:
    assert rate_name_match(name, [said]) == how


@pytest.mark.parametrize(
    ("text", "is_named"),
    [
        ("Settlement 2", True),
        ("2. elszámolás, Anna", True),
        ("Elszámolás 2", True),
        ("ELSZAMOLAS 2 ANNA", True),
        ("Settlement no. 2", True),
        ("Settlement 12", False),
        ("2 euros for the room", False),
        ("Settlement 21 on 2026-02-02", False),
    ],
)
def test_number_counts_only_beside_its_word(text: str, is_named: bool) -> None:
    assert mentions_settlement(text, 2) is is_named
