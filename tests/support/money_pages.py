"""The figures of a settlement, read from its page, its table and its workbook."""

import csv
import io
import re
from collections.abc import Iterator
from xml.etree import ElementTree
from zipfile import ZipFile

from support.page_reader import tree_of

SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
TITLES = ("Tables", "Fees", "Paid", "Carried over", "Exact")
NAMES = ("tables", "fees", "paid", "carried", "due")
NUMBER = re.compile(r"[−+]?\d[\d,.\u202f\u00a0]*")


def whole(text: str) -> int:
    return int(re.sub(r"[,.\u202f\u00a0]", "", text).replace("−", "-"))


def figures_on(page: str) -> dict[str, tuple[int, ...]]:
    """Return the five figures of each row of the page's tables, by the title of the row."""
    found = {}
    for title, cells in _rows_with_figures(page):
        if set(NAMES) <= cells.keys():
            found[title] = tuple(cells[name] for name in NAMES)
    return found


def open_rows(page: str) -> list[dict[str, int]]:
    """Return the rows with open amounts; the last row of a table is the sum."""
    return [cells for _, cells in _rows_with_figures(page) if "still" in cells]


def _rows_with_figures(page: str) -> Iterator[tuple[str, dict[str, int]]]:
    """Yield the title of each row, and its figures by the name of their column."""
    for row in tree_of(page).xpath("//tr[th[@scope='row']]"):
        cells = {
            cell.get("class").split()[0].removeprefix("of-"): NUMBER.search(cell.text_content())
            for cell in row.xpath("td[starts-with(@class, 'of-')]")
        }
        figures = {name: whole(number[0]) for name, number in cells.items() if number}
        yield row.find("th").text_content().strip(), figures


def check_open_rows(page: str, altogether: int) -> list[dict[str, int]]:
    """Check that the parts of each row add up, and that the rows add up to the sum."""
    *rows, total = open_rows(page) or [{"still": 0}]
    assert total == {"still": altogether}
    assert sum(row["still"] for row in rows) == altogether
    for row in rows:
        assert row["tables"] + row["fees"] + row["paid"] + row["carried"] == row["due"]
        assert row.get("cash", row["due"]) + row.get("since", 0) == row["still"]
    return rows


def rows_of_file(content: bytes, digits: int) -> dict[str, tuple[int, ...]]:
    rows = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""))
    titles = ("Tables", "Fees", "Paid", "Carried over", "Exact")
    found = {}
    for row in rows:
        if row["Row"] != "Result":
            continue
        cells = [next(row[key] for key in row if key.startswith(f"{title} (")) for title in titles]
        found[row["Player"]] = tuple(round(float(cell) * 10**digits) for cell in cells)
    return found


def rows_of_book(content: bytes, digits: int) -> dict[str, tuple[int, ...]]:
    """Return the five figures of each row of a workbook, by the title of the row."""
    with ZipFile(io.BytesIO(content)) as book:
        texts = ElementTree.fromstring(book.read("xl/sharedStrings.xml"))  # noqa: S314
        sheet = ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml"))  # noqa: S314
    shared = ["".join(one.itertext()) for one in texts]
    header, *rows = ([_cell(cell, shared) for cell in row] for row in sheet.iter(f"{SHEET}row"))
    places = {value: re.sub(r"\d", "", place) for place, value in header}
    letters = [next(places[key] for key in places if key.startswith(f"{one} (")) for one in TITLES]
    found = {}
    for row in rows:
        told = {re.sub(r"\d", "", place): value for place, value in row}
        if told[places["Row"]] == "Result":
            amounts = (round(float(told[letter]) * 10**digits) for letter in letters)
            found[told[places["Player"]]] = tuple(amounts)
    return found


def _cell(cell: ElementTree.Element, shared: list[str]) -> tuple[str, str]:
    value = cell.findtext(f"{SHEET}v") or ""
    return cell.get("r", ""), shared[int(value)] if cell.get("t") == "s" else value
