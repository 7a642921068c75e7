"""Bills of ihatemoney and Cospend: who paid, and for whom."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.core.problem import Problem, RefusedError
from tarokk_club.club.money.other_book_rows import (
    BookRow,
    BookShare,
    Reading,
    name_columns,
    read_amount_cell,
    refuse_cell,
)
from tarokk_club.club.tables.table_rows import TableLimits, fold_title

_LIMITS = TableLimits(rows=5000, columns=200)
# A name with more commas is no name.
_MOST_COMMAS = 7
# The first title of each part of Cospend's file, which has one below the other.
_PARTS = ("name", "what", "categoryname", "paymentmodename", "currencyname")


class _JsonNumber(str):
    """A number of a JSON file, as it is written there."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class _Bill:
    """owers: whom it was paid for, as the file parts them: one text, or a list of names."""

    row: BookRow
    currency: str
    amount: Fraction
    payer: str
    weight: Fraction
    owers: str | tuple[str, ...]


def read_bills(rows: Sequence[BookRow], whole_names: Collection[str]) -> Reading:
    """Return the shares of a table of bills; deleted bills do not count.

    whole_names: names with a comma that are one person, beside those of payers and members.
    """
    members: dict[str, Fraction] = {}
    bills: list[_Bill] = []
    currency = ""
    for titles, part in _split_parts(rows):
        cells = name_columns(part, fold_title)
        if {"name", "weight"} <= titles:
            members |= {cell["name"]: _weight(row, cell["weight"]) for row, cell in cells}
        elif {"payer_name", "amount", "owers"} <= titles:
            bills += [_bill(row, cell) for row, cell in cells if cell.get("deleted") != "1"]
        elif "currencyname" in titles:
            # The first is the one that the amounts of all bills are in.
            currency = next((cell["currencyname"] for _row, cell in cells), "")
    currency = currency if len(currency) == 3 and currency.isalpha() else ""
    return _share_out(bills, members, currency, whole_names)


def _split_parts(rows: Sequence[BookRow]) -> Iterator[tuple[set[str], Sequence[BookRow]]]:
    """Yield the parts of a file with the titles of their columns."""
    starts = [place for place, row in enumerate(rows) if _is_header(row)]
    for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
        yield {fold_title(cell) for cell in rows[start].cells}, rows[start:end]


def _is_header(row: BookRow) -> bool:
    titles = {fold_title(cell) for cell in row.cells}
    if {"payer_name", "amount", "owers"} <= titles or {"name", "weight", "active"} <= titles:
        return True
    return row.cells[0] in _PARTS[2:] and len(titles) == len(row.cells) > 1


def _weight(row: BookRow, text: str) -> Fraction:
    return read_amount_cell(row, text or "1")


def _bill(row: BookRow, cell: Mapping[str, str]) -> _Bill:
    return _Bill(
        row,
        cell.get("currency", ""),
        read_amount_cell(row, cell["amount"]),
        cell["payer_name"],
        _weight(row, cell.get("payer_weight", "")),
        cell["owers"],
    )


def read_json_bills(text: str) -> Reading:
    """Return the shares of ihatemoney's bills or plan in JSON.

    Raises RefusedError where the file is neither.
    """
    try:
        raw = json.loads(text, parse_float=_JsonNumber, parse_int=_JsonNumber)
    except (ValueError, RecursionError) as error:
        raise RefusedError([Problem("other_book_unreadable", "file")]) from error
    lines = raw if isinstance(raw, list) else []
    _LIMITS.require(len(lines), 0)
    if not lines or not all(isinstance(each, dict) for each in lines):
        raise RefusedError([Problem("other_book_unreadable", "file")])
    rows = [BookRow(number, ()) for number in range(1, len(lines) + 1)]
    if all("receiver" in line for line in lines):
        plan = [_json_transfer(row, line) for row, line in zip(rows, lines, strict=True)]
        return Reading(tuple(share for pair in plan for share in pair))
    bills = [_json_bill(row, line) for row, line in zip(rows, lines, strict=True)]
    return _share_out(bills, {}, "", ())


def _text(line: Mapping[str, Any], key: str) -> str:
    text = line.get(key)
    if text is not None and not isinstance(text, str):
        raise RefusedError([Problem("other_book_unreadable", "file")])
    return (text or "").strip()


def _json_transfer(row: BookRow, line: Mapping[str, Any]) -> tuple[BookShare, BookShare]:
    code, amount = _text(line, "currency"), read_amount_cell(row, _text(line, "amount"))
    return (
        BookShare(code, _text(line, "receiver"), amount),
        BookShare(code, _text(line, "ower"), -amount),
    )


def _json_bill(row: BookRow, line: Mapping[str, Any]) -> _Bill:
    owers = line.get("owers")
    names = tuple(owers) if isinstance(owers, list) else owers
    parts = names if isinstance(names, tuple) else (names,)
    is_text = all(isinstance(part, str) and not isinstance(part, _JsonNumber) for part in parts)
    if not is_text or not isinstance(names, str | tuple):
        raise RefusedError([Problem("other_book_unreadable", "file")])
    return _Bill(
        row,
        _text(line, "currency"),
        read_amount_cell(row, _text(line, "amount")),
        _text(line, "payer_name"),
        _weight(row, _text(line, "payer_weight")),
        names,
    )


def _share_out(
    bills: Sequence[_Bill],
    members: Mapping[str, Fraction],
    currency: str,
    whole_names: Collection[str],
) -> Reading:
    """Return what each bill adds to whom.

    ihatemoney writes only the weights of those who paid anything; the others count once.
    """
    weights = {bill.payer: bill.weight for bill in bills} | dict(members)
    names = {*weights, *whole_names}
    owers = [_owers(bill, names) for bill in bills]
    shares: list[BookShare] = []
    for bill, people in zip(bills, owers, strict=True):
        # One name twice in a bill cannot be: a project has each name once.
        parts = {name: weights.get(name, Fraction(1)) for name in people}
        total = sum(parts.values())
        _LIMITS.require(0, len(parts))
        if not bill.payer or total <= 0:
            raise refuse_cell(bill.row, ", ".join(people))
        code = bill.currency or currency
        shares.append(BookShare(code, bill.payer, bill.amount))
        shares += [
            BookShare(code, name, -bill.amount * part / total) for name, part in parts.items()
        ]
    unclear = [] if members else _unclear_names(bills, owers, {*weights, *whole_names})
    used = {name for people in owers for name in people}
    asked = [name for name in whole_names if name in used and name not in weights]
    return Reading(tuple(shares), unclear=tuple(dict.fromkeys([*asked, *unclear])))


def _owers(bill: _Bill, names: Collection[str]) -> tuple[str, ...]:
    """Return whom a bill was paid for; the longest known name with commas is one person."""
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


def _unclear_names(
    bills: Sequence[_Bill], owers: Sequence[Sequence[str]], players: Collection[str]
) -> Iterator[str]:
    """Yield pairs that always come together, of which the second part never paid anything."""
    before: dict[str, set[str]] = {}
    for bill, people in zip(bills, owers, strict=True):
        if isinstance(bill.owers, str):
            for first, second in zip(("", *people), people, strict=False):
                before.setdefault(second, set()).add(first)
    for second, firsts in before.items():
        first = next(iter(firsts))
        if len(firsts) == 1 and first and second not in players:
            yield f"{first}, {second}"
