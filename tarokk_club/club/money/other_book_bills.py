"""The parser for bills in files from ihatemoney and Cospend."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.core.problem import Problem, RefusedError
from tarokk_club.club.money.other_book_rows import (
    BookRow,
    BookShare,
    BookShares,
    build_cell_error,
    iter_named_cells,
    read_amount_cell,
)
from tarokk_club.club.tables.table_rows import TableLimits, fold_title
from tarokk_club.club.tables.text_encoding import parse_json

_LIMITS = TableLimits(rows=5000, columns=200)
# No person's name has more commas.
_MOST_COMMAS = 7
# The first column title of each table in Cospend's file, which has one table below another.
_PARTS = ("name", "what", "categoryname", "paymentmodename", "currencyname")


class _JsonNumber(str):
    """A number as written in a JSON file."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class _Bill:
    """A bill of ihatemoney or Cospend.

    weight: the payer's weight when bills are divided.
    owers: the people who owe a share, as one text with commas or as separate names.
    """

    row: BookRow
    currency: str
    amount: Fraction
    payer: str
    weight: Fraction
    owers: str | tuple[str, ...]


def read_bills(rows: Sequence[BookRow], whole_names: Collection[str]) -> BookShares:
    """Return the shares in a table of bills, without deleted bills.

    whole_names: names with a comma that are one person, in addition to payers and members.
    Raise RefusedError if a row cannot be read, or a bill cannot be divided or has too many people.
    """
    members: dict[str, Fraction] = {}
    bills: list[_Bill] = []
    currency = ""
    for titles, part in _split_tables(rows):
        cells = iter_named_cells(part, fold_title)
        if {"name", "weight"} <= titles:
            members |= {cell["name"]: _read_weight(row, cell["weight"]) for row, cell in cells}
        elif {"payer_name", "amount", "owers"} <= titles:
            bills += [_read_bill(row, cell) for row, cell in cells if cell.get("deleted") != "1"]
        elif "currencyname" in titles:
            # All amounts of bills are in the first currency.
            currency = next((cell["currencyname"] for _row, cell in cells), "")
    currency = currency if len(currency) == 3 and currency.isalpha() else ""
    return _share_out_bills(bills, members, currency, whole_names)


def _split_tables(rows: Sequence[BookRow]) -> Iterator[tuple[set[str], Sequence[BookRow]]]:
    """Yield the tables of a file, each with its column titles in plain letters."""
    starts = [place for place, row in enumerate(rows) if _is_header(row)]
    for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
        yield {fold_title(cell) for cell in rows[start].cells}, rows[start:end]


def _is_header(row: BookRow) -> bool:
    titles = {fold_title(cell) for cell in row.cells}
    if {"payer_name", "amount", "owers"} <= titles or {"name", "weight", "active"} <= titles:
        return True
    return row.cells[0] in _PARTS[2:] and len(titles) == len(row.cells) > 1


def _read_weight(row: BookRow, text: str) -> Fraction:
    return read_amount_cell(row, text or "1")


def _read_bill(row: BookRow, cell: Mapping[str, str]) -> _Bill:
    return _Bill(
        row,
        cell.get("currency", ""),
        read_amount_cell(row, cell["amount"]),
        cell["payer_name"],
        _read_weight(row, cell.get("payer_weight", "")),
        cell["owers"],
    )


def read_json_bills(text: str) -> BookShares:
    """Return the shares in ihatemoney's JSON file of bills or of transfers.

    Raise RefusedError if the file is neither or is too large, or if a line cannot be read or
    divided.
    """
    try:
        raw = parse_json(text, parse_float=_JsonNumber, parse_int=_JsonNumber)
    except ValueError as error:
        raise RefusedError([Problem("other_book_unreadable", "file")]) from error
    lines = raw if isinstance(raw, list) else []
    _LIMITS.require_size(len(lines), 0)
    if not lines or not all(isinstance(each, dict) for each in lines):
        raise RefusedError([Problem("other_book_unreadable", "file")])
    rows = [BookRow(number, ()) for number in range(1, len(lines) + 1)]
    if all("receiver" in line for line in lines):
        plan = [_read_json_transfer(row, line) for row, line in zip(rows, lines, strict=True)]
        return BookShares(tuple(share for pair in plan for share in pair))
    bills = [_read_json_bill(row, line) for row, line in zip(rows, lines, strict=True)]
    return _share_out_bills(bills, {}, "", ())


def _read_text(line: Mapping[str, Any], key: str) -> str:
    text = line.get(key)
    if text is not None and not isinstance(text, str):
        raise RefusedError([Problem("other_book_unreadable", "file")])
    return (text or "").strip()


def _read_json_transfer(row: BookRow, line: Mapping[str, Any]) -> tuple[BookShare, BookShare]:
    code, amount = _read_text(line, "currency"), read_amount_cell(row, _read_text(line, "amount"))
    return (
        BookShare(code, _read_text(line, "receiver"), amount),
        BookShare(code, _read_text(line, "ower"), -amount),
    )


def _read_json_bill(row: BookRow, line: Mapping[str, Any]) -> _Bill:
    owers = line.get("owers")
    names = tuple(owers) if isinstance(owers, list) else owers
    parts = names if isinstance(names, tuple) else (names,)
    is_text = all(isinstance(part, str) and not isinstance(part, _JsonNumber) for part in parts)
    if not is_text or not isinstance(names, str | tuple):
        raise RefusedError([Problem("other_book_unreadable", "file")])
    return _Bill(
        row,
        _read_text(line, "currency"),
        read_amount_cell(row, _read_text(line, "amount")),
        _read_text(line, "payer_name"),
        _read_weight(row, _read_text(line, "payer_weight")),
        names,
    )


def _share_out_bills(
    bills: Sequence[_Bill],
    members: Mapping[str, Fraction],
    currency: str,
    whole_names: Collection[str],
) -> BookShares:
    """Return the amounts that the bills add to each person's balance.

    ihatemoney writes only the weights of payers; everybody else has a weight of one.
    members: weights by name.
    currency: the currency of bills that state none.
    Raise RefusedError if a bill cannot be divided or has too many people.
    """
    weights = {bill.payer: bill.weight for bill in bills} | dict(members)
    names = {*weights, *whole_names}
    owers = [_split_owers(bill, names) for bill in bills]
    shares: list[BookShare] = []
    for bill, people in zip(bills, owers, strict=True):
        # No name occurs twice in a bill, because names are unique in a project.
        parts = {name: weights.get(name, Fraction(1)) for name in people}
        total = sum(parts.values())
        _LIMITS.require_size(0, len(parts))
        if not bill.payer or total <= 0:
            raise build_cell_error(bill.row, ", ".join(people))
        code = bill.currency or currency
        shares.append(BookShare(code, bill.payer, bill.amount))
        shares += [
            BookShare(code, name, -bill.amount * part / total) for name, part in parts.items()
        ]
    unclear = [] if members else _find_unclear_names(bills, owers, {*weights, *whole_names})
    used = {name for people in owers for name in people}
    confirmed = [name for name in whole_names if name in used and name not in weights]
    return BookShares(tuple(shares), unclear=tuple(dict.fromkeys([*confirmed, *unclear])))


def _split_owers(bill: _Bill, names: Collection[str]) -> tuple[str, ...]:
    """Return the people who owe a share of a bill.

    names: names that are not split at their commas; the longest match wins.
    """
    if isinstance(bill.owers, tuple):
        return tuple(name.strip() for name in bill.owers if name.strip())
    parts = bill.owers.split(",")
    longest = min(max((name.count(",") for name in names), default=0), _MOST_COMMAS) + 1
    people = []
    place = 0
    while place < len(parts):
        for end in range(min(place + longest, len(parts)), place, -1):
            name = ",".join(parts[place:end]).strip()
            if end == place + 1 or name in names:
                people.append(name)
                place = end
                break
    return tuple(name for name in people if name)


def _find_unclear_names(
    bills: Sequence[_Bill], owers: Sequence[Sequence[str]], players: Collection[str]
) -> Iterator[str]:
    """Yield "first, second" for two names that may be one name with a comma.

    The second name always follows the same first name, and is not in `players`.
    """
    before: dict[str, set[str]] = {}
    for bill, people in zip(bills, owers, strict=True):
        if isinstance(bill.owers, str):
            for first, second in zip(("", *people), people, strict=False):
                before.setdefault(second, set()).add(first)
    for second, firsts in before.items():
        first = next(iter(firsts))
        if len(firsts) == 1 and first and second not in players:
            yield f"{first}, {second}"
