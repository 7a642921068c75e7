"""Tables of results as spreadsheets write them: marks, encodings, namesakes, titles and sums."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from support.club_factories import House, a_house
from support.club_web import form_in, text_of
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Balance, Player, Session

pytestmark = pytest.mark.django_db
TABLES = Path(__file__).parent / "tables"
ANNA, SZOKE, PETER = "Kovács Anna", "Szőke Ödön", "Nagy Péter"
Evenings = list[tuple[str, dict[str, int]]]


@pytest.fixture
def house() -> House:
    return a_house()


def _url(house: House) -> str:
    return reverse("club:totals_import", args=[house.club.slug])


def _upload(client: Client, house: House, data: bytes) -> Any:
    return client.post(_url(house), {"file": SimpleUploadedFile("results.csv", data)})


def _take_in(client: Client, house: House, data: bytes, game: str, **more: str) -> Any:
    """Send the file, look twice, book it; return the last look."""
    sent = {**form_in(_upload(client, house, data), _url(house)).sent, "game": game, **more}
    looked = client.post(_url(house), sent)
    assert looked.status_code == 200, text_of(looked)
    again = {**form_in(looked, _url(house)).sent, "confirm": looked.context["mark"]}
    assert client.post(_url(house), again).status_code == 302
    assert list(iter_findings()) == []
    return looked


def _evenings() -> Evenings:
    """What everybody got in each session, by its day."""
    return [
        (
            session.date.isoformat(),
            dict(
                Balance.objects.filter(session=session)
                .order_by("player__name")
                .values_list("player__name", "points")
            ),
        )
        for session in Session.objects.order_by("date")
    ]


@pytest.mark.parametrize(
    ("name", "game", "evenings"),
    [
        (
            "t01_endash.csv",
            "taper",
            [
                ("2026-10-01", {"Bo": -5, ANNA: 10, SZOKE: -5}),
                ("2026-10-08", {"Bo": 3, ANNA: -6, SZOKE: 3}),
            ],
        ),
        (
            "t07_danish_latin1.csv",
            "danish",
            [("2026-10-01", {"Bo": -5, "Müller Jürgen": -5, "Søren Ægir": 10, "Åse": 0})],
        ),
        (
            "t21_absent.csv",
            "taper",
            [
                ("2026-10-01", {"Bo": -5, ANNA: 10, SZOKE: -5}),
                ("2026-10-08", {"Bo": -2, ANNA: 4, PETER: -2}),
                ("2026-10-15", {"Bo": -1, ANNA: 3, PETER: -2}),
            ],
        ),
        (
            "t22_sheets_hu.csv",
            "paskievics",
            [
                ("2026-10-01", {"Bo": -5, ANNA: 10, PETER: 0, SZOKE: -5}),
                ("2026-10-08", {"Bo": 3, ANNA: -6, PETER: 0, SZOKE: 3}),
            ],
        ),
    ],
)
def test_files_of_spreadsheets_are_read_as_they_are_meant(
    anna: Client, house: House, name: str, game: str, evenings: Evenings
) -> None:
    # The Danish file is in Windows-1252; here all text is stored as UTF-8.
    encoding = "cp1252" if name == "t07_danish_latin1.csv" else "utf-8"
    text = (TABLES / name).read_text("utf-8")
    _take_in(anna, house, text.encode(encoding), game)

    assert _evenings() == evenings


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "cp1250"])
@pytest.mark.parametrize(
    "text",
    [
        "Dátum;Győző;Bo;Szőke Ödön\n2026. 10. 01.;10;-5;-5\n",
        "sep=;\nDátum;Győző;Bo;Szőke Ödön\n2026. október 1.;10;(5);5-\n",
        "Dátum\tGyőző\tBo\tSzőke Ödön\r\n2026.10.01. 20:15\t+10\t\u22125\t-5\r\n",
        "Csütörtöki kör\n\nDátum;Győző;Bo;Szőke Ödön\n2026-10-01;10;-5;-5\nÖsszesen;10;-5;-5\n",
        "Kör;2026\nDátum;Győző;Bo;Szőke Ödön;Sum\n2026-10-01;10;-5;-5;0\n;10;-5;-5;0\n",
        "Dátum,Győző,Bo,Szőke Ödön\n2026-10-01,10,-5,-5\nÖsszesen:,10,-5,-5\nKészült: 2026\n",
    ],
)
def test_one_table_is_the_same_in_all_its_forms(
    anna: Client, house: House, text: str, encoding: str
) -> None:
    # Windows-1250 has no minus but the hyphen.
    data = text.replace("\u2212", "-") if encoding == "cp1250" else text
    _take_in(anna, house, data.encode(encoding), "taper")

    assert _evenings() == [("2026-10-01", {"Bo": -5, "Győző": 10, SZOKE: -5})]


@pytest.mark.parametrize("mark", ["", "-", "–", "—", "x", "X", "×", "n/a", " "])
def test_absent_players_sit_at_no_table(anna: Client, house: House, mark: str) -> None:
    table = f"Date;Anna;Béla;Csaba;Dóra\n2026-10-01;10;-5;-5;{mark}\n2026-10-08;0;3;-3;{mark}\n"

    _take_in(anna, house, table.encode(), "taper", column_4=house.players["Dóra"])

    assert [sorted(points) for _day, points in _evenings()] == [["Anna", "Béla", "Csaba"]] * 2


def test_asks_about_columns_of_the_same_name_and_keeps_both(anna: Client, house: House) -> None:
    look = _upload(anna, house, (TABLES / "t12_samename.csv").read_bytes())
    sent = form_in(look, _url(house)).sent

    unanswered = anna.post(_url(house), sent)
    once = anna.post(_url(house), sent | {"column_1": house.players["Anna"]})
    both = dict.fromkeys(("column_1", "column_2"), house.players["Anna"])
    merged = anna.post(_url(house), sent | both)

    assert sent["column_1"] == sent["column_2"] == "ask"
    assert [unanswered.status_code, once.status_code, merged.status_code] == [422] * 3
    assert "Two columns have this name" in text_of(unanswered)
    assert "Another column already has this meaning." in text_of(merged)
    answers = {"column_1": house.players["Anna"], "column_2": "new"}
    _take_in(anna, house, (TABLES / "t12_samename.csv").read_bytes(), "paskievics", **answers)
    points = {"Anna": 10, "Anna (2)": -5, "Bo": -5, PETER: 0}
    assert _evenings() == [("2026-10-01", points)]


def test_two_new_namesakes_become_two_players(anna: Client, house: House) -> None:
    table = "Date;Vili;vili ;Anna\n2026-10-01;7;-4;-3\n"

    _take_in(anna, house, table.encode(), "taper", column_1="new", column_2="new")

    assert _evenings() == [("2026-10-01", {"Anna": -3, "Vili (1)": 7, "vili (2)": -4})]
    assert Player.objects.filter(name__istartswith="vili").count() == 2


def test_the_row_of_sums_is_skipped_with_a_notice(anna: Client, house: House) -> None:
    table = "Date;Anna;Béla;Csaba\n2026-10-01;10;-5;-5\n2026-10-08;1;-2;1\nTotal;11;-7;-4\n"

    looked = _take_in(anna, house, table.encode(), "taper")

    assert "Line 3 is the sum of the lines above and is left out." in text_of(looked)
    assert Session.objects.count() == 2


@pytest.mark.parametrize(
    ("last", "sentence"),
    [
        ("Total;11;-7;-3", "Line 3 of the table: It is called a sum, but the lines above come to"),
        (";12;-7;-5", "Line 3 of the table: “” is not a day."),
        ("Average;5;-3;-2", "Line 3 of the table: “Average” is not a day."),
    ],
)
def test_a_last_row_that_is_no_sum_is_not_passed_over(
    anna: Client, house: House, last: str, sentence: str
) -> None:
    table = f"Date;Anna;Béla;Csaba\n2026-10-01;10;-5;-5\n2026-10-08;1;-2;1\n{last}\n"
    sent = form_in(_upload(anna, house, table.encode()), _url(house)).sent

    answer = anna.post(_url(house), sent | {"game": "taper"})

    assert answer.status_code == 422 and sentence in text_of(answer)


def test_asks_about_ambiguous_american_dates(anna: Client, house: House) -> None:
    table = b"Date;Anna;B\xc3\xa9la;Csaba\n10/01/2026;10;-5;-5\n10/08/2026;1;-2;1\n"
    sent = form_in(_upload(anna, house, table), _url(house)).sent | {"game": "taper"}

    unanswered = anna.post(_url(house), sent)
    _take_in(anna, house, table, "taper", day_order="month_first")

    assert unanswered.status_code == 422 and "Say how the days" in text_of(unanswered)
    assert [day for day, _points in _evenings()] == ["2026-10-01", "2026-10-08"]


def test_one_clear_day_decides_the_others_without_a_question(anna: Client, house: House) -> None:
    table = b"Date;Anna;B\xc3\xa9la;Csaba\n10/01/2026;10;-5;-5\n10/15/2026;1;-2;1\n"

    _take_in(anna, house, table, "taper")

    assert [day for day, _points in _evenings()] == ["2026-10-01", "2026-10-15"]


def test_shows_a_cell_beyond_the_titles_as_a_column(anna: Client, house: House) -> None:
    look = _upload(anna, house, b"Date;Anna;B\xc3\xa9la\n2026-10-01;10;-5;-5\n")

    assert form_in(look, _url(house)).sent["column_3"] == ""
    assert "Column 4" in text_of(look)
