"""The CSV in a real LibreOffice: numbers are numbers, text is text, nothing is a formula."""

import shutil
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from support.club_evenings import an_empty_club, as_bytes, document, import_document
from support.club_factories import END, a_house
from support.money_tables import charge_fee, played, settle_club
from tarokk_club.club.money.exports.session_settlement import (
    build_session_settlement_table,
)
from tarokk_club.club.money.exports.settlement import build_settlement_table
from tarokk_club.club.money.queries.settlements.session_settlement import load_session_settlement
from tarokk_club.club.money.queries.settlements.settlement import load_settlement_page
from tarokk_club.club.money.queries.settlements.settlement_print import build_settlement_print
from tarokk_club.club.session.queries.sessions.session_outcomes import load_session_outcome
from tarokk_club.club.sheet.exports.tables import build_hands_csv
from tarokk_club.club.tables.spreadsheet_csv import COMMA, POINT, Dialect
from tarokk_club.club.tables.workbook import build_xlsx

pytestmark = [pytest.mark.django_db, pytest.mark.libreoffice]
NAMES = ["=1+1", "@sum", "-minus", "Őrs; Ådne, Ștefan"]
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
# Separator, quote, UTF-8, first line, no column formats, language: as somebody there opens it.
FILTERS = {COMMA: "CSV:59,34,76,1,,1038", POINT: "CSV:44,34,76,1,,1033"}
Row = list[str | float | None]


def _opened(content: bytes, dialect: Dialect, folder: Path) -> list[Row]:
    """The cells of a CSV as LibreOffice understands them."""
    return _read(content, folder / "table.csv", f"--infilter={FILTERS[dialect]}")


def _read(content: bytes, source: Path, *options: str) -> list[Row]:
    program = shutil.which("soffice")
    assert program, (
        "LibreOffice is missing: apt-get install --no-install-recommends libreoffice-calc"
    )
    source.write_bytes(content)
    folder = source.parent
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = [program, profile, "--headless", *options]
    command += ["--convert-to", "fods", "--outdir", str(folder), str(source)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    tree = ElementTree.parse(folder / "table.fods")  # noqa: S314 - our own file
    return [_cells(row) for row in tree.iter(f"{TABLE}table-row")]


def _cells(row: ElementTree.Element) -> Row:
    found: Row = []
    for cell in row.iter(f"{TABLE}table-cell"):
        assert f"{TABLE}formula" not in cell.attrib
        times = int(cell.get(f"{TABLE}number-columns-repeated", "1"))
        found += [_value(cell)] * (times if times < 100 else 0)
    return found


def _value(cell: ElementTree.Element) -> str | float | None:
    kind = cell.get(f"{OFFICE}value-type")
    if kind == "float":
        return float(cell.attrib[f"{OFFICE}value"])
    return "\n".join("".join(part.itertext()) for part in cell) if kind else None


def _document(**changes: Any) -> bytes:
    points = {"=1+1": -1234, "@sum": 1000, "-minus": 239, NAMES[3]: -5}
    event = {"type": "adjust", "points": points, "note": "+1\n=2"}
    # Transfers stand in the table of an evening that has ended.
    return as_bytes(document(event, END, players=NAMES, dealer="@sum", **changes))


@pytest.mark.parametrize("dialect", [COMMA, POINT], ids=["comma", "point"])
def test_every_number_of_the_settlement_is_right(dialect: Dialect, tmp_path: Path) -> None:
    stake = {"currency": "EUR", "per_point": "0.05"}
    session = import_document(an_empty_club(), _document(stake=stake))

    rows = _opened(
        build_session_settlement_table(load_session_settlement(session)).build_csv(dialect),
        dialect,
        tmp_path,
    )

    assert [row[:8] for row in rows] == [
        ["Row", "Player", "Pays to", "Hands", "Points", "Amount", "To be paid", "Currency"],
        ["Result", "'@sum", None, 0, 1000, 50.0, 50.0, "EUR"],
        ["Result", "'-minus", None, 0, 239, 11.95, 11.95, "EUR"],
        ["Result", NAMES[3], None, 0, -5, -0.25, -0.25, "EUR"],
        ["Result", "'=1+1", None, 0, -1234, -61.7, -61.7, "EUR"],
        ["Sum of the results", None, None, None, 0, 0, 0, "EUR"],
        ["Transfer", "'=1+1", "'@sum", None, None, 50.0, 50.0, "EUR"],
        ["Transfer", "'=1+1", "'-minus", None, None, 11.7, 11.7, "EUR"],
        ["Transfer", NAMES[3], "'-minus", None, None, 0.25, 0.25, "EUR"],
        ["Sum of the transfers", *[None] * 4, 61.95, 61.95, "EUR"],
    ]


@pytest.mark.parametrize("dialect", [COMMA, POINT], ids=["comma", "point"])
def test_notes_with_line_breaks_stay_in_their_cell(dialect: Dialect, tmp_path: Path) -> None:
    session = import_document(an_empty_club(), _document())
    whole = load_session_outcome(session)

    rows = _opened(build_hands_csv(whole, dialect), dialect, tmp_path)

    told = dict(zip(map(str, rows[0]), rows[1], strict=False))
    assert [told[f"'{name}" if name[0] in "=@-" else name] for name in NAMES] == [
        -1234,
        1000,
        239,
        -5,
    ]
    assert (told["Note"], told["Event"]) == ("'+1\n=2", "Adjustment")


def test_the_workbook_equals_the_csv_with_unescaped_names(tmp_path: Path) -> None:
    stake = {"currency": "EUR", "per_point": "0.05"}
    found = load_session_settlement(import_document(an_empty_club(), _document(stake=stake)))

    table = _opened(build_session_settlement_table(found).build_csv(POINT), POINT, tmp_path)
    book = _read(build_xlsx(build_session_settlement_table(found)), tmp_path / "table.xlsx")

    plain = [[cell.lstrip("'") if isinstance(cell, str) else cell for cell in row] for row in table]
    assert [row[:8] for row in book[:9]] == [row[:8] for row in plain[:9]]
    assert sum(float(row[5] or 0) for row in book[1:5]) == pytest.approx(0)


def test_a_settlement_holds_numbers_in_both_files(tmp_path: Path) -> None:
    house = a_house()
    played(house, Anna=12, Béla=-12)
    charge_fee(house, 203, "Cili")
    page = load_settlement_page(settle_club(house), house.anna.id)
    paper = build_settlement_print(page)

    table = _opened(build_settlement_table(page, paper).build_csv(COMMA), COMMA, tmp_path)
    book = _read(build_xlsx(build_settlement_table(page, paper)), tmp_path / "table.xlsx")

    assert [row[:13] for row in table[:11]] == [row[:13] for row in book[:11]]
    assert table[1][:10] == ["Result", "Anna", None, 12, 120, 0, 0, 0, 120, 120]
    assert table[9][:13] == ["Transfer", "Béla", "Anna", *[None] * 7, 120, 120, "HUF"]
    # Points, then each figure of the balances, and what it comes to in cash.
    assert [sum(float(row[at] or 0) for row in book[1:7]) for at in range(3, 10)] == [0] * 7
