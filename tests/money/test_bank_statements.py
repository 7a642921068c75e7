"""A bank's statement: reading it, matching it with a plan, booking only after a preview."""

import re
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.core.problem import RefusedError
from support.bank_statements import read_titled_statement
from support.club_factories import House
from support.club_web import form_in, text_of
from support.money_tables import a_treasurer, charge_fee, played_with, read_open, settle_club
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import MoneyRules, Payment, Settlement
from tarokk_club.club.money.bank_lines import MOST_LINES, BankLine, LineState
from tarokk_club.club.money.queries.settlements.unsettled_items import OPEN, SettlingScope
from tarokk_club.club.money.views import bank_statements


def read_bank_file(data: bytes) -> tuple[BankLine, ...]:
    return read_titled_statement(data, "EUR").lines


EUROS = {"currency": "EUR", "per_point": "0.5"}


def entry(amount: str, name: str, text: str, sign: str = "CRDT", **more: str) -> str:
    side = "Dbtr" if sign == "CRDT" else "Cdtr"
    return f"""<Ntry><Amt Ccy="EUR">{amount}</Amt><CdtDbtInd>{sign}</CdtDbtInd>
    <Sts><Cd>{more.get("status", "BOOK")}</Cd></Sts><BookgDt><Dt>2026-11-19</Dt></BookgDt>
    <AcctSvcrRef>{more.get("ref", amount)}</AcctSvcrRef><NtryDtls><TxDtls>
    <RltdPties><{side}><Pty><Nm>{name}</Nm></Pty></{side}></RltdPties>
    <RmtInf><Ustrd>{text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>"""


def camt(*entries: str, version: str = "08") -> bytes:
    space = f"urn:iso:std:iso:20022:tech:xsd:camt.053.001.{version}"
    body = "".join(entries)
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><Document xmlns="{space}">'
        f"<BkToCstmrStmt><Stmt>{body}</Stmt></BkToCstmrStmt></Document>"
    ).encode()


@pytest.fixture
def euro(house: House) -> Settlement:
    """Three players owe the kitty of a club in euros: Béla 3.50, Csaba and Dóra 2 each."""
    house.club.currency = "EUR"
    house.club.save()
    MoneyRules.objects.create(
        club=house.club, till="kitty", beneficiary="Zuglói Kör", iban="BE72000000001616"
    )
    played_with(house, {"Anna": 15, "Béla": -7, "Csaba": -4, "Dóra": -4}, stake=EUROS)
    return settle_club(house, SettlingScope(what=OPEN, currency="EUR", carry=True))


def test_ticked_lines_are_booked_once(client: Client, house: House, euro: Settlement) -> None:
    client.force_login(house.anna)
    url = reverse("club:bank_statement", args=[house.club.slug])
    data = camt(
        entry("3.50", "BELA  NAGY", "Zugló, Settlement 1, Béla"),
        entry("1.50", "Csaba", "settlement 1 csaba elso reszlet"),
        entry("2.00", "Somebody", "card purchase"),
        entry("7.50", "Anna", "Settlement 1", sign="DBIT"),
        entry("2.00", "Dóra", "", status="PDNG", ref="later"),
    )

    look = client.post(url, {"file": SimpleUploadedFile("bank.xml", data)})

    page = text_of(look)
    assert page.count('type="checkbox"') == 3 and " checked" not in page
    assert "Nothing is booked yet." in page and "no planned payment fits" in page
    assert not Payment.objects.exists()
    tickets = re.findall(r'name="line" value="([^"]+)"', page)
    done = client.post(url, {**form_in(look, url).sent, "line": tickets[:2]})
    assert done.status_code == 302
    rows = Payment.objects.order_by("amount").values_list("amount", "how", "date")
    assert list(rows) == [
        (150, "transfer", date(2026, 11, 19)),
        (350, "transfer", date(2026, 11, 19)),
    ]
    assert read_open(house, "EUR") == {"Anna": 750, "Csaba": -50, "Dóra": -200, "kitty": -500}
    again = text_of(client.post(url, {"file": SimpleUploadedFile("bank.xml", data)}))
    assert again.count("in the book already") == 2
    client.post(url, {"read": "1", "line": tickets})
    assert Payment.objects.count() == 3
    assert list(iter_findings()) == []


def test_offers_no_match_for_a_line_that_fits_two_payments(
    client: Client, house: House, euro: Settlement
) -> None:
    client.force_login(house.anna)
    url = reverse("club:bank_statement", args=[house.club.slug])
    data = camt(entry("2.00", "Csaba Dóra", "Settlement 1"))
    page = text_of(client.post(url, {"file": SimpleUploadedFile("bank.xml", data)}))
    assert 'type="checkbox"' not in page


def test_does_not_record_lines_missing_from_the_page(
    client: Client, house: House, euro: Settlement
) -> None:
    client.force_login(house.anna)
    url = reverse("club:bank_statement", args=[house.club.slug])
    answer = client.post(url, {"read": "1", "line": ["nonsense", "a:b:c"]}, follow=True)
    assert "came back incomplete" in text_of(answer)
    assert not Payment.objects.exists()


def test_only_the_treasurer_uploads_a_statement(client: Client, house: House) -> None:
    url = reverse("club:bank_statement", args=[house.club.slug])
    client.force_login(house.bela)
    assert client.get(url).status_code == 403
    client.force_login(a_treasurer(house))
    assert client.get(url).status_code == 200
    assert client.post(url, {"file": SimpleUploadedFile("x.xml", b"<a/>")}).status_code == 422
    assert client.post(url, {}).status_code == 422


@pytest.mark.parametrize("version", ["02", "04", "08", "13"])
def test_every_version_of_the_format_is_read(version: str) -> None:
    (line,) = read_bank_file(camt(entry("1234.5", "Anna", "x", ref="R1"), version=version))
    assert (line.day, line.minor, line.currency) == (date(2026, 11, 19), 123450, "EUR")
    assert (line.name, line.text, line.problem) == ("Anna", "x", None)


def test_splits_a_transaction_into_its_payments() -> None:
    one = """<TxDtls><Amt Ccy="EUR">{}</Amt><Refs><TxId>{}</TxId></Refs></TxDtls>"""
    whole = f"""<Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
    <BookgDt><Dt>2026-11-19</Dt></BookgDt><NtryDtls>{one.format("2.00", "a")}
    {one.format("3.00", "b")}</NtryDtls></Ntry>"""
    assert [line.minor for line in read_bank_file(camt(whole))] == [200, 300]


@pytest.mark.parametrize(
    "text",
    [
        'date,amount,currency,name,text\n2026-11-19,"1,234.50",EUR,Béla,Settlement 1\n',
        "Könyvelés dátuma;Összeg;Devizanem;Partner neve;Közlemény\n"
        "2026.11.19.;1 234,50;EUR;Béla;Settlement 1\n",
        "Dato\tBeløb\tValuta\tNavn\tTekst\n19-11-2026\t1.234,50\tEUR\tBéla\tSettlement 1\n",
    ],
)
def test_a_table_is_read_in_the_words_of_its_bank(text: str) -> None:
    for encoding in ("utf-8", "utf-8-sig"):
        (line,) = read_bank_file(text.encode(encoding))
        told = (line.day, line.minor, line.currency, line.name, line.text)
        assert told == (date(2026, 11, 19), 123450, "EUR", "Béla", "Settlement 1")


def test_forints_are_read_whole_and_money_that_went_out_is_below_zero() -> None:
    lines = read_bank_file(b"date;amount;currency\n2026-11-19;-1 200,00;HUF\n2026-11-19;770;HUF\n")
    assert [line.minor for line in lines] == [-1200, 770]


def test_two_identical_lines_are_two_payments() -> None:
    row = b"2026-11-19;5;EUR\n"
    lines = read_bank_file(b"date;amount;currency\n" + row + row)
    assert len({line.fingerprint for line in lines}) == 2
    assert lines == read_bank_file(b"date;amount;currency\n" + row + row)


BOMB = b"""<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>
<Document><BkToCstmrStmt><Stmt><Ntry>&b;</Ntry></Stmt></BkToCstmrStmt></Document>"""


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (BOMB, "bank_file_unreadable"),
        (b"<a>" * 5000, "bank_file_unreadable"),
        (b"<Document/>", "bank_file_unreadable"),
        (b"<Document", "bank_file_unreadable"),
        (b"\xff\xfe\x00<", "bank_columns_missing"),
        (b"", "bank_file_empty"),
        (b"date;amount\n", "bank_file_empty"),
        (b"date;amount\n" + b"2026-11-19;5\n" * (MOST_LINES + 1), "bank_file_long"),
        (camt(*[entry("7.00", "x", "y")] * (MOST_LINES + 1)), "bank_file_long"),
        (b"x" * (2 * 1024 * 1024 + 1), "bank_file_large"),
    ],
)
def test_refuses_a_file_that_is_no_statement(data: bytes, code: str) -> None:
    with pytest.raises(RefusedError) as caught:
        read_bank_file(data)
    assert [problem.code for problem in caught.value.problems] == [code]


@pytest.mark.parametrize(
    ("data", "code", "written"),
    [
        (b"date;amount\nsoon;5\n2026-11-19;7\n", "bank_day_unreadable", "5 EUR"),
        (
            b"date;amount;currency\n2026-11-19;5;XXX\n2026-11-19;7;EUR\n",
            "currency_unknown",
            "5 XXX",
        ),
        (b"date;amount;dc\n2026-11-19;5;?\n2026-11-19;7;C\n", "bank_side_unknown", "5 EUR"),
        (b"date;amount;name\n2026-11-19;;Bo\n2026-11-19;7;Bo\n", "bank_amount_missing", "EUR"),
        (camt(entry("abc", "x", "y"), entry("7.00", "x", "y")), "amount_wrong", "abc EUR"),
        (camt(entry("5.001", "x", "y"), entry("7.00", "x", "y")), "amount_wrong", "5.001 EUR"),
        (camt(entry("5", "x", "y", sign="?"), entry("7", "x", "y")), "bank_side_unknown", "5 EUR"),
    ],
)
def test_shows_unreadable_lines_beside_readable_ones(data: bytes, code: str, written: str) -> None:
    wrong, good = read_bank_file(data)
    assert wrong.problem and (wrong.problem.code, wrong.written) == (code, written)
    assert wrong.state is LineState.UNREADABLE
    assert (good.minor, good.problem) == (700, None)


def test_a_line_is_offered_only_plans_and_fees_in_its_currency(
    client: Client, house: House, euro: Settlement
) -> None:
    (forints,) = charge_fee(house, 500, "Béla", currency="HUF")
    (euros,) = charge_fee(house, 500, "Béla", currency="EUR")
    client.force_login(house.anna)
    url = reverse("club:bank_statement", args=[house.club.slug])
    lines = [entry("9.99", "Nobody", "gift"), entry("999", "Nobody", "gift")]
    data = camt(lines[0], lines[1].replace('Ccy="EUR"', 'Ccy="HUF"'))

    page = text_of(client.post(url, {"file": SimpleUploadedFile("bank.xml", data)}))

    first, second = page.split('<select name="to"')[1:]
    assert page.count("transfer:") == first.count("transfer:") == 3
    assert f"fee:{euros.pk}" in first and f"fee:{forints.pk}" not in first
    assert f"fee:{forints.pk}" in second and f"fee:{euros.pk}" not in second


def test_a_line_with_invisible_characters_is_booked_without_them(
    client: Client, house: House, euro: Settlement
) -> None:
    client.force_login(house.anna)
    url = reverse("club:bank_statement", args=[house.club.slug])
    data = camt(entry("9.99", "Ko\u00advács", "k\u200bönyv\ufeff"))
    page = text_of(client.post(url, {"file": SimpleUploadedFile("bank.xml", data)}))
    tickets = re.findall(r'name="ticket" value="([^"]+)"', page)

    client.post(url, {"read": "1", "ticket": tickets, "to": ["outside"]})

    assert Payment.objects.get().note == "Kovács · könyv"


def test_lines_without_room_for_their_choices_are_counted(
    client: Client, house: House, euro: Settlement, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A line has eight choices: three planned payments, four players and other income.
    monkeypatch.setattr(bank_statements, "MOST_CHOICES", 15)
    client.force_login(house.anna)
    url = reverse("club:bank_statement", args=[house.club.slug])
    data = camt(*(entry(f"{number}.11", "Nobody", "gift") for number in (1, 2, 3)))

    page = text_of(client.post(url, {"file": SimpleUploadedFile("bank.xml", data)}))

    assert page.count('<select name="to"') == 1
    assert "2 lines are shown without a choice" in page


def test_a_page_without_a_tick_says_that_nothing_is_booked(client: Client, house: House) -> None:
    client.force_login(house.anna)
    url = reverse("club:bank_statement", args=[house.club.slug])
    answer = client.post(url, {"read": "1", "to": ["", ""], "ticket": ["a", "b"]}, follow=True)

    assert "nothing is booked. Choose the file again." in text_of(answer)
    assert 'type="file"' in answer.content.decode()


def test_a_refused_line_is_named(client: Client, house: House, euro: Settlement) -> None:
    client.force_login(house.anna)
    url = reverse("club:bank_statement", args=[house.club.slug])
    data = camt(entry("3.50", "Béla", "Settlement 1")).replace(b"2026-11-19", b"2999-11-19")
    page = text_of(client.post(url, {"file": SimpleUploadedFile("bank.xml", data)}))
    tickets = re.findall(r'name="line" value="([^"]+)"', page)

    answer = text_of(client.post(url, {"read": "1", "line": tickets}, follow=True))

    assert "Béla · Settlement 1 · €3.50: This day has not come yet." in answer
