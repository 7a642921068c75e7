"""Downloads of the money ledger: rights, date ranges, spreadsheets."""

import io
from collections import Counter
from datetime import timedelta
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse

from support.club_factories import House, create_denes
from support.club_web import file_rows_of, text_of
from support.money_tables import (
    THE_DAY,
    charge_fee,
    paid,
    pay_all,
    played,
    played_with,
    settle_club,
)
from tarokk_club.club.models import Act, AuditLine, Player, Settlement
from tarokk_club.club.money.queries.balances.balance_sums import sum_kitty_money, sum_open_balances

SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
FILES = ("accounting_file", "money_ledger_file", "money_ledger_xlsx_file", "standings_xlsx_file")


def url_of(house: House, name: str = "money_files") -> str:
    return reverse(f"club:{name}", args=[house.club.slug])


def cells_of(content: bytes) -> list[list[str | float | None]]:
    """Return the cells of a workbook row by row, with its shared texts looked up."""
    with ZipFile(io.BytesIO(content)) as book:
        texts = ElementTree.fromstring(book.read("xl/sharedStrings.xml"))  # noqa: S314
        sheet = ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml"))  # noqa: S314
    shared = ["".join(one.itertext()) for one in texts]
    assert not list(sheet.iter(f"{SHEET}f")) and not list(sheet.iter(f"{SHEET}hyperlink"))
    found: list[list[str | float | None]] = []
    for row in sheet.iter(f"{SHEET}row"):
        found.append([])
        for cell in row:
            value = cell.findtext(f"{SHEET}v") or ""
            found[-1].append(shared[int(value)] if cell.get("t") == "s" else float(value))
    return found


def a_night(house: House) -> None:
    played(house, Anna=12, Béla=-7, Csaba=-8, Dóra=3)
    charge_fee(house, 200, "Anna", "Béla")
    paid(house, "Béla", "kitty", 270, note="=1+1")
    paid(house, "Csaba", "outside", 90)


def test_the_page_of_files_offers_each_file_for_a_span(anna: Client, house: House) -> None:
    page = text_of(anna.get(url_of(house)))

    for name in FILES[:3]:
        assert page.count(url_of(house, name)) == 2
    assert "?first=2026-01-01&amp;last=" in page
    assert url_of(house) in text_of(anna.get(url_of(house, "money")))


def test_the_table_sums_to_the_open_balance(anna: Client, house: House) -> None:
    a_night(house)

    answer = anna.get(url_of(house, "money_ledger_file"))

    rows, sums = file_rows_of(answer.content), Counter[str]()
    for row in rows:
        sums[row["Account"]] += int(row["Amount"])
    names = {player: name for name, player in house.players.items()} | {"kitty": "The kitty"}
    found = sum_open_balances(house.club.id)["HUF"]
    assert dict(sums) == {names[account]: minor for account, minor in found.items()}
    assert sum(int(row["Points"] or 0) for row in rows) == 0
    assert {row["Note"] for row in rows} == {"", "'=1+1"}
    assert answer["Content-Disposition"] == 'attachment; filename="zuglo-money.csv"'


def test_a_zero_result_has_an_amount_only_if_points_are_money(anna: Client, house: House) -> None:
    played(house, Anna=5, Béla=-5, Csaba=0)
    played_with(house, {"Anna": 5, "Béla": -5, "Csaba": 0}, stake=None)

    rows = file_rows_of(anna.get(url_of(house, "money_ledger_file")).content)

    csabas = [(row["Points"], row["Amount"]) for row in rows if row["Account"] == "Csaba"]
    assert sorted(csabas) == [("0", ""), ("0", "0")]


def test_the_workbook_has_the_same_rows_and_no_formula(anna: Client, house: House) -> None:
    a_night(house)
    table = file_rows_of(anna.get(url_of(house, "money_ledger_file")).content)

    header, *rows = cells_of(anna.get(url_of(house, "money_ledger_xlsx_file")).content)

    assert header == list(table[0])
    told = [[cell for cell in row.values() if cell] for row in table]
    said = [[str(int(cell)) if isinstance(cell, float) else cell for cell in row] for row in rows]
    # A note needs no escape in a cell that is always text.
    assert said == [[cell.removeprefix("'") for cell in row] for row in told]
    assert [row[5] for row in rows[:4]] == [120.0, -70.0, -80.0, 30.0]


def test_standings_and_settlement_are_workbooks_too(anna: Client, house: House) -> None:
    euro = {"currency": "EUR", "per_point": "0.05"}
    session = played_with(house, {"Anna": 3, "Béla": -3}, stake=euro)
    url = reverse("club:settlement_xlsx_file", args=[house.club.slug, session.id])

    standings = cells_of(anna.get(url_of(house, "standings_xlsx_file")).content)
    settlement = cells_of(anna.get(url).content)

    assert standings[0][-1] == "EUR"
    assert ["All games", 1.0, "Anna", 1.0, 0.0, 3.0, 0.15] in standings
    assert ["Transfer", "Béla", "Anna", 0.15, 0.15, "EUR"] in settlement
    assert url in text_of(anna.get(url.replace("settlement.xlsx", "settlement/")))


def test_exports_only_the_requested_days(anna: Client, house: House) -> None:
    eve = THE_DAY - timedelta(days=1)
    charge_fee(house, 200, "Anna", date=eve)
    charge_fee(house, 300, "Béla")
    url = url_of(house, "money_ledger_file")

    late = file_rows_of(anna.get(f"{url}?first={THE_DAY}").content)
    early = anna.get(f"{url}?last={eve}&first=")

    assert [(row["Entry"], row["Account"], row["Amount"]) for row in late] == [
        ("Opening balance", "Anna", "-200"),
        ("Opening balance", "The kitty", "200"),
        ("Fee: Table money", "Béla", "-300"),
        ("Fee: Table money", "The kitty", "300"),
    ]
    assert {row["Account"] for row in file_rows_of(early.content)} == {"Anna", "The kitty"}
    assert f"zuglo-{eve}-money.csv" in early["Content-Disposition"]


@pytest.mark.parametrize("name", FILES[:3])
def test_shows_invalid_dates_at_the_field(anna: Client, house: House, name: str) -> None:
    wrong = anna.get(url_of(house, name) + "?first=2026-02-01&last=2026-01-01")
    odd = anna.get(url_of(house, name) + "?first=gestern")
    late = anna.get(url_of(house, name) + "?first=9999-12-31")

    assert (wrong.status_code, odd.status_code, late.status_code) == (422, 422, 422)
    assert "The book keeps nothing from after the year 2999." in text_of(late)
    assert "The last day must not be before the first." in text_of(wrong)
    assert "Enter a valid date." in text_of(odd)
    assert not AuditLine.objects.filter(act=Act.EXPORTED_CLUB).exists()


@pytest.mark.parametrize("name", FILES)
def test_the_log_records_each_download(anna: Client, house: House, name: str) -> None:
    assert anna.get(url_of(house, name)).status_code == 200

    line = AuditLine.objects.get(act=Act.EXPORTED_CLUB)
    assert line.user == house.anna and line.facts["file"].count(".") == 1


def test_members_and_strangers_take_nothing(client: Client, house: House) -> None:
    for user, status in ((house.bela, 403), (create_denes(), 404)):
        client.force_login(user)
        for name in (*FILES, "money_files"):
            assert client.get(url_of(house, name)).status_code == status
    client.force_login(house.bela)
    assert url_of(house) not in text_of(client.get(url_of(house, "money")))


def settled_url(settlement: Settlement, name: str) -> str:
    return reverse(f"club:{name}", args=[settlement.club.slug, settlement.id])


def test_a_settlement_is_taken_away_with_points_shares_and_transfers(
    anna: Client, house: House
) -> None:
    Player.objects.filter(pk=house.players["Béla"]).update(name="=1+1")
    played(house, Anna=12, Béla=-12)
    played_with(house, {"Anna": 2, "Béla": -2}, game="illustrated", rules={})
    charge_fee(house, 203, "Cili")
    settlement = settle_club(house)
    pay_all(house, settlement)

    answer = anna.get(settled_url(settlement, "settled_file") + "?marks=comma")

    assert answer["Content-Disposition"] == (
        f'attachment; filename="{house.club.slug}-settlement-1.csv"'
    )
    day = settlement.transfers.all()[0].payments.get().date
    # Text is quoted; the quotes mean nothing here.
    assert answer.content.decode("utf-8-sig").replace('"', "").split("\r\n") == [
        "Row;Player;Pays to;Points: Illustrated tarokk;Points: Paskievics tarokk;Tables (HUF);"
        "Fees (HUF);Paid (HUF);Carried over (HUF);Exact (HUF);In cash (HUF);"
        "Transfer (HUF);Still to pay (HUF);Currency;Paid on;State",
        "Result;Anna;;2;12;140;0;0;0;140;140;;;HUF;;",
        "Result;Csaba;;;;0;0;0;0;0;0;;;HUF;;",
        "Result;Dóra;;;;0;0;0;0;0;0;;;HUF;;",
        "Result;'=1+1;;-2;-12;-140;0;0;0;-140;-140;;;HUF;;",
        "Result;Cili;;;;0;-203;0;0;-203;-205;;;HUF;;",
        "Result;The kitty;;;;0;203;0;0;203;205;;;HUF;;",
        "Sum of the results;;;;;0;0;0;0;0;0;;;HUF;;",
        f"Transfer;Cili;The kitty;;;;;;;;;205;0;HUF;{day};paid",
        f"Transfer;'=1+1;Anna;;;;;;;;;140;0;HUF;{day};paid",
        "Sum of the transfers;;;;;;;;;;;345;0;HUF;;",
        "",
    ]
    assert AuditLine.objects.get(act=Act.EXPORTED_CLUB).facts == {"file": "settlement.csv"}


def test_the_workbook_of_a_settlement_holds_numbers_as_numbers(anna: Client, house: House) -> None:
    played(house, Anna=12, Béla=-12)
    settlement = settle_club(house)
    url = settled_url(settlement, "settled_xlsx_file")

    assert cells_of(anna.get(url).content) == [
        [
            *("Row", "Player", "Pays to", "Points", "Tables (HUF)", "Fees (HUF)", "Paid (HUF)"),
            *("Carried over (HUF)", "Exact (HUF)", "In cash (HUF)", "Transfer (HUF)"),
            *("Still to pay (HUF)", "Currency", "Paid on", "State"),
        ],
        ["Result", "Anna", 12.0, 120.0, 0.0, 0.0, 0.0, 120.0, 120.0, "HUF"],
        ["Result", "Csaba", 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, "HUF"],
        ["Result", "Dóra", 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, "HUF"],
        ["Result", "Béla", -12.0, -120.0, 0.0, 0.0, 0.0, -120.0, -120.0, "HUF"],
        ["Sum of the results", 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, "HUF"],
        ["Transfer", "Béla", "Anna", 120.0, 120.0, "HUF", "to be paid"],
        ["Sum of the transfers", 120.0, 120.0, "HUF"],
    ]
    assert url in text_of(anna.get(settled_url(settlement, "settled")))


def test_settlement_of_fees_only_has_no_points(anna: Client, house: House) -> None:
    charge_fee(house, 200, "Cili")

    found = file_rows_of(anna.get(settled_url(settle_club(house), "settled_file")).content)

    wanted = ("Player", "Points", "Exact (HUF)", "Transfer (HUF)")
    assert [tuple(row[name] for name in wanted) for row in found] == [
        ("Cili", "", "-200", ""),
        ("The kitty", "", "200", ""),
        ("", "", "0", ""),
        ("Cili", "", "", "200"),
        ("", "", "", "200"),
    ]


def test_settlement_files_require_the_right_to_export(client: Client, house: House) -> None:
    played(house, Anna=12, Béla=-12)
    settlement = settle_club(house)
    stranger = create_denes()
    for name in ("settled_file", "settled_xlsx_file"):
        url = settled_url(settlement, name)
        for user, status in ((house.bela, 403), (stranger, 404), (house.anna, 200)):
            client.force_login(user)
            assert client.get(url).status_code == status
    client.force_login(house.bela)
    assert url not in text_of(client.get(settled_url(settlement, "settled")))


def test_the_kitty_has_lines_like_everybody_and_its_cash_adds_up(
    anna: Client, house: House
) -> None:
    a_night(house)
    charge_fee(house, 100, "Anna", "Csaba", paid=True)
    paid(house, "kitty", "outside", 150, note="kártya", kind="Eszközök")

    for first in ("", f"?first={THE_DAY}", f"?first={THE_DAY + timedelta(days=1)}"):
        rows = file_rows_of(anna.get(url_of(house, "money_ledger_file") + first).content)

        kitty = [row for row in rows if row["Account"] == "The kitty"]
        cash = sum(int(row["Cash in the kitty"] or 0) for row in kitty)
        assert cash == sum_kitty_money(house.club.id)["HUF"] == 320
        assert cash == sum(int(row["Cash in the kitty"] or 0) for row in rows)
        still = sum(int(row["Amount"] or 0) for row in kitty)
        assert still == sum_open_balances(house.club.id)["HUF"]["kitty"]
    whole = file_rows_of(anna.get(url_of(house, "money_ledger_file")).content)
    spent = [row for row in whole if row["Note"] == "kártya"]
    names = ("Entry", "Account", "Cash in the kitty")
    assert [tuple(row[name] for name in names) for row in spent] == [
        ("Eszközök", "The kitty", "-150")
    ]
