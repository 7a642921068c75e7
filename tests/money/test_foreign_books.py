"""Files of Splitwise, Cospend and ihatemoney, and tables of balances, as they come."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from scoring.core.problem import RefusedError
from support.club_factories import House
from support.club_web import form_in, text_of
from support.money_tables import open_now
from tarokk_club.club.models import Payment, Player, User
from tarokk_club.club.money.other_books import iter_changed_amounts, read_other_book

BOOKS = Path(__file__).parent / "other_books"
ANNA, SZOKE, TREASURER = "Kovács Anna", "Szőke Ödön", "Anna, the treasurer"
COSPEND = """name,weight,active,color
"Kovács Anna",1,1,"#112233"
"Bo, the host",2,1,"#445566"
"Szőke Ödön",1,0,"#778899"

what,amount,date,timestamp,payer_name,payer_weight,payer_active,owers,repeat,deleted
"Room",50,2026-09-19,1695120939,"Kovács Anna",1,1,"Szőke Ödön,Kovács Anna",n,0
"Wine",40,2026-09-20,1695207339,"Kovács Anna",1,1,"Kovács Anna,Bo, the host,Szőke Ödön",n,0
"Wrong",99,2026-09-19,1695120939,"Szőke Ödön",1,1,"Szőke Ödön,Kovács Anna",n,1

categoryname,categoryid,icon,color
"Food",1,"x","#AA5500"

paymentmodename,paymentmodeid,icon,color
"Cash",1,"x","#228833"

currencyname,exchange_rate
"EUR",1
"HUF",400
"""
BILLS = [
    {
        "date": "2026-09-19",
        "what": "Room",
        "bill_type": "Expense",
        "amount": 50.0,
        "currency": "XXX",
        "payer_name": "Szőke Ödön",
        "payer_weight": 1.0,
        "owers": ["Anna, the treasurer", "Szőke Ödön"],
    }
]
PLAN = [{"amount": 12.3, "currency": "EUR", "receiver": "Anna", "ower": "Bo, the host"}]


def _read(data: str | bytes, currency: str = "EUR") -> dict[str, dict[str, int]]:
    raw = data.encode() if isinstance(data, str) else data
    return read_other_book(raw, currency=currency).balances


def _post(client: Client, house: House, data: str | bytes, currency: str = "EUR") -> Any:
    url = reverse("club:openings", args=[house.club.slug])
    raw = data.encode() if isinstance(data, str) else data
    file = SimpleUploadedFile("book.csv", raw)
    return client.post(url, {"file": file, "currency": currency})


def _url(house: House) -> str:
    return reverse("club:openings", args=[house.club.slug])


@pytest.mark.parametrize(
    ("titles", "category", "total"),
    [
        ("Date,Description,Category,Cost,Currency", "Dining out", "Total balance"),
        ("Datum,Beschreibung,Kategorie,Kosten,Währung", "Lebensmittel", "Gesamtsaldo"),
        ("Dátum,Leírás,Kategória,Költség,Pénznem", "Élelmiszer", "Teljes egyenleg"),
        ("Dato,Beskrivelse,Kategori,Pris,Valuta", "Dagligvarer", "Samlet saldo"),
        ("Dată,Descriere,Categorie,Cost,Monedă", "Alimente", "Sold total"),
        ("Date,Description,Catégorie,Coût,Devise", "Courses", "Solde total"),
        ("Fecha,Descripción,Categoría,Coste,Moneda", "Comestibles", "Saldo total"),
        ("Data,Descrizione,Categorie,Costo,Valuta", "Alimentari", "Bilancio totale"),
        ("Datum,Beschrijving,Categorie,Kosten,Valuta", "Boodschappen", "Totaalsaldo"),
        ("Data,Opis,Kategoria,Koszt,Waluta", "Jedzenie", "Saldo całkowite"),
        ("Datum,Beskrivning,Kategori,Kostnad,Valuta", "Mat", "Totalt saldo"),
        ("Data,Descrição,Categoria,Custo,Moeda", "Mercado", "Saldo total"),
        ("日付,説明,カテゴリ,費用,通貨", "食料品", "残高合計"),
    ],
)
def test_splitwise_is_read_in_each_of_its_languages(titles: str, category: str, total: str) -> None:
    lines = f"""{titles},Kovács Anna,Szőke Ödön

2026-06-22,Einkauf,{category},20.00,EUR,-10.00,10.00
2026-06-23,Anna zahlt,Payment,4.00,EUR,4.00,-4.00

2026-11-25,{total}, , ,EUR,-6.00,6.00
"""

    assert _read(lines) == {"EUR": {ANNA: -600, SZOKE: 600}}
    with pytest.raises(RefusedError) as wrong_total:
        _read(lines.replace("-6.00,6.00", "-16.00,16.00"))
    with pytest.raises(RefusedError) as wrong_line:
        _read(lines.replace("-10.00,10.00", "-10.00,11.00"))
    assert wrong_total.value.problems[0].code == "other_book_total"
    assert wrong_line.value.problems[0].code == "other_book_line_sum"
    assert wrong_line.value.problems[0].values == {"row": 3, "total": "€1.00"}


def test_the_german_file_is_ten_euros_between_two_people() -> None:
    assert _read((BOOKS / "s01_german.csv").read_bytes()) == {"EUR": {ANNA: -1000, SZOKE: 1000}}


def test_cospend_counts_no_deleted_bill() -> None:
    data = (BOOKS / "s07_cospend_bills_only.csv").read_bytes()

    assert _read(data) == {"EUR": {ANNA: 2500, SZOKE: -2500}}


def test_cospend_is_read_whole_with_weights_of_all_members_and_its_currency() -> None:
    # Wine: 40 by weights 1, 2, 1.
    assert _read(COSPEND, "HUF") == {
        "EUR": {ANNA: 5500, SZOKE: -3500, "Bo, the host": -2000},
    }


def test_a_name_with_a_comma_may_be_one_person() -> None:
    data = (BOOKS / "s08_ihm_comma_name.csv").read_bytes()
    book = read_other_book(data, currency="EUR")

    assert book.balances == {"EUR": {TREASURER: 2500, SZOKE: -2500}}
    assert TREASURER not in book.unclear


def test_ihatemoney_is_read_from_its_json() -> None:
    assert _read(json.dumps(BILLS)) == {"EUR": {TREASURER: -2500, SZOKE: 2500}}
    assert _read(json.dumps(PLAN)) == {"EUR": {"Anna": 1230, "Bo, the host": -1230}}


@pytest.mark.parametrize(
    "raw",
    [
        "[",
        "{}",
        "[]",
        "[1]",
        "[" * 100_000,
        '{"a": 1}',
        json.dumps([BILLS[0] | {"owers": 3}]),
        json.dumps([BILLS[0] | {"owers": [None]}]),
        json.dumps([BILLS[0] | {"owers": []}]),
        json.dumps([BILLS[0] | {"amount": {}}]),
        json.dumps([BILLS[0] | {"amount": "much"}]),
        json.dumps([BILLS[0] | {"payer_weight": -5}]),
        json.dumps([BILLS[0] | {"payer_name": None}]),
        json.dumps([BILLS[0] | {"payer_name": "\ud800"}]),
        '[{"receiver": "a", "ower": "b", "amount": NaN}]',
    ],
)
def test_json_that_is_no_book_is_refused(raw: str) -> None:
    with pytest.raises(RefusedError) as refused:
        _read(raw)

    assert refused.value.problems[0].code in ("other_book_unreadable", "other_book_number")


@pytest.mark.parametrize(
    "text",
    [
        "name,balance\nAnna,1234.50\nBo,-1234.50\n",
        "Name;Saldo\nAnna;1.234,50\nBo;(1.234,50)\n",
        "sep=;\nNév;Egyenleg\nAnna;1 234,50 €\nBo;–1 234,50 €\n",
        "Tuesday club\n\nNavn;Saldo\nAnna;1.234,50\nBo;1.234,50-\nI alt;0\n",
        "Nume;Sold;Monedă\nAnna;1'234.50;EUR\nBo;\u22121'234.50;EUR\nTotal;;\n",
        "name\tbalance\nAnna\t1234,5\nBo\t-1234,5\nCsaba\t-\n",
    ],
)
def test_a_table_of_balances_is_read_as_people_write_it(text: str) -> None:
    balances = _read(text)["EUR"]

    assert {name: much for name, much in balances.items() if much} == {
        "Anna": 123450,
        "Bo": -123450,
    }


def test_one_clear_amount_decides_what_the_points_of_the_others_mean() -> None:
    assert _read("name;balance\nAnna;1.500\nBo;-1.499,50\nCsaba;-0,50\n")["EUR"]["Anna"] == 150000


def test_whole_euros_are_exact_and_whole_forints_may_be_rounded() -> None:
    text = "name;balance;currency\nAnna;5;{0}\nBo;-4;{0}\n"
    with pytest.raises(RefusedError) as refused:
        _read(text.format("EUR"))
    assert refused.value.problems[0].values == {"total": "€1.00"}
    assert sum(_read(text.format("HUF"))["HUF"].values()) == 0


def test_a_sum_below_that_is_none_is_refused() -> None:
    with pytest.raises(RefusedError) as refused:
        _read("name;balance\nAnna;10\nBo;-10\nTotal;3\n")

    assert refused.value.problems[0].code == "other_book_total"


def test_a_file_that_is_not_zero_is_refused_with_its_sum(client: Client, house: House) -> None:
    client.force_login(house.anna)

    answer = _post(client, house, (BOOKS / "x3.csv").read_bytes())

    assert answer.status_code == 422
    assert "The amounts in this file add up to €5.00, not to zero" in text_of(answer)
    assert not Payment.objects.exists()
    User.objects.filter(pk=house.anna.pk).update(language="hu")
    answer = _post(client, house, "name,balance\nAnna,10\nBo,-1244.5\n")
    assert "A fájl összege −1 234,50 EUR, nem nulla" in text_of(answer)


def test_asks_about_columns_of_the_same_name_without_a_proposal(
    client: Client, house: House
) -> None:
    client.force_login(house.anna)
    for name in ("Anna K.", "Anna Kiss", SZOKE):
        house.players[name] = str(Player.objects.create(club=house.club, name=name).pk)
    first, second, third = (house.players[name] for name in ("Anna K.", "Anna Kiss", SZOKE))

    look = _post(client, house, (BOOKS / "s02_samename.csv").read_bytes())
    sent = form_in(look, _url(house)).sent
    missing = client.post(_url(house), sent)
    done = client.post(_url(house), sent | {"who_0": first, "who_1": second})

    assert sent["who_0"] == sent["who_1"] == "" and sent["who_2"] == third
    assert "Anna K. (1)" in text_of(look) and "Anna K. (2)" in text_of(look)
    assert missing.status_code == 422 and done.status_code == 302
    assert open_now(house, "EUR") == {"Anna K.": 2000, "Anna Kiss": -1000, SZOKE: -1000}


def test_two_lines_of_one_name_are_two_people() -> None:
    text = "name;balance\nAnna;10\nanna;-4\nBo;-6\n"

    assert _read(text) == {"EUR": {"Anna (1)": 1000, "anna (2)": -400, "Bo": -600}}


def test_asks_about_a_name_with_a_comma_if_the_file_is_ambiguous(
    client: Client, house: House
) -> None:
    client.force_login(house.anna)
    Player.objects.create(club=house.club, name=SZOKE)
    text = (
        (BOOKS / "s08_ihm_comma_name.csv")
        .read_text("utf-8")
        .replace(f'"{TREASURER}",1.0', "Anna,1.0")
    )

    look = _post(client, house, text)
    form = form_in(look, _url(house))
    [field] = [name for name in look.context["form"].fields if name.startswith("comma_")]
    people = {f"who_{place}": house.players["Béla"] for place in range(4)}
    silent = client.post(_url(house), form.sent | people)
    whole = client.post(_url(house), form.sent | {field: "one"})

    assert field not in form.sent and f"“{TREASURER}”" in text_of(look)
    assert silent.status_code == 422 and "one person or two" in text_of(silent)
    assert not Payment.objects.exists()
    assert whole.context["form"].names == ("Anna", TREASURER, SZOKE)
    sent = form_in(whole, _url(house)).sent
    assert sent[field] == "one"
    names = [house.players[name] for name in ("Anna", "Béla", "Csaba")]
    answers = {f"who_{place}": player for place, player in enumerate(names)}
    assert client.post(_url(house), sent | answers).status_code == 302
    assert open_now(house, "EUR") == {"Anna": 5000, "Béla": -2500, "Csaba": -2500}


def test_keeps_two_people_separate_on_request(client: Client, house: House) -> None:
    client.force_login(house.anna)
    bills = 'payer_name,amount,owers\nAnna,30,"Anna, Béla, Vili"\n'

    look = _post(client, house, bills)
    sent = form_in(look, _url(house)).sent
    [field] = [name for name in sent if name.startswith("comma_")]

    assert sent[field] == "two"
    done = client.post(_url(house), sent | {"who_2": house.players["Csaba"]})
    assert done.status_code == 302
    assert open_now(house, "EUR") == {"Anna": 2000, "Béla": -1000, "Csaba": -1000}


def test_every_moved_cent_is_reported(client: Client, house: House) -> None:
    client.force_login(house.anna)
    text = "name;balance\nAnna;10.01\nBéla;-5.00\nCsaba;-5.00\n"

    look = _post(client, house, text)

    assert "The file comes to −5.00" in text_of(look) or "The file comes to 10.01" in text_of(look)
    book = read_other_book(text.encode(), currency="EUR")
    changed = {name for _code, name, _much in iter_changed_amounts(book)}
    assert len(changed) == 1 and sum(book.balances["EUR"].values()) == 0


def test_exact_amounts_have_no_line_about_rounding(client: Client, house: House) -> None:
    client.force_login(house.anna)

    look = _post(client, house, "name;balance\nAnna;10.01\nBéla;-5.01\nCsaba;-5.00\n")

    assert "The file comes to" not in text_of(look)


def test_lists_a_balance_rounded_to_zero(client: Client, house: House) -> None:
    client.force_login(house.anna)
    text = "name;balance\nAnna;10.004\nBéla;-10.000\nCsaba;-0.004\n"

    look = _post(client, house, text)

    assert "Csaba: the file comes to −0.0040 EUR; rounded to nothing" in text_of(look)
