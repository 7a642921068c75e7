"""The CSV writer: dialects, harmless text, numbers untouched."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.catalogue import row
from tarokk_club.club.tables.spreadsheet_csv import (
    COMMA,
    POINT,
    Amount,
    Cell,
    Dialect,
    build_csv,
    choose_dialect,
)


def _lines(rows: list[list[Cell]], dialect: Dialect) -> list[str]:
    return build_csv(["a"], rows, dialect).decode("utf-8-sig").split("\r\n")[1:-1]


def test_a_row_is_written_with_numbers_untouched() -> None:
    rows: list[list[Cell]] = [["Anna", -12, Amount(-1250, 2), None]]
    written = build_csv(["Player", "Points", "Money", "Note"], rows, COMMA)
    assert written == (b'\xef\xbb\xbf"Player";"Points";"Money";"Note"\r\n"Anna";-12;-12,50;\r\n')


@pytest.mark.parametrize("language", ["hu", "da", "ro", "de-at", "fr"])
def test_languages_with_a_decimal_comma(language: str) -> None:
    assert choose_dialect(language) == COMMA


@pytest.mark.parametrize("language", ["en", "en-gb", "", "nonsense", "xx-yy-zz-qq", "../etc"])
def test_other_languages_write_a_point(language: str) -> None:
    assert choose_dialect(language) == POINT


def test_the_readers_wish_comes_first() -> None:
    assert choose_dialect("hu", "point") == POINT
    assert choose_dialect("en", "comma") == COMMA
    assert choose_dialect("en", "nonsense") == POINT


@row("R32")
@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "  =", "\u00a0@"])
def test_text_like_a_formula_is_escaped(start: str) -> None:
    text = f"{start}1+1"
    file = io.StringIO(build_csv(["a"], [[text]], POINT).decode("utf-8-sig"), newline="")
    assert list(csv.reader(file))[1] == [f"'{text}"]


def test_a_header_like_a_formula_is_escaped() -> None:
    assert build_csv(["=cmd"], [], POINT).decode("utf-8-sig") == '"\'=cmd"\r\n'


@row("R32")
def test_negative_numbers_stay_numbers() -> None:
    rows: list[list[Cell]] = [[-12, Amount(-5, 2), Amount(-7, 0)]]
    assert _lines(rows, POINT) == ["-12,-0.05,-7"]
    assert _lines(rows, COMMA) == ["-12;-0,05;-7"]


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=2, max_size=4))
def test_text_comes_back_whole(cells: list[str]) -> None:
    for dialect in (POINT, COMMA):
        file = io.StringIO(build_csv(["a"], [cells], dialect).decode("utf-8-sig"), newline="")
        back = list(csv.reader(file, delimiter=dialect.separator))[1]
        pairs = list(zip(back, cells, strict=True))
        assert all(cell in (text, f"'{text}") for cell, text in pairs)


@row("R32")
@pytest.mark.parametrize("mark", [",", ";", "\t", "|", " ", "\n"])
@pytest.mark.parametrize("dialect", [POINT, COMMA])
def test_no_other_separator_makes_a_formula_of_a_piece_of_text(mark: str, dialect: Dialect) -> None:
    text = f'Anna{mark}=1+1"{mark}@x'
    written = build_csv(["a"], [[text]], dialect).decode("utf-8-sig")

    for other in (",", ";", "\t", "|"):
        file = io.StringIO(written, newline="")
        cells = [cell for row in csv.reader(file, delimiter=other) for cell in row]
        assert cells == ["a", text]
