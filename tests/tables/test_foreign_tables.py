"""Tables of other programs: their encodings, separators, numbers, marks and days."""

import time
from datetime import date
from fractions import Fraction

import pytest

from tarokk_club.club.tables.amounts import (
    DASHES,
    detect_decimal_separator,
    is_absence_mark,
    read_decimal,
    read_fraction,
)
from tarokk_club.club.tables.days import find_day_order, read_day
from tarokk_club.club.tables.table_rows import (
    TableLimits,
    drop_rows_above_header,
    fold_title,
    split_rows,
)
from tarokk_club.club.tables.text_encoding import decode_text

WESTERN = (
    "Søren Ægir;Müller Jürgen|Bjørn|Beløb|Overførsel|Bogføringsdato|Åse|Nørgård|Malmö|Håkon"
    "|Genève|João|São Paulo|Muñoz|España|Ibáñez|fête|naïve|Niccolò|BELØB|SØREN ÆGIR|£15 – €20"
)
CENTRAL = (
    "Szőke Ödön;Groß Łukasz|Könyvelés, jóváírás ő|Szűcs|FŐKÖNYV|Hegedűs|Dvořák|Kovačić|Růžička"
    "|Wałęsa|Gdańsk|Ţară|Mănescu|tranzacţiei|Data înregistrării|Suma în lei|Piątek|Đoković"
)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        *((text, "cp1252") for text in WESTERN.split("|")),
        *((text, "cp1250") for text in CENTRAL.split("|")),
        ("Szőke Ödön;Groß Łukasz;Piątek;Růžička", "iso8859_2"),
        ("Søren Ægir;15 €", "iso8859_15"),
        ("Szőke Ödön;محمد علي", "utf-8"),
        ("Søren;Łukasz", "utf-8-sig"),
        ("Søren;Łukasz", "utf-16"),
        ("Søren;Łukasz", "utf-16-le"),
        ("Søren;Łukasz", "utf-16-be"),
    ],
)
def test_an_encoding_is_recognised_by_the_words_it_gives(text: str, encoding: str) -> None:
    assert decode_text(text.encode(encoding)) == text


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"\x00\x01", b"PK\x03\x04\x00\x00\x08"])
def test_binary_data_is_not_decoded(data: bytes) -> None:
    assert decode_text(data) is None


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("a;b\n1,5;2,5\n", [["a", "b"], ["1,5", "2,5"]]),
        ("a,b\n1.5,2.5\n", [["a", "b"], ["1.5", "2.5"]]),
        ("a\tb\r\n1\t2\r\n", [["a", "b"], ["1", "2"]]),
        ("a|b\r1|2\r", [["a", "b"], ["1", "2"]]),
        ("sep=,\na,b;c\n", [["a", "b;c"]]),
        ('"sep=;"\r\na;b,c\r\n', [["a", "b,c"]]),
        ("\ufeffsep=\t\na\tb;c;d\n", [["a", "b;c;d"]]),
        # The lines above a table have no say in how its cells are parted.
        ("Club, Tuesday\na;b;c\n1;2;3\n", [["Club, Tuesday"], ["a", "b", "c"], ["1", "2", "3"]]),
        # Decimal commas part no cells, even if more rows have them than titles do.
        (
            "Before;1,50\nAfter;2,50\nday;text;sum\n20;a;1,5\n21;b;2,5\n",
            [
                *(["Before", "1,50"], ["After", "2,50"], ["day", "text", "sum"]),
                *(["20", "a", "1,5"], ["21", "b", "2,5"]),
            ],
        ),
        ("day,text\n20,a;b;c\n21,d;e;f\n", [["day", "text"], ["20", "a;b;c"], ["21", "d;e;f"]]),
        ('a;b\n"x; y";"say ""no"""\n', [["a", "b"], ["x; y", 'say "no"']]),
        ("", []),
    ],
)
def test_picks_the_separator_that_gives_most_rows_the_same_width(
    text: str, rows: list[list[str]]
) -> None:
    assert split_rows(text, TableLimits(rows=9, columns=9)) == rows


def test_lines_above_the_header_are_counted_and_dropped() -> None:
    rows = [["Account", "DE00"], [""], ["Date", "Amount"], ["1", "2"]]

    above, table = drop_rows_above_header(rows, lambda row: "Amount" in row)

    assert (above, table) == (2, rows[2:])
    assert drop_rows_above_header(rows, lambda row: "Sum" in row) == (0, rows)


def test_titles_are_compared_without_accents() -> None:
    assert fold_title(" BELØB  Összeg ") == "belob osszeg"
    assert fold_title("Bemærkning;Wałęsa") == "bemaerkning;walesa"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *((f"{dash}5", "-5") for dash in DASHES),
        ("(14.00)", "-14"),
        ("(€14,50)", "-14.5"),
        ("5-", "-5"),
        ("+5", "5"),
        ("-0", "0"),
        (".50", "0.5"),
        ("1.234,50", "1234.5"),
        ("1,234.50", "1234.5"),
        ("1\u202f234\u00a0567,5", "1234567.5"),
        ("1'234.50", "1234.5"),
        ("1’234’567.50", "1234567.5"),
        ("1500 Ft", "1500"),
        ("1 500,- Ft", "1500"),
        ("kr. 15,00", "15"),
        ("15,-", "15"),
        ("DKK 15", "15"),
        ("\u221212,50 lei", "-12.5"),
        ("-€ 3.20", "-3.2"),
        ("12 zł", "12"),
        ("1.234.567", "1234567"),
        ("", None),
        ("x", None),
        ("Ft", None),
        ("12.34.56", None),
        ("1,23,456", None),
        ("T3st5", None),
        ("5 apples", None),
        ("1 2", None),
        ("٣", None),
        ("9" * 30, None),
    ],
)
def test_numbers_are_read_as_people_write_them(text: str, number: str | None) -> None:
    assert read_decimal(text) == number
    assert read_fraction(text) == (None if number is None else Fraction(number))


@pytest.mark.parametrize(
    ("cells", "mark", "read"),
    [
        (("1.234", "0,5"), ",", "1234"),
        (("1.234", "0.5"), ".", "1.234"),
        (("1.234", "1,234.50"), ".", "1.234"),
        (("1.234", "1.234.567"), ",", "1234"),
        (("1.234", "kr. 7"), "", "1234"),
        # Where the cells contradict each other none decides.
        (("1.234", "0.5", "0,5"), "", "1234"),
    ],
)
def test_one_number_of_a_table_decides_the_format_of_the_others(
    cells: tuple[str, ...], mark: str, read: str
) -> None:
    assert detect_decimal_separator(cells) == mark
    assert read_decimal(cells[0], decimal_separator=mark) == read


def test_marks_of_absence_are_no_points() -> None:
    assert all(is_absence_mark(text) for text in ("", " ", "-", "–", "--", "x", "X", "×", "n/a"))
    assert not any(is_absence_mark(text) for text in ("0", "-5", "xx", "Bo", "?"))


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-20",
        "2026. 11. 20.",
        "2026.11.20.",
        "26.11.20.",
        "20.11.2026",
        "20.11.26",
        "20. 11. 2026",
        "20-11-2026",
        "20/11/2026",
        "11/20/2026",
        "20261120",
        "2026-11-20 14:05:33",
        "2026-11-20T14:05:33.120Z",
        "2026-11-20T14:05:00+01:00",
        "20.11.2026 14.05",
        "11/20/26, 2:05 PM",
        "2026. november 20.",
        "2026. nov. 20. 14:05",
        "2026. 11. 20., péntek",
        "20. november 2026",
        "20 noiembrie 2026",
        "20. Nov. 2026",
        "Fr, 20. November 2026",
        "November 20th, 2026",
        "20 Nov 2026",
        "20 de noviembre de 2026",
        "ven. 20 nov. 2026",
        "fre. 20.11.2026",
    ],
)
def test_a_day_is_read_in_any_usual_form(text: str) -> None:
    assert read_day(text) == date(2026, 11, 20)


@pytest.mark.parametrize(
    "text",
    ["", "10.5", "10 5 3", "1.234,50", "31.02.2026", "99999999", "Anna 3", "1-2/2026", "x" * 99],
)
def test_an_unreadable_day_is_none(text: str) -> None:
    assert read_day(text) is None


def test_one_date_of_a_column_decides_the_order_of_the_others() -> None:
    assert find_day_order(["10/01/2026", "10/25/2026 10:00"]) == "month_first"
    assert find_day_order(["10/01/2026", "25/10/2026"]) == "day_first"
    assert find_day_order(["10/01/2026"]) == "unclear"
    assert find_day_order(["10/10/2026", "01-10-2026", "2026/10/01"]) == "day_first"
    assert read_day("10/01/2026", month_first=True) == date(2026, 10, 1)
    assert read_day("10/01/2026") == date(2026, 1, 10)


def test_a_large_file_of_an_old_encoding_is_decoded_by_a_sample_of_its_letters() -> None:
    before = time.process_time()

    assert decode_text(b"S\xf8ren;" * 300_000) == "Søren;" * 300_000
    assert time.process_time() - before < 1
